// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewmodel/search_hits.h"

#include <algorithm>
#include <tuple>

namespace stepscope::widgets {

std::size_t SearchHits::slicesBefore(std::int64_t time) const
{
    const auto& starts = trace->slices.start;
    const auto found = std::partition_point(
        inOrder.begin(), inOrder.end(), [&](SliceId slice) { return starts[slice.index()] < time; });
    return static_cast<std::size_t>(found - inOrder.begin());
}

std::size_t SearchHits::instantsBefore(std::int64_t time) const
{
    const auto& times = trace->instants.time;
    const auto found = std::partition_point(
        instants.begin(), instants.end(), [&](InstantId instant) { return times[instant.index()] < time; });
    return static_cast<std::size_t>(found - instants.begin());
}

std::size_t SearchHits::firstFrom(std::int64_t time) const
{
    return slicesBefore(time) + instantsBefore(time);
}

Item SearchHits::at(std::size_t number) const
{
    const auto& starts = trace->slices.start;
    const auto numberOfSlice = [&](std::size_t i) { return i + instantsBefore(starts[inOrder[i].index()]); };
    std::size_t low = 0; // how many of the hits before `number` are slices
    for (std::size_t high = std::min(number, inOrder.size()); low < high;) {
        const std::size_t middle = low + (high - low) / 2;
        if (numberOfSlice(middle) < number)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < inOrder.size() && numberOfSlice(low) == number)
        return Item::of(inOrder[low]);
    return Item::of(instants[number - low]);
}

std::int64_t SearchHits::timeAt(std::size_t number) const
{
    const Item item = at(number);
    return item.slice().valid() ? trace->slices.start[item.index] : trace->instants.time[item.index];
}

std::size_t SearchHits::numberOf(const Item& item) const
{
    if (item.kind == ItemKind::Slice && item.index < trace->slices.size()) {
        const auto key = [&](SliceId id) { return std::tuple(trace->slices.start[id.index()], id); };
        const auto found = std::partition_point(
            inOrder.begin(), inOrder.end(), [&](SliceId hit) { return key(hit) < key(item.slice()); });
        if (found != inOrder.end() && *found == item.slice())
            return static_cast<std::size_t>(found - inOrder.begin()) + instantsBefore(trace->slices.start[item.index]);
    } else if (item.kind == ItemKind::Instant && item.index < trace->instants.size()) {
        const std::int64_t time = trace->instants.time[item.index];
        const auto key = [&](InstantId id) { return std::tuple(trace->instants.time[id.index()], id); };
        const auto found = std::partition_point(
            instants.begin(), instants.end(), [&](InstantId hit) { return key(hit) < key(item.instant()); });
        if (found != instants.end() && *found == item.instant())
            return static_cast<std::size_t>(found - instants.begin()) + slicesBefore(time + 1);
    }
    return count();
}

bool SearchHits::contains(SliceId slice) const
{
    return filter.takes(trace->slices.name[slice.index()], trace->slices.category[slice.index()])
        || (!byNameOnly && numberOf(Item::of(slice)) < count());
}

} // namespace stepscope::widgets
