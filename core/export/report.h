// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A report on one or more traces and files about memory and its three shapes. JSON follows the report contract (schema
// stepscope.report/1): keys in a fixed order, the same bytes for the same input whatever the number of threads. Text
// fits one screen; Markdown says the same. What is not known is null or left out of the text, never 0.

#include "core/analysis/memory/category_figures.h"
#include "core/analysis/memory/memory_figures.h"
#include "core/analysis/trace_figures.h"
#include "core/model/category_timeline.h"
#include "core/model/memory_snapshot.h"
#include "core/model/trace.h"
#include "core/util/expected.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::exporting {

// A trace, a snapshot, a memory timeline by category, or a file that was refused.
struct ReportedFile
{
    std::string path;
    std::optional<std::uint64_t> bytes; // on disk
    std::optional<Error> error;
    std::shared_ptr<const model::Trace> trace;
    std::optional<analysis::TraceFigures> figures; // with a trace
    std::shared_ptr<const model::MemorySnapshot> snapshot;
    std::optional<analysis::MemoryFigures> memory; // with a snapshot
    std::shared_ptr<const model::CategoryTimeline> timeline;
    std::optional<analysis::CategoryFigures> categories; // with a timeline

    // Of whichever it is; null where there is none.
    [[nodiscard]] const model::FileInfo* info() const;
    [[nodiscard]] const Diagnostics* diagnostics() const;
    [[nodiscard]] const analysis::Judgement* judgement() const;
};

struct Report
{
    std::vector<ReportedFile> files;
    bool listSlices = false; // slices_list: every slice
    bool hta = false;        // with the figures of HolisticTraceAnalysis
    bool occupancy = true;   // read the occupancy of the largest kernels from the file

    [[nodiscard]] const ReportedFile* refused() const; // the first file that was refused, or null
};

// Added to a file's times to reach the clock of the first file; nothing where the two cannot be compared.
[[nodiscard]] std::optional<std::int64_t> clockShift(const model::Trace& first, const model::Trace& trace);

[[nodiscard]] std::string reportJson(const Report& report);
[[nodiscard]] std::string reportText(const Report& report, std::size_t width);

// A file as it was written: counts by category and phase, producer, metadata. Needs no figures.
[[nodiscard]] std::string infoJson(const ReportedFile& file);
[[nodiscard]] std::string infoText(const ReportedFile& file, std::size_t width);

} // namespace stepscope::exporting
