// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of slices made by hand, for tests of single steps of the assembler.
//
// Rows are in the order in which they were added, as a group's rows are in file order. One thread, O(1) a row.
#pragma once

#include "core/model/slice_table.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

namespace stepscope::tests {

inline void addSlice(
    model::SliceTable& slices, std::int64_t start, std::int64_t dur, std::uint16_t category = 0, std::uint8_t flags = 0)
{
    slices.start.push_back(start);
    slices.dur.push_back(dur);
    slices.category.push_back(category);
    slices.flags.push_back(flags);
}

/// Rows in the order of a group, by the slowest plain way: start, longer first, row.
inline std::vector<std::uint32_t> plainOrder(const model::SliceTable& slices, std::uint32_t first, std::uint32_t last)
{
    std::vector<std::uint32_t> order(last - first);
    std::iota(order.begin(), order.end(), first);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return slices.start[a] != slices.start[b] ? slices.start[a] < slices.start[b] : slices.dur[a] > slices.dur[b];
    });
    return order;
}

inline std::vector<std::uint32_t> plainOrder(const model::SliceTable& slices)
{
    return plainOrder(slices, 0, static_cast<std::uint32_t>(slices.size()));
}

inline std::int64_t below(std::mt19937_64& random, std::int64_t bound)
{
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(bound));
}

} // namespace stepscope::tests
