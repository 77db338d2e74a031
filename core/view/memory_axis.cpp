// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/memory_axis.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stepscope::view {

namespace {

constexpr std::int64_t kNsPerUs = 1000;
constexpr std::int64_t kMarginShare = 100; // of all time, before and after the history

// Times as far as they ascend: an entry without one, or with one from before, stands where the last one did.
std::vector<std::int64_t> ascendingTimes(const model::MemoryEntries& entries)
{
    std::vector<std::int64_t> positions;
    positions.reserve(entries.count());
    const auto known = std::find_if(entries.timeUs.begin(), entries.timeUs.end(), [](std::int64_t us) { return us; });
    std::int64_t latest = known == entries.timeUs.end() ? 0 : EntryPositions::ofTime(*known);
    for (const std::int64_t us : entries.timeUs) {
        if (us != 0)
            latest = std::max(latest, EntryPositions::ofTime(us));
        positions.push_back(latest);
    }
    return positions;
}

// One unit for each entry at which an allocation begins or ends.
std::vector<std::int64_t> changePositions(const model::MemoryDevice& device, std::int64_t& end)
{
    std::vector<std::int64_t> positions(static_cast<std::size_t>(device.entryCount()), 0);
    for (const Column<std::int32_t>* column : {&device.allocations.born, &device.allocations.died}) {
        for (const std::int32_t entry : *column) {
            if (entry >= 0 && entry < device.entryCount())
                positions[static_cast<std::size_t>(entry)] = EntryPositions::kUnit;
        }
    }
    end = 0;
    for (std::int64_t& position : positions) {
        const std::int64_t width = position;
        position = end;
        end += width;
    }
    return positions;
}

// Kept in a range in which nothing overflows.
double pixelOf(const TimeScale& scale, std::int64_t position)
{
    constexpr double kFar = 1e12;
    return std::clamp(scale.toPx(position), -kFar, kFar);
}

std::int64_t columnOf(const TimeScale& scale, std::int64_t position)
{
    return static_cast<std::int64_t>(std::floor(pixelOf(scale, position)));
}

std::int64_t endColumnOf(const TimeScale& scale, std::int64_t position)
{
    return static_cast<std::int64_t>(std::ceil(pixelOf(scale, position)));
}

} // namespace

EntryPositions::EntryPositions(
    const model::MemorySnapshot& snapshot, const model::MemoryDevice& device, MemoryAxisMode mode)
    : m_mode(mode)
    , m_count(device.entryCount())
{
    if (m_count == 0)
        return;
    m_end = m_count * kUnit;
    if (mode == MemoryAxisMode::Compact) {
        m_positions = changePositions(device, m_end);
        m_end = std::max(m_end, kUnit);
    } else if (mode == MemoryAxisMode::Time) {
        m_positions = ascendingTimes(snapshot.entries(device));
        standAtTimes();
    }
}

EntryPositions::EntryPositions(std::span<const std::int64_t> timesNs)
    : m_mode(MemoryAxisMode::Time)
    , m_count(static_cast<std::int32_t>(timesNs.size()))
    , m_positions(timesNs.begin(), timesNs.end())
{
    if (m_count > 0)
        standAtTimes();
}

// The places before and after the history.
void EntryPositions::standAtTimes()
{
    const double all = timeDifference(m_positions.back(), m_positions.front());
    const double margin = std::max(all / kMarginShare, static_cast<double>(kNsPerUs));
    m_begin = addTime(m_positions.front(), -margin).whole;
    m_end = addTime(m_positions.back(), margin).whole;
}

std::int64_t EntryPositions::ofTime(std::int64_t us)
{
    std::int64_t ns = 0;
    if (__builtin_mul_overflow(us, kNsPerUs, &ns))
        return us < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
    return ns;
}

std::int64_t EntryPositions::of(std::int32_t entry) const
{
    if (entry < 0)
        return m_begin;
    if (entry >= m_count)
        return m_end;
    return m_positions.empty() ? entry * kUnit : m_positions[static_cast<std::size_t>(entry)];
}

std::int32_t EntryPositions::entryAt(std::int64_t position) const
{
    if (m_count == 0 || position < of(0))
        return model::kBeforeHistory;
    if (m_positions.empty())
        return static_cast<std::int32_t>(std::min<std::int64_t>(position / kUnit, m_count - 1));
    const auto after = std::upper_bound(m_positions.begin(), m_positions.end(), position);
    return static_cast<std::int32_t>(after - m_positions.begin()) - 1;
}

// The last entry, at or after `from`, that does not begin right of `column`; `from` does not.
std::int32_t EntryPositions::lastUpTo(const TimeScale& scale, std::int32_t column, std::int32_t from) const
{
    const auto isUpTo = [&](std::int32_t entry) { return columnOf(scale, of(entry)) <= column; };
    std::int32_t low = from; // is
    std::int32_t step = 1;
    std::int32_t high = m_count; // is not, or the end
    while (low < m_count - step && isUpTo(low + step)) {
        low += step;
        step = std::min(step * 2, m_count);
    }
    high = std::min<std::int32_t>(m_count, step < m_count - low ? low + step : m_count);
    while (high - low > 1) {
        const std::int32_t middle = low + (high - low) / 2;
        (isUpTo(middle) ? low : high) = middle;
    }
    return low;
}

std::vector<EntrySpan> EntryPositions::columns(const TimeScale& scale, std::int32_t width) const
{
    std::vector<EntrySpan> spans(static_cast<std::size_t>(std::max(0, width)));
    const std::int64_t start = columnOf(scale, m_begin);
    const std::int64_t stop = std::max(endColumnOf(scale, m_end), columnOf(scale, of(m_count - 1)) + 1);
    const std::int64_t begin = std::max<std::int64_t>(start, 0);
    const std::int64_t end = std::min<std::int64_t>(stop, width);
    if (begin >= end)
        return spans;
    std::int32_t before = model::kBeforeHistory; // the last entry that begins left of the column
    bool anyBefore = start < begin;
    if (anyBefore)
        before = lastUpTo(scale, static_cast<std::int32_t>(begin) - 1, model::kBeforeHistory);
    for (std::int64_t column = begin; column < end; ++column) {
        const std::int32_t last = lastUpTo(scale, static_cast<std::int32_t>(column), before);
        const std::int32_t first = !anyBefore ? model::kBeforeHistory : last > before ? before + 1 : last;
        spans[static_cast<std::size_t>(column)] = {first, last};
        before = last;
        anyBefore = true;
    }
    return spans;
}

bool hasTimes(const model::MemorySnapshot& snapshot, const model::MemoryDevice& device)
{
    const auto& times = snapshot.entries(device).timeUs;
    return std::any_of(times.begin(), times.end(), [](std::int64_t us) { return us != 0; });
}

} // namespace stepscope::view
