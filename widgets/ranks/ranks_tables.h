// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The tables of a job of ranks, a row for each index of the world. Pure.

#include "core/ranks/world.h"
#include "widgets/tables/table_data.h"

namespace stepscope::widgets {

[[nodiscard]] TablePtr buildRanksTable(const ranks::World& world);
[[nodiscard]] TablePtr buildCollectivesTable(const ranks::World& world);

} // namespace stepscope::widgets
