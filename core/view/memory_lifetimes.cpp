// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/memory_lifetimes.h"

#include <algorithm>

namespace stepscope::view {

namespace {

// Sums of bytes stay below 2^63 in any file that is not made to break us; there the order of larger ones is lost.
std::span<const std::int64_t> asSigned(std::span<const std::uint64_t> values)
{
    return {reinterpret_cast<const std::int64_t*>(values.data()), values.size()};
}

} // namespace

CurvePeaks::CurvePeaks(const CurveView& curve)
    : m_curve(curve)
    , m_index(asSigned(curve.values))
{
}

std::int32_t CurvePeaks::highest(EntrySpan span) const
{
    if (span.last < 0)
        return model::kBeforeHistory;
    const auto first = static_cast<std::size_t>(std::max(span.first, 0));
    const auto last = static_cast<std::size_t>(span.last) + 1;
    const auto best = static_cast<std::int32_t>(m_index.query(asSigned(m_curve.values), first, last));
    return span.first < 0 && m_curve.initial >= m_curve.at(best) ? model::kBeforeHistory : best;
}

LifetimeIndex::LifetimeIndex(const Lifetimes& lifetimes)
    : m_lifetimes(lifetimes)
{
    std::span<const std::int32_t> below = lifetimes.died;
    constexpr std::size_t kFan = std::size_t {1} << kFanBits;
    while (below.size() > kFan) {
        std::vector<std::int32_t> level;
        level.reserve((below.size() + kFan - 1) / kFan);
        for (std::size_t first = 0; first < below.size(); first += kFan) {
            const auto group = below.subspan(first, std::min(kFan, below.size() - first));
            level.push_back(*std::max_element(group.begin(), group.end()));
        }
        m_lastDeaths.push_back(std::move(level));
        below = m_lastDeaths.back();
    }
}

std::size_t LifetimeIndex::bornBy(std::int32_t entry) const
{
    const auto begin = m_lifetimes.born.begin();
    return static_cast<std::size_t>(std::upper_bound(begin, m_lifetimes.born.end(), entry) - begin);
}

std::size_t LifetimeIndex::skipDead(std::size_t first, std::int32_t entry) const
{
    std::size_t end = first;
    for (std::size_t level = 0; level < m_lastDeaths.size(); ++level) {
        const std::size_t bits = kFanBits * (level + 1);
        const std::size_t group = first >> bits;
        if (group << bits != first || m_lastDeaths[level][group] > entry)
            break;
        end = (group + 1) << bits;
    }
    return end;
}

std::size_t LifetimeIndex::pieceAt(std::int32_t entry, std::uint64_t byte) const
{
    std::size_t found = count();
    std::uint64_t left = byte;
    eachDyingAfter(0, bornBy(entry), entry, [&](std::size_t piece) {
        if (found != count())
            return;
        const std::uint64_t size = m_lifetimes.size[piece];
        if (left < size)
            found = piece;
        else
            left -= size;
    });
    return found;
}

} // namespace stepscope::view
