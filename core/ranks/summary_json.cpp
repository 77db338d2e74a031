// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/summary_json.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <simdjson.h>

namespace stepscope::ranks {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema = "stepscope.rank/1";
constexpr std::string_view kSchemaName = "stepscope.rank/";
constexpr std::array<const char*, 4> kSources {"unknown", "metadata", "file_name", "given"};

// Columns of a collective before those of its idle causes.
constexpr std::array<const char*, 13> kColumns {"group", "name", "sequence", "step", "start_ns", "end_ns", "elements",
    "type", "before_ns", "before_compute_ns", "before_activity", "before_activity_ns", "before_activity_cause"};

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

// Reads the document; the first thing that is not as it must be ends the reading.
class Reader
{
public:
    explicit Reader(simdjson::dom::element root)
        : m_root(root)
    {
    }

    Expected<RankSummary> read()
    {
        RankSummary out;
        out.file = text(m_root, "file");
        out.rank = maybe<std::int64_t>(m_root, "rank");
        const std::string source = text(m_root, "rank_from");
        const auto known = std::find(kSources.begin(), kSources.end(), source);
        if (known == kSources.end())
            miss("rank_from");
        else
            out.rankFrom = static_cast<RankSource>(known - kSources.begin());
        out.worldSize = maybe<std::int64_t>(m_root, "world_size");
        out.baseNs = maybe<std::int64_t>(m_root, "base_unix_ns");
        out.range = {number<std::int64_t>(m_root, "range_start_ns"), number<std::int64_t>(m_root, "range_end_ns")};
        out.device = text(m_root, "device");
        out.windowNs = number<std::int64_t>(m_root, "window_ns");
        out.busyNs = number<std::int64_t>(m_root, "busy_ns");
        out.idle = causes(m_root);
        out.computeNs = number<std::int64_t>(m_root, "compute_ns");
        out.commNs = number<std::int64_t>(m_root, "comm_ns");
        out.exposedCommNs = number<std::int64_t>(m_root, "exposed_comm_ns");
        out.medianStepNs = maybe<std::int64_t>(m_root, "median_step_ns");
        out.verdict = text(m_root, "verdict");
        out.warnings = number<std::uint64_t>(m_root, "warnings");
        forEach("texts", [this](simdjson::dom::element from) {
            std::string_view value;
            if (from.get(value) != simdjson::SUCCESS)
                miss("texts");
            m_texts.emplace_back(value);
        });
        forEach("steps", [&](simdjson::dom::element from) { out.steps.push_back(readStep(from)); });
        forEach("collectives", [&](simdjson::dom::element from) { out.collectives.push_back(readCollective(from)); });
        if (!m_missing.empty())
            return fail(ErrorClass::NotATrace,
                fmt::format("The summary is damaged: \"{}\" is missing or not what it should be. "
                            "Make it again with: stepscope-cli summarize TRACE",
                    m_missing));
        return out;
    }

private:
    StepSummary readStep(simdjson::dom::element from)
    {
        StepSummary step;
        step.number = number<std::int64_t>(from, "number");
        step.cpu = {number<std::int64_t>(from, "start_ns"), number<std::int64_t>(from, "end_ns")};
        if (from["warm_up"].get(step.warmUp) != simdjson::SUCCESS)
            miss("warm_up");
        step.busyNs = maybe<std::int64_t>(from, "busy_ns");
        step.idleNs = maybe<std::int64_t>(from, "idle_ns");
        step.idle = causes(from);
        step.exposedCommNs = number<std::int64_t>(from, "exposed_comm_ns");
        return step;
    }

    Collective readCollective(simdjson::dom::element from)
    {
        simdjson::dom::array row;
        if (from.get(row) != simdjson::SUCCESS || row.size() != kColumns.size() + analysis::kIdleCauses) {
            miss("collectives");
            return {};
        }
        auto cell = row.begin();
        const auto next = [&cell] {
            const simdjson::dom::element value = *cell;
            ++cell;
            return value;
        };
        Collective out;
        out.group = textAt(next());
        out.name = textAt(next());
        out.sequence = maybeCell<std::int64_t>(next());
        out.step = maybeCell<std::int64_t>(next());
        out.span.start = cellNumber(next());
        out.span.end = cellNumber(next());
        out.elements = maybeCell<std::uint64_t>(next());
        out.type = textAt(next());
        out.before.lengthNs = cellNumber(next());
        out.before.computeNs = cellNumber(next());
        out.before.activity = textAt(next());
        out.before.activityNs = cellNumber(next());
        out.before.activityCause = causeAt(next());
        for (std::int64_t& idle : out.before.idle)
            idle = cellNumber(next());
        return out;
    }

    void miss(std::string_view key)
    {
        if (m_missing.empty())
            m_missing = key;
    }

    std::string text(simdjson::dom::element from, std::string_view key)
    {
        std::string_view value;
        if (from[key].get(value) != simdjson::SUCCESS)
            miss(key);
        return std::string(value);
    }

    template <class T> T number(simdjson::dom::element from, std::string_view key)
    {
        T value {};
        if (from[key].get(value) != simdjson::SUCCESS)
            miss(key);
        return value;
    }

    template <class T> std::optional<T> maybe(simdjson::dom::element from, std::string_view key)
    {
        simdjson::dom::element value;
        if (from[key].get(value) != simdjson::SUCCESS) {
            miss(key);
            return std::nullopt;
        }
        if (value.is_null())
            return std::nullopt;
        T out {};
        if (value.get(out) != simdjson::SUCCESS)
            miss(key);
        return out;
    }

    analysis::CauseTotals causes(simdjson::dom::element from)
    {
        analysis::CauseTotals out {};
        simdjson::dom::element object;
        if (from["idle_by_cause"].get(object) != simdjson::SUCCESS) {
            miss("idle_by_cause");
            return out;
        }
        for (std::size_t cause = 0; cause < analysis::kIdleCauses; ++cause)
            out[cause] = number<std::int64_t>(object, analysis::idleCauseName(static_cast<analysis::IdleCause>(cause)));
        return out;
    }

    template <class Take> void forEach(std::string_view key, Take take)
    {
        simdjson::dom::array list;
        if (m_root[key].get(list) != simdjson::SUCCESS) {
            miss(key);
            return;
        }
        for (const simdjson::dom::element element : list)
            take(element);
    }

    std::int64_t cellNumber(simdjson::dom::element cell)
    {
        std::int64_t value = 0;
        if (cell.get(value) != simdjson::SUCCESS)
            miss("collectives");
        return value;
    }

    template <class T> std::optional<T> maybeCell(simdjson::dom::element cell)
    {
        if (cell.is_null())
            return std::nullopt;
        T value {};
        if (cell.get(value) != simdjson::SUCCESS)
            miss("collectives");
        return value;
    }

    std::string textAt(simdjson::dom::element cell)
    {
        std::uint64_t index = 0;
        if (cell.get(index) != simdjson::SUCCESS || index >= m_texts.size()) {
            miss("collectives");
            return {};
        }
        return m_texts[index];
    }

    analysis::IdleCause causeAt(simdjson::dom::element cell)
    {
        std::uint64_t index = 0;
        if (cell.get(index) != simdjson::SUCCESS || index >= analysis::kIdleCauses) {
            miss("collectives");
            index = 0;
        }
        return static_cast<analysis::IdleCause>(index);
    }

    simdjson::dom::element m_root;
    std::vector<std::string> m_texts;
    std::string m_missing; // the first key that was not as it must be
};

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

bool looksLikeSummary(std::string_view start)
{
    const std::size_t brace = start.find_first_not_of(" \t\r\n");
    if (brace == std::string_view::npos || start[brace] != '{')
        return false;
    const std::size_t key = start.find_first_not_of(" \t\r\n", brace + 1);
    constexpr std::string_view kKey = "\"schema\"";
    if (key == std::string_view::npos || start.substr(key, kKey.size()) != kKey)
        return false;
    const std::size_t value = start.find_first_not_of(" \t\r\n:", key + kKey.size());
    return value != std::string_view::npos && start[value] == '"'
        && start.substr(value + 1, kSchemaName.size()) == kSchemaName;
}

Expected<RankSummary> parseSummary(std::string_view text)
{
    simdjson::dom::parser parser;
    simdjson::dom::element root;
    const simdjson::padded_string padded(text);
    if (const auto error = parser.parse(padded).get(root); error != simdjson::SUCCESS)
        return fail(ErrorClass::NotATrace,
            fmt::format("The summary is no valid JSON ({}). Make it again with: stepscope-cli summarize TRACE",
                simdjson::error_message(error)));
    std::string_view schema;
    if (root["schema"].get(schema) != simdjson::SUCCESS || schema.substr(0, kSchemaName.size()) != kSchemaName)
        return fail(ErrorClass::NotATrace, "This is no summary of a rank: it has no schema stepscope.rank.");
    if (schema != kSchema)
        return fail(ErrorClass::NotATrace,
            fmt::format("This summary has the schema {}; this program reads {}. Use a newer one, or make it again.",
                schema, kSchema));
    return Reader(root).read();
}

} // namespace stepscope::ranks
