// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The page about several traces, usually the ranks of one job: the verdict of the one that has most to explain, a line
// for each, and their findings in one list.

#include "core/export/report.h"
#include "core/export/sections.h"

#include <vector>

namespace stepscope::exporting {

[[nodiscard]] std::vector<Section> jobPage(const Report& report);

} // namespace stepscope::exporting
