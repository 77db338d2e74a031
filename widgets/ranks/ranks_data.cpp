// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/ranks_data.h"

#include "core/analysis/sums.h"

#include <algorithm>
#include <limits>

namespace stepscope::widgets {

namespace {

std::int64_t shifted(std::int64_t time, std::int64_t shift)
{
    analysis::addTo(time, shift);
    return time;
}

} // namespace

RanksData::RanksData(RankJobPtr job)
    : m_job(std::move(job))
    , m_ranks(m_job->world.ranks.size())
{
    std::int64_t from = std::numeric_limits<std::int64_t>::max();
    std::int64_t to = std::numeric_limits<std::int64_t>::min();
    for (std::size_t r = 0; r < m_ranks.size(); ++r) {
        const std::int64_t shift = world().clocks[r].shiftNs;
        from = std::min(from, shifted(world().ranks[r].range.start, shift));
        to = std::max(to, shifted(world().ranks[r].range.end, shift));
    }
    m_bounds = from < to ? Interval {from, to} : Interval {0, 1};
    addBars();
    addSteps();
}

void RanksData::addBars()
{
    for (std::size_t i = 0; i < world().collectives.size(); ++i) {
        const ranks::SharedCollective& shared = world().collectives[i];
        const std::int64_t last = shared.arrivals[shared.last].startNs;
        for (std::size_t a = 0; a < shared.arrivals.size(); ++a) {
            const ranks::Arrival& arrival = shared.arrivals[a];
            const ranks::Collective& own = world().ranks[arrival.rank].collectives[arrival.collective];
            const std::int64_t end
                = std::max(shifted(own.span.end, world().clocks[arrival.rank].shiftNs), arrival.startNs);
            m_ranks[arrival.rank].bars.push_back({arrival.startNs, std::clamp(last, arrival.startNs, end), end,
                static_cast<std::uint32_t>(i), a == shared.last, &own.before});
        }
    }
}

const RanksData::Rank& RanksData::ordered(std::uint32_t rank) const
{
    Rank& one = m_ranks[rank];
    if (one.isOrdered)
        return one;
    std::stable_sort(
        one.bars.begin(), one.bars.end(), [](const RankBar& a, const RankBar& b) { return a.start < b.start; });
    std::vector<Interval> waiting;
    std::vector<Interval> sharing;
    one.reach.reserve(one.bars.size());
    for (const RankBar& bar : one.bars) {
        one.reach.push_back(one.reach.empty() ? bar.end : std::max(one.reach.back(), bar.end));
        waiting.push_back({bar.start, bar.last});
        sharing.push_back({bar.last, bar.end});
    }
    const IntervalSet together = makeSet(std::move(sharing));
    one.waiting = view::BusyIndex(subtract(makeSet(std::move(waiting)), together));
    one.sharing = view::BusyIndex(together);
    one.isOrdered = true;
    return one;
}

void RanksData::addSteps()
{
    for (std::size_t r = 0; r < m_ranks.size(); ++r) {
        const std::int64_t shift = world().clocks[r].shiftNs;
        std::vector<RankStep>& steps = m_ranks[r].steps;
        for (const ranks::StepSummary& step : world().ranks[r].steps)
            steps.push_back({shifted(step.cpu.start, shift), shifted(step.cpu.end, shift), step.number});
        std::stable_sort(
            steps.begin(), steps.end(), [](const RankStep& a, const RankStep& b) { return a.start < b.start; });
    }
}

std::size_t RanksData::firstBarFrom(std::uint32_t rank, std::int64_t time) const
{
    const std::vector<std::int64_t>& reach = ordered(rank).reach;
    return static_cast<std::size_t>(std::upper_bound(reach.begin(), reach.end(), time) - reach.begin());
}

const RankBar* RanksData::barAt(std::uint32_t rank, std::int64_t time, std::int64_t tolerance) const
{
    const std::vector<RankBar>& bars = ordered(rank).bars;
    const auto after = std::upper_bound(
        bars.begin(), bars.end(), time, [](std::int64_t at, const RankBar& bar) { return at < bar.start; });
    const auto first = bars.begin() + static_cast<std::ptrdiff_t>(firstBarFrom(rank, time));
    for (auto bar = after; bar > first;) {
        --bar;
        if (bar->end > time)
            return &*bar;
    }
    if (after != bars.end() && Interval {time, after->start}.length() <= tolerance)
        return &*after;
    if (after != bars.begin() && Interval {std::prev(after)->end, time}.length() <= tolerance)
        return &*std::prev(after);
    return nullptr;
}

const RankBar* RanksData::barOf(std::uint32_t rank, std::uint32_t collective) const
{
    const ranks::SharedCollective& shared = world().collectives[collective];
    const auto arrival = std::lower_bound(shared.arrivals.begin(), shared.arrivals.end(), rank,
        [](const ranks::Arrival& one, std::uint32_t wanted) { return one.rank < wanted; });
    if (arrival == shared.arrivals.end() || arrival->rank != rank)
        return nullptr;
    const std::vector<RankBar>& bars = ordered(rank).bars;
    auto bar = std::lower_bound(bars.begin(), bars.end(), arrival->startNs,
        [](const RankBar& one, std::int64_t start) { return one.start < start; });
    while (bar != bars.end() && bar->collective != collective)
        ++bar;
    return bar == bars.end() ? nullptr : &*bar;
}

std::optional<Interval> RanksData::stepOnRank(std::uint32_t rank, std::int64_t number) const
{
    for (const RankStep& step : m_ranks[rank].steps) {
        if (step.number == number)
            return Interval {step.start, step.end};
    }
    return std::nullopt;
}

Interval RanksData::stepOnAll(std::int64_t number) const
{
    std::optional<Interval> all;
    for (std::uint32_t r = 0; r < m_ranks.size(); ++r) {
        if (const auto own = stepOnRank(r, number))
            all = all ? Interval {std::min(all->start, own->start), std::max(all->end, own->end)} : *own;
    }
    return all.value_or(Interval {});
}

} // namespace stepscope::widgets
