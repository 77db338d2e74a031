// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A job laid out for its timeline: for each rank its steps and its part in every shared collective, on the common
// clock, with what makes coarse pictures cheap. Needs nothing but the world, so summaries look like traces. Made once a
// job in one pass over the arrivals; those of a rank are put in order when it is first looked at, O(n log n) of them.
// Finding what lies at a time costs O(log n). GUI thread only.

#include "core/util/interval_ops.h"
#include "core/view/density.h"
#include "widgets/ranks/ranks_judgement.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stepscope::widgets {

// A rank's part in a collective: it arrives at `start`, waits until `last` has come, and is in it to `end`.
struct RankBar
{
    std::int64_t start = 0;
    std::int64_t last = 0; // kept inside the bar
    std::int64_t end = 0;
    std::uint32_t collective = 0;             // index into World::collectives
    bool isLast = false;                      // of its ranks
    const ranks::Meanwhile* before = nullptr; // what the rank did up to `start`, for as long as before->lengthNs
};

struct RankStep
{
    std::int64_t start = 0;
    std::int64_t end = 0;
    std::int64_t number = 0;
};

class RanksData
{
public:
    explicit RanksData(RankJobPtr job);

    [[nodiscard]] const RankJob& job() const { return *m_job; }
    [[nodiscard]] const ranks::World& world() const { return m_job->world; }
    [[nodiscard]] Interval bounds() const { return m_bounds; }
    [[nodiscard]] std::span<const RankBar> bars(std::uint32_t rank) const { return ordered(rank).bars; } // by start
    [[nodiscard]] std::span<const RankStep> steps(std::uint32_t rank) const { return m_ranks[rank].steps; }
    [[nodiscard]] const view::BusyIndex& waiting(std::uint32_t rank) const { return ordered(rank).waiting; }
    [[nodiscard]] const view::BusyIndex& sharing(std::uint32_t rank) const { return ordered(rank).sharing; }

    // Of the bars of a rank that reach beyond `time`, none before this index does.
    [[nodiscard]] std::size_t firstBarFrom(std::uint32_t rank, std::int64_t time) const;
    // The bar at a time, the one that began last; with a tolerance (ns) the next one that begins within it.
    [[nodiscard]] const RankBar* barAt(std::uint32_t rank, std::int64_t time, std::int64_t tolerance) const;
    [[nodiscard]] const RankBar* barOf(std::uint32_t rank, std::uint32_t collective) const; // null: not in it
    [[nodiscard]] std::optional<Interval> stepOnRank(std::uint32_t rank, std::int64_t number) const;
    [[nodiscard]] Interval stepOnAll(std::int64_t number) const; // empty: no rank has it

private:
    struct Rank
    {
        bool isOrdered = false;
        std::vector<RankBar> bars;
        std::vector<std::int64_t> reach; // by bar: latest end of those up to it
        std::vector<RankStep> steps;
        view::BusyIndex waiting; // while some rank is still missing
        view::BusyIndex sharing; // while all are in it
    };
    [[nodiscard]] const Rank& ordered(std::uint32_t rank) const;
    void addBars();
    void addSteps();

    RankJobPtr m_job;
    mutable std::vector<Rank> m_ranks;
    Interval m_bounds;
};

} // namespace stepscope::widgets
