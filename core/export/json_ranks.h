// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Parts of JSON documents about several ranks. Templates: see json_values.h.

#include "core/analysis/findings/finding.h"
#include "core/export/json_values.h"
#include "core/ranks/world.h"

#include <optional>
#include <string>

namespace stepscope::exporting {

template <class Json> Json rankOrNull(const ranks::RankSummary& rank)
{
    return orNull<Json>(rank.rank);
}

// As the report contract has it; start and late times on the common clock.
template <class Json> Json sharedCollectiveJson(const ranks::World& world, const ranks::SharedCollective& shared)
{
    Json out = Json::object();
    out["seq"] = shared.sequence;
    out["name"] = shared.name;
    out["group"] = textOrNull<Json>(shared.group);
    out["step"] = orNull<Json>(shared.step);
    out["ranks"] = Json::array();
    out["last_rank"] = rankOrNull<Json>(world.ranks[shared.arrivals[shared.last].rank]);
    out["wait_ns"] = shared.waitNs;
    out["shared_ns"] = shared.sharedNs;
    out["per_rank"] = Json::array();
    for (const ranks::Arrival& arrival : shared.arrivals) {
        const ranks::RankSummary& rank = world.ranks[arrival.rank];
        const ranks::Collective& own = rank.collectives[arrival.collective];
        out["ranks"].push_back(rankOrNull<Json>(rank));
        Json one = Json::object();
        one["rank"] = rankOrNull<Json>(rank);
        one["start_ns"] = arrival.startNs;
        one["dur_ns"] = own.span.length();
        one["late_ns"] = arrival.lateNs;
        one["wait_ns"] = arrival.waitNs;
        out["per_rank"].push_back(std::move(one));
    }
    return out;
}

template <class Json> Json sharedCollectivesJson(const ranks::World& world)
{
    Json out = Json::array();
    for (const ranks::SharedCollective& shared : world.collectives)
        out.push_back(sharedCollectiveJson<Json>(world, shared));
    return out;
}

// In the shape of the findings of the report contract.
template <class Json> Json stragglerJson(const ranks::World& world, const ranks::Straggler& straggler)
{
    const ranks::RankSummary& rank = world.ranks[straggler.rank];
    const ranks::SharedCollective& worst = world.collectives[straggler.worst];
    Json out = Json::object();
    out["rule"] = "comm.straggler";
    out["severity"] = analysis::severityName(analysis::severityOf(straggler.share));
    out["headline"] = straggler.headline;
    out["share"] = straggler.share;
    out["total_ns"] = straggler.latenessNs;
    out["bytes"] = nullptr;
    out["count"] = straggler.late;
    out["steps"] = straggler.steps;
    out["evidence"] = Json::array();
    for (const ranks::Arrival& arrival : worst.arrivals) {
        if (arrival.rank != straggler.rank)
            continue;
        const ranks::Collective& own = rank.collectives[arrival.collective];
        Json evidence = Json::object();
        evidence["file"] = straggler.rank;                           // index into ranks
        evidence["start_ns"] = own.span.start - own.before.lengthNs; // of the file's own clock
        evidence["end_ns"] = own.span.start;
        evidence["name"] = textOrNull<Json>(straggler.activity);
        out["evidence"].push_back(std::move(evidence));
    }
    out["advice"] = straggler.advice;
    out["metrics"] = {{"rank", rankOrNull<Json>(rank)}, {"why", ranks::lateWhyName(straggler.why)},
        {"excess_ns", straggler.excessNs}, {"collectives", straggler.of}, {"last", straggler.last}};
    return out;
}

} // namespace stepscope::exporting
