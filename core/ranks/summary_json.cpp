// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/summary_json.h"

#include "core/ranks/summary_format.h"

#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace stepscope::ranks {
namespace {

using Json = nlohmann::ordered_json;

Json causesJson(const analysis::CauseTotals& idle)
{
    Json out = Json::object();
    for (std::size_t cause = 0; cause < analysis::kIdleCauses; ++cause)
        out[analysis::idleCauseName(static_cast<analysis::IdleCause>(cause))] = idle[cause];
    return out;
}

template <class T> Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

class Texts
{
public:
    std::size_t indexOf(const std::string& text)
    {
        const auto [at, isNew] = m_index.try_emplace(text, m_list.size());
        if (isNew)
            m_list.push_back(text);
        return at->second;
    }
    [[nodiscard]] const std::vector<std::string>& list() const { return m_list; }

private:
    std::map<std::string, std::size_t> m_index;
    std::vector<std::string> m_list;
};

Json collectiveRow(const Collective& collective, Texts& texts)
{
    Json row = Json::array();
    row.push_back(texts.indexOf(collective.group));
    row.push_back(texts.indexOf(collective.name));
    row.push_back(orNull(collective.sequence));
    row.push_back(orNull(collective.step));
    row.push_back(collective.span.start);
    row.push_back(collective.span.end);
    row.push_back(orNull(collective.elements));
    row.push_back(texts.indexOf(collective.type));
    row.push_back(collective.before.lengthNs);
    row.push_back(collective.before.computeNs);
    row.push_back(texts.indexOf(collective.before.activity));
    row.push_back(collective.before.activityNs);
    row.push_back(static_cast<unsigned>(collective.before.activityCause));
    for (const std::int64_t idle : collective.before.idle)
        row.push_back(idle);
    return row;
}

} // namespace

std::string summaryJson(const RankSummary& summary)
{
    Json out = Json::object();
    out["schema"] = kSchema;
    out["file"] = summary.file;
    out["rank"] = orNull(summary.rank);
    out["rank_from"] = kSources[static_cast<std::size_t>(summary.rankFrom)];
    out["world_size"] = orNull(summary.worldSize);
    out["base_unix_ns"] = orNull(summary.baseNs);
    out["range_start_ns"] = summary.range.start;
    out["range_end_ns"] = summary.range.end;
    out["device"] = summary.device;
    out["window_ns"] = summary.windowNs;
    out["busy_ns"] = summary.busyNs;
    out["idle_by_cause"] = causesJson(summary.idle);
    out["compute_ns"] = summary.computeNs;
    out["comm_ns"] = summary.commNs;
    out["exposed_comm_ns"] = summary.exposedCommNs;
    out["median_step_ns"] = orNull(summary.medianStepNs);
    out["verdict"] = summary.verdict;
    out["warnings"] = summary.warnings;
    out["steps"] = Json::array();
    for (const StepSummary& step : summary.steps) {
        out["steps"].push_back({{"number", step.number}, {"start_ns", step.cpu.start}, {"end_ns", step.cpu.end},
            {"warm_up", step.warmUp}, {"busy_ns", orNull(step.busyNs)}, {"idle_ns", orNull(step.idleNs)},
            {"idle_by_cause", causesJson(step.idle)}, {"exposed_comm_ns", step.exposedCommNs}});
    }
    Json columns = kColumns;
    for (std::size_t cause = 0; cause < analysis::kIdleCauses; ++cause)
        columns.push_back(
            fmt::format("before_{}_ns", analysis::idleCauseName(static_cast<analysis::IdleCause>(cause))));
    out["collective_columns"] = std::move(columns);
    Texts texts;
    Json rows = Json::array();
    for (const Collective& collective : summary.collectives)
        rows.push_back(collectiveRow(collective, texts));
    out["texts"] = texts.list();
    out["collectives"] = std::move(rows);
    return out.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace stepscope::ranks
