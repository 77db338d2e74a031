// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A comparison of two runs and its three shapes. JSON (schema stepscope.compare/1): keys in a fixed order, the same
// bytes for the same input; text and Markdown say the same for people, tables cut to their first rows.

#include "core/compare/comparison.h"
#include "core/export/report.h"
#include "core/export/sections.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::exporting {

// A run is one or two files: a trace, a snapshot, or both.
struct ComparedFiles
{
    std::array<std::vector<ReportedFile>, 2> runs; // before, after

    [[nodiscard]] const ReportedFile* refused() const; // the first file that was refused, or null
    [[nodiscard]] compare::Runs view() const;          // of files that live as long as this
};

struct ComparisonPage
{
    const ComparedFiles& files;
    const compare::Comparison& comparison;
    std::optional<std::size_t> limit;  // rows of each table; without one: all in JSON, the first few else
    std::vector<std::string> exceeded; // limits that were asked for and do not hold, as sentences
};

[[nodiscard]] std::string comparisonJson(const ComparisonPage& page);
[[nodiscard]] std::vector<Section> comparisonSections(const ComparisonPage& page);
[[nodiscard]] std::string comparisonText(const ComparisonPage& page, std::size_t width);

} // namespace stepscope::exporting
