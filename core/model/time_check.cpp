// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/time_check.h"

#include <algorithm>
#include <functional>

namespace stepscope::model {
namespace {

// Calls visit(time, couldBeLost) for every timed event.
template <class Visit> void forEachTime(const AssemblyInput& input, const std::vector<PairedSlice>& paired, Visit visit)
{
    for (const AssemblyChunk& chunk : input.chunks) {
        input.stop.poll();
        const RawEvents& raw = *input.workers[chunk.worker];
        const std::int64_t* start = raw.slices.start.data();
        const std::int64_t* dur = raw.slices.dur.data();
        const std::uint8_t* flags = raw.slices.flags.data();
        for (std::uint32_t i = chunk.range.slices.first; i < chunk.range.slices.last; ++i)
            visit(start[i], start[i] == 0 && dur[i] == 0 && (flags[i] & kRawNoDuration) == 0);
        for (std::uint32_t i = chunk.range.instants.first; i < chunk.range.instants.last; ++i)
            visit(raw.instants[i].time, false);
        for (std::uint32_t i = chunk.range.counters.first; i < chunk.range.counters.last; ++i)
            visit(raw.counters[i].time, false);
    }
    for (const PairedSlice& slice : paired)
        visit(slice.start, false);
}

} // namespace

TimeCheck checkTimes(const AssemblyInput& input, const std::vector<PairedSlice>& paired)
{
    TimeCheck check;
    std::int64_t first = INT64_MAX;
    std::int64_t last = INT64_MIN;
    std::uint64_t zeros = 0;
    std::size_t count = 0;
    forEachTime(input, paired, [&](std::int64_t time, bool couldBeLost) {
        if (couldBeLost) {
            ++zeros;
            return;
        }
        first = std::min(first, time);
        last = std::max(last, time);
        ++count;
    });
    check.anyTime = count + zeros > 0;
    check.zeroMeansLost = zeros > 0 && count > 0 && first > kLostTimeDistance;
    if (zeros > 0 && !check.zeroMeansLost) {
        first = std::min<std::int64_t>(first, 0);
        last = std::max<std::int64_t>(last, 0);
    }
    if (count + zeros == 0 || first > last || last - first <= kOutlierDistance)
        return check;
    std::vector<std::int64_t> times;
    times.reserve(count);
    forEachTime(input, paired, [&](std::int64_t time, bool couldBeLost) {
        if (!couldBeLost || !check.zeroMeansLost)
            times.push_back(time);
    });
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::uint32_t calls = 0;
    std::nth_element(times.begin(), middle, times.end(), input.stop.polled(std::less<> {}, calls));
    check.median = *middle;
    check.hasOutliers = true;
    return check;
}

} // namespace stepscope::model
