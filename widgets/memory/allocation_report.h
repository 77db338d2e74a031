// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the Selection panel of a memory snapshot says about one allocation, as plain values, and the same as text and
// JSON for the clipboard. Links "entry:N" lead to that point of the history. Pure.

#include "core/analysis/memory/stack_reader.h"
#include "core/model/memory_snapshot.h"
#include "widgets/details/event_report.h"

#include <optional>

namespace stepscope::widgets {

// Empty for an allocation that the device does not have.
// Empty `categories`: what the blocks are for is not known.
[[nodiscard]] EventReport describeAllocation(const model::MemorySnapshot& snapshot, const analysis::StackReader& stacks,
    const model::MemoryDevice& device, const std::vector<analysis::MemoryCategory>& categories, AllocId allocation);
[[nodiscard]] QString allocationJson(
    const model::MemorySnapshot& snapshot, const model::MemoryDevice& device, AllocId allocation);

[[nodiscard]] QString entryLink(std::int32_t entry);
[[nodiscard]] std::optional<std::int32_t> entryOfLink(const QString& link);

} // namespace stepscope::widgets
