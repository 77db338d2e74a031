// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a report says about causes: the verdict, the findings with where to look and what to do, the checklist. And the
// one order of the findings of several traces that all shapes of the report share.

#include "core/export/report.h"
#include "core/export/sections.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::exporting {

struct FindingRef
{
    std::size_t file = 0;
    std::size_t finding = 0; // in that file's figures
};

// One trace: in its own order; several: the largest share first, equals in the order of the files.
[[nodiscard]] std::vector<FindingRef> rankedFindings(const std::vector<ReportedFile>& files);

// The file whose verdict speaks for all: the one with the largest share; files that are well, or cannot tell, last.
[[nodiscard]] std::optional<std::size_t> fileOfVerdict(const std::vector<ReportedFile>& files);

[[nodiscard]] std::string traceLabel(const ReportedFile& file); // "rank 3", else the name of the file
[[nodiscard]] std::string bucketText(analysis::Bucket bucket);  // "input pipeline"

[[nodiscard]] std::vector<Section> findingSections(const std::vector<ReportedFile>& files);
[[nodiscard]] std::vector<Section> checklistSections(const ReportedFile& file); // in short
[[nodiscard]] std::vector<Section> checklistTable(const ReportedFile& file);

} // namespace stepscope::exporting
