// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/range_max.h"

namespace stepscope {
namespace {

constexpr std::size_t kFan = 16;

// Keeps the better of two positions: the larger value, among equals the one further left.
void take(std::span<const std::int64_t> values, std::size_t candidate, std::size_t& best)
{
    if (values[candidate] > values[best] || (values[candidate] == values[best] && candidate < best))
        best = candidate;
}

// One entry for each kFan of `count` entries below, whose positions in `values` are at(i).
template <class At>
std::vector<std::uint32_t> nextLevel(std::span<const std::int64_t> values, std::size_t count, const At& at)
{
    std::vector<std::uint32_t> level;
    level.reserve((count + kFan - 1) / kFan);
    for (std::size_t first = 0; first < count; first += kFan) {
        std::size_t best = at(first);
        for (std::size_t i = first + 1; i < count && i < first + kFan; ++i)
            take(values, at(i), best);
        level.push_back(static_cast<std::uint32_t>(best));
    }
    return level;
}

} // namespace

void RangeMax::build(std::span<const std::int64_t> values)
{
    m_levels.clear();
    if (values.size() <= kFan)
        return;
    m_levels.push_back(nextLevel(values, values.size(), [](std::size_t i) { return i; }));
    while (m_levels.back().size() > kFan) {
        const std::vector<std::uint32_t>& below = m_levels.back();
        auto next = nextLevel(values, below.size(), [&below](std::size_t i) { return std::size_t {below[i]}; });
        m_levels.push_back(std::move(next));
    }
}

std::size_t RangeMax::query(std::span<const std::int64_t> values, std::size_t first, std::size_t last) const
{
    std::size_t best = first;
    // Values outside whole groups at both ends are looked at one by one, the groups between them one level up.
    for (; first < last && (first % kFan != 0 || m_levels.empty()); ++first)
        take(values, first, best);
    for (; first < last && last % kFan != 0; --last)
        take(values, last - 1, best);
    for (std::size_t l = 0; first < last; ++l) {
        const std::vector<std::uint32_t>& level = m_levels[l];
        const bool top = l + 1 == m_levels.size();
        first /= kFan;
        last /= kFan;
        for (; first < last && (top || first % kFan != 0); ++first)
            take(values, level[first], best);
        for (; first < last && last % kFan != 0; --last)
            take(values, level[last - 1], best);
    }
    return best;
}

std::size_t RangeMax::bytes() const
{
    std::size_t sum = m_levels.capacity() * sizeof(m_levels[0]);
    for (const std::vector<std::uint32_t>& level : m_levels)
        sum += level.capacity() * sizeof(std::uint32_t);
    return sum;
}

} // namespace stepscope
