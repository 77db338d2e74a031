// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/counter_lod.h"

#include <algorithm>

namespace stepscope::view {

namespace {

constexpr std::size_t kFan = 16;

ValueBand joined(const ValueBand& a, const ValueBand& b)
{
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

template <class At> ValueBand bandOf(std::size_t first, std::size_t last, At at)
{
    ValueBand band = at(first);
    for (std::size_t i = first + 1; i < last; ++i)
        band = joined(band, at(i));
    return band;
}

} // namespace

CounterLod::CounterLod(const model::CounterSeries& series)
    : m_series(&series)
{
    const auto sample = [&series](std::size_t i) { return ValueBand {series.value[i], series.value[i]}; };
    std::size_t count = series.value.size();
    while (count > 1) {
        const std::vector<ValueBand>* below = m_levels.empty() ? nullptr : &m_levels.back();
        std::vector<ValueBand> level;
        level.reserve((count + kFan - 1) / kFan);
        for (std::size_t i = 0; i < count; i += kFan) {
            const std::size_t end = std::min(count, i + kFan);
            level.push_back(
                below ? bandOf(i, end, [below](std::size_t k) { return (*below)[k]; }) : bandOf(i, end, sample));
        }
        count = level.size();
        m_levels.push_back(std::move(level));
    }
}

std::optional<ValueBand> CounterLod::all() const
{
    if (m_series->value.empty())
        return {};
    return band(0, m_series->value.size());
}

ValueBand CounterLod::band(std::size_t first, std::size_t last) const
{
    // Climbs while both ends are inside: the ragged edges of each level are joined one by one.
    const auto sample = [this](std::size_t i) { return ValueBand {m_series->value[i], m_series->value[i]}; };
    ValueBand result = sample(first);
    const auto take = [&](std::size_t level, std::size_t i) {
        result = joined(result, level == 0 ? sample(i) : m_levels[level - 1][i]);
    };
    std::size_t level = 0;
    while (first < last) {
        while (first < last && first % kFan != 0)
            take(level, first++);
        while (first < last && last % kFan != 0)
            take(level, --last);
        if (first >= last || level >= m_levels.size())
            break;
        first /= kFan;
        last /= kFan;
        ++level;
    }
    return result;
}

std::size_t CounterLod::firstAtOrAfter(std::size_t from, std::int64_t time) const
{
    const auto* begin = m_series->time.begin();
    return static_cast<std::size_t>(std::lower_bound(begin + from, m_series->time.end(), time) - begin);
}

std::optional<std::size_t> CounterLod::sampleAt(std::int64_t time) const
{
    const auto* begin = m_series->time.begin();
    const auto* after = std::upper_bound(begin, m_series->time.end(), time);
    if (after == begin)
        return {};
    return static_cast<std::size_t>(after - begin) - 1;
}

std::vector<std::optional<ValueBand>> CounterLod::columns(const TimeScale& scale, std::int32_t width) const
{
    std::vector<std::optional<ValueBand>> result(static_cast<std::size_t>(std::max(width, 0)));
    std::size_t first = firstAtOrAfter(0, scale.toNs(0));
    for (std::size_t x = 0; x < result.size(); ++x) {
        const std::size_t last = firstAtOrAfter(first, scale.toNs(static_cast<double>(x) + 1));
        const std::size_t from = first > 0 ? first - 1 : first; // the value that still holds
        if (from < last)
            result[x] = band(from, last);
        first = last;
    }
    return result;
}

} // namespace stepscope::view
