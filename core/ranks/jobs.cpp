// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/jobs.h"

#include "core/analysis/percentile.h"
#include "core/analysis/sums.h"
#include "core/ranks/job_split.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>

namespace stepscope::ranks {
namespace {

// One recording that grows member by member.
struct Recording
{
    std::vector<std::size_t> members;
    Interval unix; // of all members
    std::set<std::int64_t> rankNumbers;
    std::set<std::int64_t> stepNumbers;
    std::optional<std::int64_t> worldSize;
    std::string device;
};

Interval unixRange(const RankSummary& rank)
{
    return {rank.unixTime(rank.range.start), rank.unixTime(rank.range.end)};
}

// Time both were recorded, counting the slack as common; negative: apart.
std::int64_t common(Interval a, Interval b)
{
    std::int64_t out = Interval {std::max(a.start, b.start), std::min(a.end, b.end)}.length();
    analysis::addTo(out, kClockSlack);
    return out;
}

template <class T> bool contradicts(const std::optional<T>& a, const std::optional<T>& b)
{
    return a && b && *a != *b;
}

bool fits(const Recording& recording, const RankSummary& rank)
{
    if (rank.rank && recording.rankNumbers.contains(*rank.rank))
        return false;
    if (contradicts(recording.worldSize, rank.worldSize))
        return false;
    if (!recording.device.empty() && !rank.device.empty() && recording.device != rank.device)
        return false;
    if (common(recording.unix, unixRange(rank)) < 0)
        return false;
    return recording.stepNumbers.empty() || rank.steps.empty()
        || std::any_of(rank.steps.begin(), rank.steps.end(),
            [&recording](const StepSummary& step) { return recording.stepNumbers.contains(step.number); });
}

void join(Recording& recording, std::size_t index, const RankSummary& rank)
{
    const Interval unix = unixRange(rank);
    recording.unix = recording.members.empty()
        ? unix
        : Interval {std::min(recording.unix.start, unix.start), std::max(recording.unix.end, unix.end)};
    recording.members.push_back(index);
    if (rank.rank)
        recording.rankNumbers.insert(*rank.rank);
    for (const StepSummary& step : rank.steps)
        recording.stepNumbers.insert(step.number);
    if (!recording.worldSize)
        recording.worldSize = rank.worldSize;
    if (recording.device.empty())
        recording.device = rank.device;
}

// Of one size at the same time, so that each could hold the ranks of the other.
bool collide(const Recording& a, const Recording& b)
{
    if (contradicts(a.worldSize, b.worldSize) || common(a.unix, b.unix) < 0)
        return false;
    if (!a.device.empty() && !b.device.empty() && a.device != b.device)
        return false;
    const auto isIn = [](const std::set<std::int64_t>& other) {
        return [&other](std::int64_t number) { return other.contains(number); };
    };
    const bool steps = a.stepNumbers.empty() || b.stepNumbers.empty()
        || std::any_of(a.stepNumbers.begin(), a.stepNumbers.end(), isIn(b.stepNumbers));
    return steps && std::any_of(a.rankNumbers.begin(), a.rankNumbers.end(), isIn(b.rankNumbers));
}

std::vector<Job> toldApart(std::span<const RankSummary> ranks, std::vector<Recording>& recordings)
{
    std::vector<Job> jobs(recordings.size());
    std::vector<bool> done(recordings.size(), false);
    for (std::size_t i = 0; i < recordings.size(); ++i) {
        if (done[i])
            continue;
        std::vector<std::size_t> together {i};
        for (std::size_t j = i + 1; j < recordings.size(); ++j) {
            if (!done[j] && collide(recordings[i], recordings[j]))
                together.push_back(j);
        }
        std::vector<Members> members;
        members.reserve(together.size());
        for (const std::size_t one : together)
            members.push_back(std::move(recordings[one].members));
        SplitJobs split {std::move(members), false};
        if (together.size() > 1)
            split = splitJobs(ranks, split.jobs);
        for (std::size_t k = 0; k < together.size(); ++k) {
            jobs[together[k]] = {std::move(split.jobs[k]), split.guessed};
            done[together[k]] = true;
        }
    }
    return jobs;
}

} // namespace

std::vector<Job> groupIntoJobs(std::span<const RankSummary> ranks)
{
    std::vector<std::size_t> byTime(ranks.size());
    std::iota(byTime.begin(), byTime.end(), 0U);
    std::stable_sort(byTime.begin(), byTime.end(),
        [&](std::size_t a, std::size_t b) { return unixRange(ranks[a]).start < unixRange(ranks[b]).start; });
    std::vector<Recording> recordings;
    for (const std::size_t index : byTime) {
        Recording* best = nullptr;
        for (Recording& recording : recordings) {
            if (fits(recording, ranks[index])
                && (best == nullptr
                    || common(recording.unix, unixRange(ranks[index])) > common(best->unix, unixRange(ranks[index]))))
                best = &recording;
        }
        join(best != nullptr ? *best : recordings.emplace_back(), index, ranks[index]);
    }
    std::vector<Job> jobs = toldApart(ranks, recordings);
    for (Job& job : jobs) {
        std::sort(job.members.begin(), job.members.end(), [&](std::size_t a, std::size_t b) {
            constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
            return std::tuple(ranks[a].rank.value_or(kLast), a) < std::tuple(ranks[b].rank.value_or(kLast), b);
        });
    }
    return jobs;
}

std::vector<Scaling> scalingOf(std::span<const RankSummary> ranks, std::span<const Job> jobs)
{
    std::vector<Scaling> out;
    std::set<std::int64_t> sizes;
    for (std::size_t j = 0; j < jobs.size(); ++j) {
        std::vector<std::int64_t> steps;
        std::optional<std::int64_t> size;
        for (const std::size_t member : jobs[j].members) {
            if (ranks[member].medianStepNs)
                steps.push_back(*ranks[member].medianStepNs);
            if (ranks[member].worldSize)
                size = ranks[member].worldSize;
        }
        const std::optional<std::int64_t> step = analysis::upperMedian(steps);
        if (!step || *step <= 0 || !size)
            continue;
        out.push_back({j, *size, static_cast<double>(*step), 0});
        sizes.insert(*size);
    }
    if (sizes.size() < 2)
        return {};
    std::stable_sort(
        out.begin(), out.end(), [](const Scaling& a, const Scaling& b) { return a.worldSize < b.worldSize; });
    for (Scaling& one : out)
        one.efficiency = out.front().stepNs / one.stepNs;
    return out;
}

} // namespace stepscope::ranks
