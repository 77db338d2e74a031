// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/json_ranks.h"
#include "core/export/ranks_report.h"

#include <nlohmann/json.hpp>

namespace stepscope::exporting {
namespace {

using Json = nlohmann::ordered_json;

Json causesJson(const analysis::CauseTotals& idle)
{
    Json out = Json::object();
    for (std::size_t cause = 0; cause < analysis::kIdleCauses; ++cause)
        out[analysis::idleCauseName(static_cast<analysis::IdleCause>(cause))] = idle[cause];
    return out;
}

Json clockJson(const ranks::RankClock& clock)
{
    Json out = Json::object();
    out["shift_ns"] = clock.comparable ? Json(clock.shiftNs) : Json(nullptr);
    out["correction_ns"] = clock.correctionNs;
    out["refined_by"] = clock.collectives;
    out["spread_ns"] = clock.spreadNs;
    return out;
}

Json tollJson(const ranks::Toll& toll)
{
    return {{"wait_ns", toll.waitNs}, {"lateness_ns", toll.latenessNs}, {"times_last", toll.timesLast}};
}

Json rankJson(const ranks::World& world, std::size_t index)
{
    const ranks::RankSummary& rank = world.ranks[index];
    Json out = Json::object();
    out["rank"] = orNull<Json>(rank.rank);
    out["file"] = rank.file;
    out["device"] = textOrNull<Json>(rank.device);
    out["clock"] = clockJson(world.clocks[index]);
    out["median_step_ns"] = orNull<Json>(rank.medianStepNs);
    out["window_ns"] = rank.windowNs;
    out["busy_ns"] = rank.busyNs;
    out["idle_ns"] = rank.idleNs();
    out["idle_by_cause"] = causesJson(rank.idle);
    out["comm_ns"] = rank.commNs;
    out["exposed_comm_ns"] = rank.exposedCommNs;
    out["toll"] = tollJson(world.tolls[index]);
    out["verdict"] = rank.verdict;
    out["steps"] = Json::array();
    for (std::size_t s = 0; s < rank.steps.size(); ++s) {
        const ranks::StepSummary& step = rank.steps[s];
        Json one = {{"number", step.number}, {"start_ns", step.cpu.start}, {"dur_ns", step.cpu.length()},
            {"warm_up", step.warmUp}, {"gpu_busy_ns", orNull<Json>(step.busyNs)},
            {"gpu_idle_ns", orNull<Json>(step.idleNs)}, {"exposed_comm_ns", step.exposedCommNs}};
        one["toll"] = tollJson(world.stepTolls[index][s]);
        out["steps"].push_back(std::move(one));
    }
    return out;
}

Json jobJson(const ranks::World& world)
{
    Json out = Json::object();
    std::optional<std::int64_t> size;
    for (const ranks::RankSummary& rank : world.ranks) {
        if (rank.worldSize)
            size = rank.worldSize;
    }
    out["ranks_in_job"] = orNull<Json>(size);
    out["missing_ranks"] = world.missing;
    out["missing_count"] = world.missingCount;
    out["findings"] = Json::array();
    for (const ranks::Straggler& straggler : world.stragglers)
        out["findings"].push_back(stragglerJson<Json>(world, straggler));
    out["ranks"] = Json::array();
    for (std::size_t r = 0; r < world.ranks.size(); ++r)
        out["ranks"].push_back(rankJson(world, r));
    out["collectives"] = sharedCollectivesJson<Json>(world);
    out["not_compared"] = {{"alone", world.alone}, {"ambiguous", world.ambiguous}, {"doubtful", world.doubtful}};
    return out;
}

} // namespace

std::string ranksJson(const RanksReport& report)
{
    Json out = Json::object();
    out["schema"] = "stepscope.ranks/1";
    out["jobs"] = Json::array();
    for (const ranks::World& world : report.jobs)
        out["jobs"].push_back(jobJson(world));
    out["scaling"] = Json::array();
    for (const ranks::Scaling& one : report.scaling)
        out["scaling"].push_back({{"job", one.job}, {"ranks_in_job", one.worldSize}, {"step_ns", one.stepNs},
            {"efficiency", one.efficiency}});
    out["refused"] = Json::array();
    for (const RefusedFile& file : report.refused)
        out["refused"].push_back(
            {{"path", file.path}, {"class", errorClassName(file.error.errorClass)}, {"message", file.error.message}});
    return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace stepscope::exporting
