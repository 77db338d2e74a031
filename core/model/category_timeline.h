// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Memory by category over time, as torch.profiler's export_memory_timeline() writes it: no addresses, no stacks, no
// segments, only bytes. Built by core/pickle, immutable afterwards.

#include "core/model/trace.h"
#include "core/util/column.h"
#include "core/util/diagnostics.h"

#include <array>
#include <cstdint>

namespace stepscope::model {

// The profiler's numbers for what memory is for.
inline constexpr std::array<const char*, 8> kMemoryCategories {
    "parameter", "optimizer state", "input", "temporary", "activation", "gradient", "autograd detail", "unknown"};

struct CategoryTimeline
{
    FileInfo file;
    Diagnostics diagnostics;
    Column<std::int64_t> timeNs;                                       // as in the file, ascending
    std::array<Column<std::uint64_t>, kMemoryCategories.size()> bytes; // held from that time on, by category
    std::array<std::uint64_t, kMemoryCategories.size()> initial {};    // before the first time

    [[nodiscard]] std::size_t count() const { return timeNs.size(); }
    [[nodiscard]] std::uint64_t at(std::size_t category, std::int32_t point) const // kBeforeHistory: initial
    {
        return point < 0 ? initial[category] : bytes[category][static_cast<std::size_t>(point)];
    }
};

} // namespace stepscope::model
