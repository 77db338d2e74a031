// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/matching.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace stepscope::ranks {
namespace {

// Texts are compared once: ranks of one job have few different ones.
struct Key
{
    std::string_view group;
    std::string_view name;
    std::int64_t number = 0; // sequence number, or step
    bool numbered = false;   // it is a sequence number
    bool hasStep = false;

    friend auto operator<=>(const Key&, const Key&) = default;
};

Key keyOf(const Collective& collective)
{
    Key key {collective.group, collective.name, 0, collective.sequence.has_value(), collective.step.has_value()};
    key.number = collective.sequence.value_or(collective.step.value_or(0));
    if (key.numbered)
        key.hasStep = false;
    return key;
}

using Bucket = std::vector<Participant>; // by rank, then launch order

// Each rank once: only a summary that no trace made has a number twice.
void matchNumbered(Bucket bucket, std::int64_t number, CollectiveMatches& out)
{
    const auto sameRank = [](const Participant& a, const Participant& b) { return a.rank == b.rank; };
    bucket.erase(std::unique(bucket.begin(), bucket.end(), sameRank), bucket.end());
    if (bucket.size() < 2) {
        ++out.alone;
        return;
    }
    out.matches.push_back({std::move(bucket), number});
}

// The n-th of one rank is the n-th of the others.
void matchByOrder(const Bucket& bucket, CollectiveMatches& out)
{
    std::vector<std::pair<std::size_t, std::size_t>> runs; // of one rank each: first, count
    for (std::size_t i = 0; i < bucket.size(); ++i) {
        if (runs.empty() || bucket[runs.back().first].rank != bucket[i].rank)
            runs.emplace_back(i, 0);
        ++runs.back().second;
    }
    if (runs.size() < 2) {
        out.alone += bucket.size();
        return;
    }
    const std::size_t count = runs.front().second;
    if (std::any_of(runs.begin(), runs.end(), [count](const auto& run) { return run.second != count; })) {
        out.ambiguous += bucket.size();
        return;
    }
    for (std::size_t n = 0; n < count; ++n) {
        CollectiveMatch match;
        match.sequence = static_cast<std::int64_t>(n);
        for (const auto& run : runs)
            match.participants.push_back(bucket[run.first + n]);
        out.matches.push_back(std::move(match));
    }
}

} // namespace

CollectiveMatches matchCollectives(std::span<const RankSummary> ranks)
{
    std::map<Key, Bucket> buckets;
    for (std::uint32_t r = 0; r < ranks.size(); ++r) {
        for (std::uint32_t c = 0; c < ranks[r].collectives.size(); ++c)
            buckets[keyOf(ranks[r].collectives[c])].push_back({r, c});
    }
    CollectiveMatches out;
    for (const auto& [key, bucket] : buckets) {
        if (key.numbered)
            matchNumbered(bucket, key.number, out);
        else
            matchByOrder(bucket, out);
    }
    std::sort(out.matches.begin(), out.matches.end(), [](const CollectiveMatch& a, const CollectiveMatch& b) {
        const Participant& first = a.participants.front();
        const Participant& second = b.participants.front();
        return std::tie(first.rank, first.collective) < std::tie(second.rank, second.collective);
    });
    return out;
}

} // namespace stepscope::ranks
