// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/run_clock.h"

#include <algorithm>
#include <limits>

namespace stepscope::analysis {

namespace {

constexpr std::int64_t kNsPerUs = 1000;

std::optional<std::int64_t> unixNs(std::int64_t us)
{
    std::int64_t ns = 0;
    if (us <= 0 || __builtin_mul_overflow(us, kNsPerUs, &ns))
        return std::nullopt;
    return ns;
}

Interval timesOf(const model::MemorySnapshot& snapshot)
{
    Interval times {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    for (const model::MemoryDevice& device : snapshot.devices) {
        for (const std::int64_t us : snapshot.entries(device).timeUs) {
            const auto time = unixNs(us);
            if (!time)
                continue;
            times.start = std::min(times.start, *time);
            times.end = std::max(times.end, *time);
        }
    }
    return times.start <= times.end ? times : Interval {};
}

} // namespace

SharedClock sharedClock(const model::Trace& trace, const model::MemorySnapshot& snapshot)
{
    SharedClock clock;
    clock.snapshot = timesOf(snapshot);
    const std::optional<std::int64_t> base = trace.unixBase();
    std::int64_t start = 0;
    std::int64_t end = 0;
    if (clock.snapshot.end == 0) {
        clock.match = ClockMatch::SnapshotWithoutTimes;
    } else if (!base || __builtin_add_overflow(trace.rangeStart, *base, &start)
        || __builtin_add_overflow(trace.rangeEnd, *base, &end)) {
        clock.match = ClockMatch::TraceWithoutUnixTime;
    } else if (start <= clock.snapshot.end && clock.snapshot.start <= end) {
        clock.match = ClockMatch::Shared;
        clock.base = *base;
    }
    return clock;
}

std::optional<EntryStretch> entriesBetween(const model::MemoryEntries& entries, std::int64_t from, std::int64_t to)
{
    const auto& times = entries.timeUs;
    // In whole microseconds: the first entry at or after `from`, the first at or after `to`.
    const auto ceiling = [](std::int64_t ns) { return ns / kNsPerUs + (ns % kNsPerUs > 0 ? 1 : 0); };
    const auto first = std::lower_bound(times.begin(), times.end(), ceiling(from));
    const auto end = std::lower_bound(first, times.end(), ceiling(to));
    if (first == end)
        return std::nullopt;
    return EntryStretch {
        static_cast<std::int32_t>(first - times.begin()), static_cast<std::int32_t>(end - times.begin()) - 1};
}

SliceId gpuWorkAt(const model::Trace& trace, std::int64_t time)
{
    SliceId found;
    for (const model::Lane& lane : trace.lanes) {
        if (!lane.firstGpuWork.valid() || lane.first == lane.last)
            continue;
        const auto begin = trace.slices.start.begin() + static_cast<std::ptrdiff_t>(lane.first.index());
        const auto end = trace.slices.start.begin() + static_cast<std::ptrdiff_t>(lane.last.index());
        const auto after = std::upper_bound(begin, end, time);
        if (after == begin)
            continue;
        const SliceId slice(static_cast<std::size_t>(after - trace.slices.start.begin()) - 1);
        const bool runs = trace.slices.end(slice) > time;
        if (runs && (!found.valid() || trace.slices.start[slice.index()] > trace.slices.start[found.index()]))
            found = slice;
    }
    return found;
}

} // namespace stepscope::analysis
