// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/sampled_times.h"

#include <algorithm>
#include <bit>

namespace stepscope::view {

namespace {

constexpr std::uint64_t kPerSample = 8; // times on average

// Exact for any two times.
std::uint64_t since(std::int64_t time, std::int64_t start)
{
    return static_cast<std::uint64_t>(time) - static_cast<std::uint64_t>(start);
}

} // namespace

SampledTimes::SampledTimes(std::span<const std::int64_t> times)
{
    if (times.empty())
        return;
    m_start = times.front();
    const std::uint64_t length = since(times.back(), m_start);
    const std::uint64_t wanted = times.size() / kPerSample + 1;
    m_shift = std::min(63U, static_cast<unsigned>(std::bit_width(length / wanted))); // no more moments than wanted
    const std::uint64_t moments = (length >> m_shift) + 1;
    m_samples.reserve(moments);
    std::size_t at = 0;
    for (std::uint64_t moment = 0; moment < moments; ++moment) {
        while (at < times.size() && since(times[at], m_start) <= moment << m_shift)
            ++at;
        m_samples.push_back(static_cast<std::uint32_t>(at));
    }
}

std::size_t SampledTimes::firstGreater(std::span<const std::int64_t> times, std::int64_t time) const
{
    if (m_samples.empty() || time < m_start)
        return 0;
    const std::uint64_t moment = since(time, m_start) >> m_shift;
    if (moment >= m_samples.size())
        return times.size();
    const auto from = times.begin() + m_samples[moment];
    const bool isLast = moment + 1 == m_samples.size();
    const auto to = isLast ? times.end() : times.begin() + m_samples[moment + 1];
    return static_cast<std::size_t>(std::upper_bound(from, to, time) - times.begin());
}

} // namespace stepscope::view
