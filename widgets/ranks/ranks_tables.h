// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The tables of a job of ranks, a row for each index of the world. Pure.

#include "core/ranks/world.h"
#include "widgets/tables/table_data.h"

#include <cstdint>

namespace stepscope::widgets {

[[nodiscard]] TablePtr buildRanksTable(const ranks::World& world);
// `start`: of the recording, on the common clock; arrivals count from it, as on the ruler.
[[nodiscard]] TablePtr buildCollectivesTable(const ranks::World& world, std::int64_t start);

} // namespace stepscope::widgets
