// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/clock_alignment.h"

#include "core/analysis/percentile.h"
#include "core/analysis/sums.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace stepscope::ranks {
namespace {

std::int64_t difference(std::int64_t a, std::int64_t b)
{
    std::int64_t out = a;
    if (b == std::numeric_limits<std::int64_t>::min())
        return std::numeric_limits<std::int64_t>::max();
    analysis::addTo(out, -b);
    return out;
}

std::int64_t medianOf(std::vector<std::int64_t>& values)
{
    // Of an even number the middle between both: noise of two ranks that swap places would else be a shift.
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : std::midpoint(values[half - 1], values[half]);
}

class Aligner
{
public:
    Aligner(std::span<const RankSummary> ranks, const CollectiveMatches& matches)
        : m_ranks(ranks)
        , m_clocks(ranks.size())
        , m_differences(ranks.size())
        , m_matches(matches.matches)
        , m_told(matches.matches.size())
        , m_ofRank(ranks.size())
    {
        for (std::size_t m = 0; m < m_matches.size(); ++m) {
            if (!endsTogether(collective(m_matches[m].participants.front()).name))
                continue;
            for (const Participant& one : m_matches[m].participants)
                m_ofRank[one.rank].push_back(m);
        }
    }

    std::vector<RankClock> align()
    {
        if (m_ranks.empty())
            return {};
        std::vector<bool> placed(m_ranks.size());
        for (std::size_t next = 0; next < m_ranks.size();) {
            place(next);
            placed[next] = true;
            next = m_ranks.size();
            for (std::size_t r = 0; r < m_ranks.size(); ++r) {
                if (!placed[r] && (next == m_ranks.size() || m_differences[r].size() > m_differences[next].size()))
                    next = r;
            }
        }
        return std::move(m_clocks);
    }

private:
    [[nodiscard]] const Collective& collective(const Participant& one) const
    {
        return m_ranks[one.rank].collectives[one.collective];
    }

    void place(std::size_t rank)
    {
        RankClock& clock = m_clocks[rank];
        clock.comparable = m_ranks[rank].baseNs.has_value() == m_ranks.front().baseNs.has_value();
        if (clock.comparable)
            clock.shiftNs = difference(m_ranks[rank].baseNs.value_or(0), m_ranks.front().baseNs.value_or(0));
        std::vector<std::int64_t>& differences = m_differences[rank];
        if (!differences.empty()) {
            clock.collectives = differences.size();
            const std::int64_t median = medianOf(differences);
            clock.correctionNs = difference(median, clock.shiftNs);
            clock.shiftNs = median;
            clock.comparable = true;
            for (std::int64_t& value : differences) {
                value = difference(value, median);
                value = value < 0 ? difference(0, value) : value;
            }
            clock.spreadNs = medianOf(differences);
        }
        tellNeighbours(rank);
    }

    // What the ends of this rank's collectives say about the ranks that were in them; each collective once, by the
    // first of its ranks that was placed.
    void tellNeighbours(std::size_t rank)
    {
        for (const std::size_t m : m_ofRank[rank]) {
            if (m_told[m])
                continue;
            m_told[m] = true;
            const std::vector<Participant>& all = m_matches[m].participants;
            const auto own
                = std::find_if(all.begin(), all.end(), [rank](const Participant& one) { return one.rank == rank; });
            std::int64_t end = collective(*own).span.end;
            analysis::addTo(end, m_clocks[rank].shiftNs);
            for (const Participant& one : all) {
                if (one.rank != rank)
                    m_differences[one.rank].push_back(difference(end, collective(one).span.end));
            }
        }
    }

    std::span<const RankSummary> m_ranks;
    std::vector<RankClock> m_clocks;
    std::vector<std::vector<std::int64_t>> m_differences; // shifts that its collectives ask for, by rank
    const std::vector<CollectiveMatch>& m_matches;
    std::vector<bool> m_told;
    std::vector<std::vector<std::size_t>> m_ofRank; // indices of matches that end together
};

} // namespace

std::vector<RankClock> alignClocks(std::span<const RankSummary> ranks, const CollectiveMatches& matches)
{
    return Aligner(ranks, matches).align();
}

} // namespace stepscope::ranks
