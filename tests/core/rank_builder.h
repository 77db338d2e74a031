// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks as plain values for tests of what is made of them: no file is read.
#pragma once

#include "core/ranks/rank_summary.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::tests {

inline ranks::RankSummary emptyRank(std::int64_t rank, std::int64_t worldSize, std::int64_t base = 1000)
{
    ranks::RankSummary out;
    out.file = "rank" + std::to_string(rank) + ".json";
    out.rank = rank;
    out.rankFrom = ranks::RankSource::Metadata;
    out.worldSize = worldSize;
    out.baseNs = base;
    out.range = {0, 1'000'000};
    out.windowNs = 1'000'000;
    out.device = "Toy GPU";
    return out;
}

inline ranks::Collective& addCollective(ranks::RankSummary& rank, Interval span, std::optional<std::int64_t> sequence,
    std::optional<std::int64_t> step = {})
{
    ranks::Collective one;
    one.group = "0 [0,1]";
    one.name = "allreduce";
    one.sequence = sequence;
    one.step = step;
    one.span = span;
    rank.collectives.push_back(one);
    return rank.collectives.back();
}

inline void addStep(ranks::RankSummary& rank, std::int64_t number, Interval cpu)
{
    ranks::StepSummary step;
    step.number = number;
    step.cpu = cpu;
    rank.steps.push_back(step);
}

} // namespace stepscope::tests
