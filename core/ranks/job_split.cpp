// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/job_split.h"

#include "core/ranks/clock_alignment.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>

namespace stepscope::ranks {
namespace {

// The name without the number of its rank: behind the word where there is one, else the last that is equal to it.
std::string nameWithoutRank(const RankSummary& rank)
{
    std::string name = rank.file;
    const std::string number = std::to_string(rank.rank.value_or(-1));
    const std::size_t word = name.find("rank");
    const std::size_t at = word != std::string::npos ? name.find(number, word) : name.rfind(number);
    return at == std::string::npos ? name : name.erase(at, number.size());
}

class Splitter
{
public:
    Splitter(std::span<const RankSummary> ranks, const std::vector<Members>& jobs)
        : m_ranks(ranks)
        , m_before(jobs)
    {
    }

    SplitJobs run()
    {
        SplitJobs out;
        m_seeds = seeds();
        if (m_seeds.size() != m_before.size()) { // some number is in none of the other jobs: nothing to go by
            out.jobs = m_before;
            out.guessed = true;
            return out;
        }
        for (const std::size_t seed : m_seeds)
            out.jobs.push_back({seed});
        for (std::size_t job = 0; job < m_before.size(); ++job) {
            for (const std::size_t member : m_before[job]) {
                if (std::find(m_seeds.begin(), m_seeds.end(), member) == m_seeds.end())
                    place(member, job, out);
            }
        }
        return out;
    }

private:
    // The ranks of a number that every job has, the smallest such; by job.
    [[nodiscard]] Members seeds() const
    {
        std::map<std::int64_t, Members> ofNumber;
        for (const Members& job : m_before) {
            for (const std::size_t member : job) {
                if (m_ranks[member].rank)
                    ofNumber[*m_ranks[member].rank].push_back(member);
            }
        }
        for (auto& [number, members] : ofNumber) {
            if (members.size() == m_before.size())
                return std::move(members);
        }
        return {};
    }

    void place(std::size_t member, std::size_t before, SplitJobs& out) const
    {
        const auto isTaken = [&](std::size_t job) {
            return std::any_of(out.jobs[job].begin(), out.jobs[job].end(),
                [&](std::size_t other) { return m_ranks[other].rank && m_ranks[other].rank == m_ranks[member].rank; });
        };
        std::optional<std::size_t> job = byEnds(member);
        if (!job)
            job = byName(member);
        if (job && !isTaken(*job)) {
            out.jobs[*job].push_back(member);
            return;
        }
        out.guessed = true;
        std::size_t free = before;
        for (std::size_t i = 0; isTaken(free) && i < out.jobs.size(); ++i)
            free = i;
        out.jobs[free].push_back(member);
    }

    [[nodiscard]] std::optional<std::size_t> byEnds(std::size_t member) const
    {
        std::vector<std::pair<std::int64_t, std::size_t>> spreads; // and job
        for (std::size_t job = 0; job < m_seeds.size(); ++job) {
            const std::array<RankSummary, 2> both {m_ranks[m_seeds[job]], m_ranks[member]};
            const RankClock clock = alignClocks(both, matchCollectives(both))[1];
            if (clock.collectives < kLeastEnds)
                return std::nullopt;
            spreads.emplace_back(clock.spreadNs, job);
        }
        std::sort(spreads.begin(), spreads.end());
        if (spreads.size() < 2 || spreads[1].first / kClearly <= spreads[0].first)
            return std::nullopt;
        return spreads[0].second;
    }

    [[nodiscard]] std::optional<std::size_t> byName(std::size_t member) const
    {
        std::optional<std::size_t> found;
        const std::string name = nameWithoutRank(m_ranks[member]);
        for (std::size_t job = 0; job < m_seeds.size(); ++job) {
            if (nameWithoutRank(m_ranks[m_seeds[job]]) != name)
                continue;
            if (found)
                return std::nullopt;
            found = job;
        }
        return found;
    }

    std::span<const RankSummary> m_ranks;
    const std::vector<Members>& m_before;
    Members m_seeds;
};

} // namespace

SplitJobs splitJobs(std::span<const RankSummary> ranks, const std::vector<Members>& jobs)
{
    return Splitter(ranks, jobs).run();
}

} // namespace stepscope::ranks
