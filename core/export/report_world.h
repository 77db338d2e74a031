// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The ranks of one job among the files of a report. Only where their figures are of the whole traces, there are at
// least two, and all are of one recording: files of several jobs are reported side by side, never mixed.

#include "core/export/report.h"
#include "core/ranks/world.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace stepscope::exporting {

struct ReportedWorld
{
    ranks::World world;
    std::vector<std::size_t> files; // by rank: index into Report::files

    // Of a file; nothing where it is none of the ranks or its clock cannot be compared.
    [[nodiscard]] std::optional<std::int64_t> shiftOf(std::size_t file) const;
};

[[nodiscard]] std::optional<ReportedWorld> worldOf(const Report& report);

} // namespace stepscope::exporting
