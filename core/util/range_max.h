// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Position of the largest value of any run of a column in O(log n): a pyramid in which each level holds, for every 16
// entries of the level below, the index of the largest. 0.27 bytes a value. The leftmost wins among equals.
// Does not own the column: it is passed again to each query and must not have changed.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stepscope {

class RangeMax
{
public:
    RangeMax() = default;
    explicit RangeMax(std::span<const std::int64_t> values) { build(values); }
    void build(std::span<const std::int64_t> values); // O(n)
    // Index of the largest of values[first, last); first < last <= values.size().
    [[nodiscard]] std::size_t query(std::span<const std::int64_t> values, std::size_t first, std::size_t last) const;
    [[nodiscard]] std::size_t bytes() const;

private:
    std::vector<std::vector<std::uint32_t>> m_levels; // m_levels[0]: one entry for each 16 values
};

} // namespace stepscope
