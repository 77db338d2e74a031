// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The tables of a memory snapshot: allocations with their lives, entries of the history, steps, and who holds memory.
// Pure; run by jobs. Row i of an entry table is entry i; the others say what their rows are. O(rows).

#include "core/analysis/memory/holdings.h"
#include "core/analysis/memory/memory_figures.h"
#include "core/analysis/memory/stack_reader.h"
#include "core/util/expected.h"
#include "widgets/tables/table_data.h"
#include "widgets/viewmodel/memory_cursor.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace stepscope::widgets {

enum class AllocationScope : std::uint8_t
{
    All,
    LiveAtPoint,
    AllocatedInRange,
    FreedInRange
};

struct AllocationQuery
{
    std::size_t device = 0; // index
    AllocationScope scope = AllocationScope::All;
    std::int32_t entry = -1;
    EntryRange range; // the whole history where none is selected
    std::uint64_t leastBytes = 0;
    std::optional<model::StreamIndex> stream;
    std::optional<model::PoolIndex> pool;
    std::optional<analysis::MemoryCategory> category; // nothing matches while categories are not known
    friend bool operator==(const AllocationQuery&, const AllocationQuery&) = default;
};

// Oldest first.
[[nodiscard]] std::vector<AllocId> allocationsOf(const model::MemorySnapshot& snapshot,
    const std::vector<analysis::MemoryCategory>& categories, const AllocationQuery& query, const std::stop_token& stop);

[[nodiscard]] Expected<TablePtr> buildAllocationTable(const model::MemorySnapshot& snapshot,
    const analysis::StackReader& stacks, const std::vector<analysis::MemoryCategory>& categories, std::size_t device,
    const std::vector<AllocId>& rows, const std::stop_token& stop);
[[nodiscard]] Expected<TablePtr> buildEntryTable(const model::MemorySnapshot& snapshot,
    const analysis::StackReader& stacks, std::size_t device, const std::stop_token& stop);
// A row for each holding, in their order. `key`: what they are grouped by.
[[nodiscard]] TablePtr buildHoldingTable(const analysis::StackReader& stacks, const model::MemoryDevice& device,
    const std::vector<analysis::Holding>& holdings, analysis::HoldingKey key);
[[nodiscard]] TablePtr buildStepTable(
    const model::MemorySnapshot& snapshot, const analysis::MemoryDeviceFigures& figures);

} // namespace stepscope::widgets
