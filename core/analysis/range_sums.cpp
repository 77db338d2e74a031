// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/range_sums.h"

#include "core/analysis/sums.h"
#include "core/analysis/window.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <tsl/robin_map.h>
#include <tuple>
#include <utility>

namespace stepscope::analysis {
namespace {

// Time in which any of some slices of one row ran; they are added by their starts.
class Covered
{
public:
    void add(Interval part)
    {
        if (part.end > m_until)
            addTo(m_ns, Interval {std::max(part.start, m_until), part.end}.length());
        m_until = std::max(m_until, part.end);
    }
    [[nodiscard]] std::int64_t ns() const { return m_ns; }

private:
    std::int64_t m_until = std::numeric_limits<std::int64_t>::min();
    std::int64_t m_ns = 0;
};

class RangeCollector
{
public:
    RangeCollector(const model::Trace& trace, Interval range)
        : m_trace(trace)
    {
        m_sums.range = range;
    }

    bool run(std::span<const LaneId> lanes, const std::stop_token& stop)
    {
        std::map<TrackId, std::vector<LaneId>> lanesOf;
        for (const LaneId id : lanes)
            lanesOf[m_trace.lanes[id.index()].track].push_back(id);
        return std::all_of(
            lanesOf.begin(), lanesOf.end(), [&](const auto& row) { return addRow(row.first, row.second, stop); });
    }

    // Only when all slices have been added: children may come before their parents.
    RangeSums finish(std::span<const LaneId> lanes)
    {
        for (const LaneId id : lanes) {
            const model::Lane& lane = m_trace.lanes[id.index()];
            const SliceRun run = slicesWithin(m_trace, lane, m_sums.range);
            for (std::size_t i = run.first; i < run.last; ++i)
                takeOff(SliceId(i), lane.track);
        }
        for (std::size_t i = 0; i < m_sums.rows.size(); ++i) {
            RangeRow& row = m_sums.rows[i];
            row.totalNs = m_covered[i].ns();
            row.selfNs = std::max<std::int64_t>(0, row.selfNs); // children that cross are both taken off their parent
        }
        std::sort(m_sums.rows.begin(), m_sums.rows.end(), [](const RangeRow& a, const RangeRow& b) {
            return std::tie(a.track, a.category, a.name) < std::tie(b.track, b.category, b.name);
        });
        return std::move(m_sums);
    }

private:
    static constexpr std::size_t kPoll = std::size_t {1} << 16U;

    struct Key
    {
        std::uint32_t track;
        std::uint32_t name;
        std::uint16_t category;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct KeyHash
    {
        std::size_t operator()(const Key& key) const
        {
            const std::uint64_t mixed
                = (std::uint64_t {key.track} << 48U) ^ (std::uint64_t {key.category} << 32U) ^ key.name;
            return static_cast<std::size_t>((mixed * 0x9e3779b97f4a7c15U) ^ (mixed >> 29U));
        }
    };

    [[nodiscard]] Key keyOf(SliceId id, TrackId track) const
    {
        return {track.value, m_trace.slices.name[id.index()].value, m_trace.slices.category[id.index()]};
    }

    // All slices of one row by their starts, those around others before them.
    bool addRow(TrackId track, const std::vector<LaneId>& lanes, const std::stop_token& stop)
    {
        struct Next
        {
            std::int64_t start;
            std::size_t lane; // in `runs`
            bool operator>(const Next& other) const
            {
                return std::tie(start, lane) > std::tie(other.start, other.lane);
            }
        };
        std::vector<SliceRun> runs;
        std::priority_queue<Next, std::vector<Next>, std::greater<>> next;
        const auto push = [&](std::size_t lane) {
            if (runs[lane].first < runs[lane].last)
                next.push({m_trace.slices.start[runs[lane].first], lane});
        };
        for (const LaneId id : lanes) {
            runs.push_back(slicesWithin(m_trace, m_trace.lanes[id.index()], m_sums.range));
            push(runs.size() - 1);
        }
        Covered all;
        std::map<std::uint16_t, Covered> ofCategory;
        for (; !next.empty(); ++m_sums.slices) {
            if (m_sums.slices % kPoll == 0 && stop.stop_requested())
                return false;
            const std::size_t lane = next.top().lane;
            next.pop();
            const SliceId id(runs[lane].first++);
            push(lane);
            const Interval part = add(id, track);
            all.add(part);
            ofCategory[m_trace.slices.category[id.index()]].add(part);
        }
        for (const auto& [category, covered] : ofCategory)
            addTotal(m_sums.categories, track, category, covered);
        addTotal(m_sums.tracks, track, std::nullopt, all);
        return true;
    }

    static void addTotal(
        std::vector<RangeRow>& totals, TrackId track, std::optional<std::uint16_t> category, const Covered& covered)
    {
        RangeRow& total = totals.emplace_back();
        total.track = track;
        total.category = category;
        total.totalNs = covered.ns();
    }

    Interval add(SliceId id, TrackId track)
    {
        const Key key = keyOf(id, track);
        const auto [at, fresh] = m_rowOfKey.try_emplace(key, static_cast<std::uint32_t>(m_sums.rows.size()));
        if (fresh) {
            RangeRow& row = m_sums.rows.emplace_back();
            row.track = track;
            row.name = NameId(key.name);
            row.category = key.category;
            m_covered.emplace_back();
        }
        RangeRow& row = m_sums.rows[at->second];
        const Interval inside = cut(m_sums.range, m_trace.slices.start[id.index()], m_trace.slices.end(id));
        const std::int64_t ns = inside.length();
        ++row.calls;
        m_covered[at->second].add(inside);
        addTo(row.partsNs, ns);
        addTo(row.selfNs, ns);
        if (ns > row.longestNs) {
            row.longestNs = ns;
            row.longest = id;
        }
        return inside;
    }

    void takeOff(SliceId child, TrackId track)
    {
        const SliceId parent = m_trace.slices.parent[child.index()];
        if (!parent.valid())
            return;
        const auto row = m_rowOfKey.find(keyOf(parent, track));
        if (row == m_rowOfKey.end())
            return;
        const model::SliceTable& slices = m_trace.slices;
        const std::int64_t start = std::max(slices.start[child.index()], slices.start[parent.index()]);
        const std::int64_t end = std::min(slices.end(child), slices.end(parent));
        if (start < end && overlaps(m_sums.range, start, end))
            addTo(m_sums.rows[row->second].selfNs, -cut(m_sums.range, start, end).length());
    }

    const model::Trace& m_trace;
    RangeSums m_sums;
    std::vector<Covered> m_covered; // as m_sums.rows, until they are put in order
    tsl::robin_map<Key, std::uint32_t, KeyHash> m_rowOfKey;
};

RangeRow keyRow(const RangeRow& row, RangeGrouping grouping)
{
    RangeRow key;
    if (grouping == RangeGrouping::Row)
        key.track = row.track;
    else
        key.category = row.category;
    if (grouping == RangeGrouping::Name)
        key.name = row.name;
    return key;
}

bool sameGroup(const RangeRow& a, const RangeRow& b)
{
    return a.track == b.track && a.category == b.category && a.name == b.name;
}

void merge(RangeRow& sum, const RangeRow& row)
{
    addTo(sum.calls, row.calls);
    addTo(sum.totalNs, row.totalNs);
    addTo(sum.partsNs, row.partsNs);
    addTo(sum.selfNs, row.selfNs);
    if (row.longestNs > sum.longestNs) {
        sum.longestNs = row.longestNs;
        sum.longest = row.longest;
    }
}

} // namespace

SliceRun slicesWithin(const model::Trace& trace, const model::Lane& lane, Interval range)
{
    const auto& starts = trace.slices.start;
    SliceRun run {trace.firstEndingAfter(lane, range.start).index(), 0};
    // Those without length that start at the very start of the range have ended by then.
    while (run.first > lane.first.index() && starts[run.first - 1] >= range.start)
        --run.first;
    const auto* from = starts.data() + run.first;
    const auto* end = starts.data() + std::max(run.first, lane.last.index());
    run.last = run.first + static_cast<std::size_t>(std::lower_bound(from, end, range.end) - from);
    return run;
}

std::optional<RangeSums> rangeSums(
    const model::Trace& trace, Interval range, std::span<const LaneId> lanes, const std::stop_token& stop)
{
    RangeCollector collector(trace, range);
    if (!collector.run(lanes, stop))
        return std::nullopt;
    return collector.finish(lanes);
}

namespace {

// What runs inside something else of its group counts once: totals of a group are not the sum of those of its names.
// `groups` in the order of their keys.
void takeTotals(const std::vector<RangeRow>& totals, RangeGrouping grouping, std::vector<RangeRow>& groups)
{
    for (RangeRow& group : groups)
        group.totalNs = 0;
    const auto isBefore = [](const RangeRow& a, const RangeRow& b) {
        return std::tie(a.track, a.category, a.name) < std::tie(b.track, b.category, b.name);
    };
    for (const RangeRow& total : totals) {
        const auto group = std::lower_bound(groups.begin(), groups.end(), keyRow(total, grouping), isBefore);
        if (group != groups.end())
            addTo(group->totalNs, total.totalNs);
    }
}

} // namespace

std::vector<RangeRow> groupRange(const RangeSums& sums, RangeGrouping grouping)
{
    std::vector<std::pair<RangeRow, const RangeRow*>> keyed;
    keyed.reserve(sums.rows.size());
    for (const RangeRow& row : sums.rows)
        keyed.emplace_back(keyRow(row, grouping), &row);
    std::stable_sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) {
        return std::tie(a.first.track, a.first.category, a.first.name)
            < std::tie(b.first.track, b.first.category, b.first.name);
    });
    std::vector<RangeRow> groups;
    for (const auto& [key, row] : keyed) {
        if (groups.empty() || !sameGroup(groups.back(), key))
            groups.push_back(key);
        merge(groups.back(), *row);
    }
    if (grouping != RangeGrouping::Name)
        takeTotals(grouping == RangeGrouping::Row ? sums.tracks : sums.categories, grouping, groups);
    std::stable_sort(groups.begin(), groups.end(), [grouping](const RangeRow& a, const RangeRow& b) {
        return grouping == RangeGrouping::Row ? a.totalNs > b.totalNs : a.selfNs > b.selfNs;
    });
    return groups;
}

std::vector<LaneId> placedLanes(const model::Trace& trace)
{
    std::vector<LaneId> lanes;
    for (std::size_t i = 0; i < trace.lanes.size(); ++i) {
        if (trace.lanes[i].section != model::LaneSection::Unplaced)
            lanes.emplace_back(i);
    }
    return lanes;
}

} // namespace stepscope::analysis
