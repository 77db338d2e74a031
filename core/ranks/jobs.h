// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which of many ranks belong to one recording of one job: a folder often holds several jobs, and several cycles of
// each.
//
//   of one recording  known world sizes and devices' names equal; recorded at overlapping times (Unix time, with
//                     kClockSlack between machines' clocks); common step numbers where both have steps; no rank twice
// Each rank goes to the recording that it overlaps most. Recordings of one size at the same time are told apart by more
// than their rank numbers where something tells (job_split.h). Unknown ranks of a recording that has room get none:
// what is not known is not made up.

#include "core/ranks/rank_summary.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::ranks {

inline constexpr std::int64_t kClockSlack = 1'000'000'000; // ns

struct Job
{
    std::vector<std::size_t> members; // indices, by rank, those without one last, then in the order given
    // Another job of this size ran at the same time, and nothing but rank numbers tells their files apart.
    bool guessed = false;
};

[[nodiscard]] std::vector<Job> groupIntoJobs(std::span<const RankSummary> ranks); // by time of their first member

// How well more devices are used: time of a step of the smallest world ÷ that of each, as 1 for the smallest. It is
// the throughput per device when every device has the same batch (weak scaling). Nothing where a job has no steps or
// no known size, or all are of one size.
struct Scaling
{
    std::size_t job = 0; // index
    std::int64_t worldSize = 0;
    double stepNs = 0; // median over its ranks of their median step
    double efficiency = 0;
};
[[nodiscard]] std::vector<Scaling> scalingOf(std::span<const RankSummary> ranks, std::span<const Job> jobs);

} // namespace stepscope::ranks
