// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Positions in a long ascending column of times, found with few jumps about in memory: how many times lie before each
// of evenly spaced moments is kept, so that a search begins between two of them. Half a byte a time. Does not own the
// column: it is passed again to each question and must not have changed. O(log times between two moments).

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::view {

class SampledTimes
{
public:
    SampledTimes() = default; // of no times
    explicit SampledTimes(std::span<const std::int64_t> times);

    // Index of the first that is greater than `time`; their number when there is none.
    [[nodiscard]] std::size_t firstGreater(std::span<const std::int64_t> times, std::int64_t time) const;

private:
    std::int64_t m_start = 0;
    unsigned m_shift = 0;                 // moments are 2^shift ns apart
    std::vector<std::uint32_t> m_samples; // how many times are at or before each of them; the first is m_start
};

} // namespace stepscope::view
