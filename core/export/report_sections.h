// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the report says to people, as sections: facts in the order in which they matter, each line short and complete.

#include "core/export/report.h"
#include "core/export/sections.h"

namespace stepscope::exporting {

[[nodiscard]] std::vector<Section> reportPage(const ReportedFile& file);    // one screen
[[nodiscard]] std::vector<Section> reportDetails(const ReportedFile& file); // the same, with its figures folded
[[nodiscard]] std::vector<Section> reportDetails(const Report& report);     // of one file, or of several as one job
[[nodiscard]] std::vector<Section> infoSections(const ReportedFile& file);

} // namespace stepscope::exporting
