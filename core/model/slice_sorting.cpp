// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/slice_sorting.h"

#include <algorithm>
#include <numeric>

namespace stepscope::model {
namespace {

struct Before
{
    const SliceTable& slices;
    bool operator()(std::uint32_t a, std::uint32_t b) const
    {
        const std::int64_t startA = slices.start[a];
        const std::int64_t startB = slices.start[b];
        if (startA != startB)
            return startA < startB;
        if (slices.dur[a] != slices.dur[b])
            return slices.dur[a] > slices.dur[b];
        return a < b; // rows of a group are in file order
    }
};

// Merges neighbouring runs pairwise until one is left.
void mergeRuns(
    std::span<std::uint32_t> order, std::vector<std::size_t> bounds, const Before& before, const StopCheck& stop)
{
    std::vector<std::uint32_t> scratch(order.size());
    std::span<std::uint32_t> from = order;
    std::span<std::uint32_t> to = scratch;
    std::uint32_t calls = 0;
    while (bounds.size() > 2) {
        std::vector<std::size_t> merged {0};
        for (std::size_t i = 0; i + 1 < bounds.size(); i += 2) {
            const std::size_t middle = bounds[i + 1];
            const std::size_t end = i + 2 < bounds.size() ? bounds[i + 2] : middle;
            std::merge(from.begin() + static_cast<std::ptrdiff_t>(bounds[i]),
                from.begin() + static_cast<std::ptrdiff_t>(middle), from.begin() + static_cast<std::ptrdiff_t>(middle),
                from.begin() + static_cast<std::ptrdiff_t>(end), to.begin() + static_cast<std::ptrdiff_t>(bounds[i]),
                stop.polled(before, calls));
            merged.push_back(end);
        }
        bounds = std::move(merged);
        std::swap(from, to);
    }
    if (from.data() != order.data())
        std::copy(from.begin(), from.end(), order.begin());
}

} // namespace

void sortGroup(const SliceTable& slices, const SliceGroup& group, std::span<std::uint32_t> order, const StopCheck& stop)
{
    std::iota(order.begin(), order.end(), group.first);
    const Before before {slices};
    std::vector<std::size_t> bounds {0};
    constexpr std::size_t kShortRun = 32; // shorter runs are sorted in place: merging them would cost more
    for (std::size_t i = 1; i <= order.size(); ++i) {
        stop.poll(i);
        const bool runEnds = i == order.size() || before(order[i], order[i - 1]);
        if (!runEnds)
            continue;
        if (i - bounds.back() < kShortRun && i < order.size()) {
            const std::size_t end = std::min(order.size(), bounds.back() + kShortRun);
            std::sort(order.begin() + static_cast<std::ptrdiff_t>(bounds.back()),
                order.begin() + static_cast<std::ptrdiff_t>(end), before);
            i = end;
            while (i < order.size() && !before(order[i], order[i - 1]))
                ++i;
        }
        bounds.push_back(i);
    }
    if (bounds.size() > 2)
        mergeRuns(order, std::move(bounds), before, stop);
}

std::vector<ImpossibleDuration> repairDurations(
    SliceTable& slices, std::span<const std::uint32_t> order, std::span<const std::uint8_t> fromGraph)
{
    // The two smallest ends among the pieces that start later tell whether two of them lie inside. A piece of no length
    // at the very end of another one is not inside it: (end, 1) sorts it behind (end, 0).
    struct End
    {
        std::int64_t time = INT64_MAX;
        int empty = 1;
        auto operator<=>(const End&) const = default;
    };
    std::vector<ImpossibleDuration> found;
    End smallest;
    End second;
    const auto see = [&](const End& end) {
        if (end < smallest) {
            second = smallest;
            smallest = end;
        } else if (end < second) {
            second = end;
        }
    };
    std::vector<End> sameStart;                               // seen at this start: not yet "later"
    std::vector<std::pair<std::uint32_t, std::int64_t>> cuts; // row, next start
    for (std::size_t i = order.size(); i-- > 0;) {
        const std::uint32_t row = order[i];
        if (i + 1 < order.size() && slices.start[order[i + 1]] != slices.start[row]) {
            for (const End& end : sameStart)
                see(end);
            sameStart.clear();
        }
        const End end {endOf(slices, row), slices.dur[row] == 0 ? 1 : 0};
        if (second <= End {end.time, 0} && fromGraph[row] == 0 && (slices.flags[row] & kUnfinished) == 0) {
            std::size_t next = i + 1;
            while (slices.start[order[next]] == slices.start[row])
                ++next; // a later piece exists: it is inside
            cuts.emplace_back(row, slices.start[order[next]]);
        }
        sameStart.push_back(end);
    }
    for (auto cut = cuts.rbegin(); cut != cuts.rend(); ++cut) {
        found.push_back({cut->first, slices.dur[cut->first]});
        slices.dur[cut->first] = cut->second - slices.start[cut->first];
        slices.flags[cut->first] |= kRepaired;
    }
    return found;
}

} // namespace stepscope::model
