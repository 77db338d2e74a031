// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Level of detail for stretches of time that lie apart (gaps, their parts, walls) and for single marks in time (syncs):
// which of them are worth a shape in this window? Built once in O(n), immutable afterwards; 17 bytes a stretch. A
// question costs O(found · log n), however many small ones lie in the window: binary search and a running maximum,
// never a loop over all. Knows no pixels; positions are those of the entries the index was built from.

#include "core/util/interval_ops.h"
#include "core/util/range_max.h"
#include "core/view/sampled_times.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace stepscope::view {

class StretchIndex
{
public:
    StretchIndex() = default;
    void reserve(std::size_t count);
    void add(Interval stretch); // ascending, disjoint; touching ones are fine
    void finish();              // after the last one

    [[nodiscard]] std::size_t size() const { return m_starts.size(); }
    [[nodiscard]] Interval at(std::size_t i) const;

    // Those that share time with [t0, t1), as positions [first, second).
    [[nodiscard]] std::pair<std::size_t, std::size_t> within(std::int64_t t0, std::int64_t t1) const;
    // Appends those of [first, last) that last at least minNs, ascending.
    void atLeast(std::size_t first, std::size_t last, std::int64_t minNs, std::vector<std::size_t>& out) const;
    // The longest of [first, last), the first among equals; nothing when there is none.
    [[nodiscard]] std::optional<std::size_t> longest(std::size_t first, std::size_t last) const;

private:
    std::vector<std::int64_t> m_starts;
    std::vector<std::int64_t> m_lengths;
    SampledTimes m_sampled; // starts
    RangeMax m_longest;
};

class RankedTimes
{
public:
    struct Entry
    {
        std::int64_t time = 0;
        std::int64_t weight = 0;
        std::uint32_t item = 0; // whatever the caller means by it
    };
    RankedTimes() = default;
    explicit RankedTimes(std::vector<Entry> entries); // in any order

    // Items of the heaviest entries in [t0, t1), at most `limit`, none lighter than minWeight; the heaviest first.
    // O(limit · log n).
    [[nodiscard]] std::vector<std::uint32_t> heaviest(
        std::int64_t t0, std::int64_t t1, std::int64_t minWeight, std::size_t limit) const;
    [[nodiscard]] std::size_t size() const { return m_times.size(); }

private:
    std::vector<std::int64_t> m_times;
    std::vector<std::int64_t> m_weights;
    std::vector<std::uint32_t> m_items;
    RangeMax m_heaviest;
};

} // namespace stepscope::view
