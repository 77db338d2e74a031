// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/world.h"

#include "core/analysis/sums.h"
#include "core/ranks/matching.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace stepscope::ranks {
namespace {

std::int64_t plus(std::int64_t a, std::int64_t b)
{
    analysis::addTo(a, b);
    return a;
}

// Differences of times of one clock; hostile ones stay at the limit.
std::int64_t length(std::int64_t from, std::int64_t to)
{
    return Interval {from, to}.length();
}

// Of a rank against the others: the median of all others' arrivals, from the sorted arrivals of all without its own.
std::int64_t medianOfOthers(const std::vector<std::int64_t>& sorted, std::int64_t own)
{
    const auto at = static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), own) - sorted.begin());
    const std::size_t others = sorted.size() - 1;
    const auto other = [&](std::size_t i) { return sorted[i < at ? i : i + 1]; };
    return others % 2 == 1 ? other(others / 2) : std::midpoint(other(others / 2 - 1), other(others / 2));
}

class Merger
{
public:
    explicit Merger(World& world)
        : m_world(world)
    {
    }

    void merge()
    {
        const CollectiveMatches matches = matchCollectives(m_world.ranks);
        m_world.alone = matches.alone;
        m_world.ambiguous = matches.ambiguous;
        m_world.clocks = alignClocks(m_world.ranks, matches);
        for (const CollectiveMatch& match : matches.matches)
            addCollective(match);
        addTolls();
        findMissing();
    }

private:
    [[nodiscard]] const Collective& collective(const Participant& one) const
    {
        return m_world.ranks[one.rank].collectives[one.collective];
    }

    void addCollective(const CollectiveMatch& match)
    {
        const Collective& first = collective(match.participants.front());
        SharedCollective out;
        out.name = first.name;
        out.group = first.group;
        out.sequence = match.sequence;
        out.step = first.step;
        std::vector<std::int64_t> starts;
        std::int64_t firstEnd = std::numeric_limits<std::int64_t>::max();
        out.endNs = std::numeric_limits<std::int64_t>::min();
        for (const Participant& one : match.participants) {
            const RankClock& clock = m_world.clocks[one.rank];
            if (!clock.comparable)
                continue;
            Arrival arrival;
            arrival.rank = one.rank;
            arrival.collective = one.collective;
            arrival.startNs = plus(collective(one).span.start, clock.shiftNs);
            starts.push_back(arrival.startNs);
            const std::int64_t end = plus(collective(one).span.end, clock.shiftNs);
            firstEnd = std::min(firstEnd, end);
            out.endNs = std::max(out.endNs, end);
            out.arrivals.push_back(arrival);
        }
        if (out.arrivals.size() < 2) {
            m_world.alone += match.participants.size();
            return;
        }
        std::sort(starts.begin(), starts.end());
        if (endsTogether(out.name) && starts.back() > firstEnd) {
            ++m_world.doubtful;
            return;
        }
        for (Arrival& arrival : out.arrivals) {
            arrival.lateNs = length(starts.front(), arrival.startNs);
            arrival.waitNs = length(arrival.startNs, starts.back());
            arrival.latenessNs
                = std::max<std::int64_t>(0, length(medianOfOthers(starts, arrival.startNs), arrival.startNs));
        }
        const auto last = std::max_element(out.arrivals.begin(), out.arrivals.end(),
            [](const Arrival& a, const Arrival& b) { return a.startNs < b.startNs; });
        out.last = static_cast<std::uint32_t>(last - out.arrivals.begin());
        out.waitNs = length(starts.front(), starts.back());
        out.sharedNs = std::max<std::int64_t>(0, length(starts.back(), out.endNs));
        m_world.collectives.push_back(std::move(out));
    }

    void addTolls()
    {
        m_world.tolls.resize(m_world.ranks.size());
        std::vector<std::map<std::int64_t, std::size_t>> stepOf(m_world.ranks.size());
        for (std::size_t r = 0; r < m_world.ranks.size(); ++r) {
            m_world.stepTolls.emplace_back(m_world.ranks[r].steps.size());
            for (std::size_t s = 0; s < m_world.ranks[r].steps.size(); ++s)
                stepOf[r].try_emplace(m_world.ranks[r].steps[s].number, s);
        }
        for (const SharedCollective& shared : m_world.collectives) {
            for (const Arrival& arrival : shared.arrivals) {
                const bool isLast = &arrival == &shared.arrivals[shared.last];
                add(m_world.tolls[arrival.rank], arrival, isLast);
                const std::optional<std::int64_t> step
                    = m_world.ranks[arrival.rank].collectives[arrival.collective].step;
                const auto at = step ? stepOf[arrival.rank].find(*step) : stepOf[arrival.rank].end();
                if (at != stepOf[arrival.rank].end())
                    add(m_world.stepTolls[arrival.rank][at->second], arrival, isLast);
            }
        }
    }

    static void add(Toll& toll, const Arrival& arrival, bool isLast)
    {
        analysis::addTo(toll.waitNs, arrival.waitNs);
        analysis::addTo(toll.latenessNs, arrival.latenessNs);
        toll.timesLast += isLast ? 1 : 0;
    }

    void findMissing()
    {
        std::set<std::int64_t> there;
        std::optional<std::int64_t> worldSize;
        for (const RankSummary& rank : m_world.ranks) {
            if (rank.worldSize)
                worldSize = std::max(worldSize.value_or(0), *rank.worldSize);
            if (rank.rank)
                there.insert(*rank.rank);
        }
        // Without any rank known, nothing is known to be missing. Hostile sizes are counted, not walked through.
        if (!worldSize || there.empty() || *worldSize <= 0)
            return;
        const auto inWorld
            = static_cast<std::uint64_t>(std::distance(there.lower_bound(0), there.lower_bound(*worldSize)));
        m_world.missingCount = static_cast<std::uint64_t>(*worldSize) - inWorld;
        for (std::int64_t rank = 0; rank < *worldSize && m_world.missing.size() < World::kMaxMissing
             && m_world.missing.size() < m_world.missingCount;
             ++rank) {
            if (!there.contains(rank))
                m_world.missing.push_back(rank);
        }
    }

    World& m_world;
};

} // namespace

World mergeRanks(std::vector<RankSummary> ranks)
{
    World world;
    world.ranks = std::move(ranks);
    Merger(world).merge();
    world.stragglers = findStragglers(world);
    return world;
}

} // namespace stepscope::ranks
