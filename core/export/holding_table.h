// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Who holds the memory of a snapshot at one point, as a table: a row for each stack, category or segment, most bytes
// first.

#include "core/analysis/memory/holdings.h"
#include "core/export/table.h"

#include <cstdint>
#include <span>

namespace stepscope::exporting {

[[nodiscard]] Table holdingTable(
    const analysis::HoldingView& view, std::span<const AllocId> blocks, analysis::HoldingKey key, std::int32_t entry);

} // namespace stepscope::exporting
