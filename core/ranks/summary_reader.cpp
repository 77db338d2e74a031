// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/summary_format.h"
#include "core/ranks/summary_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <simdjson.h>

namespace stepscope::ranks {
namespace {

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
        out.rank = maybeAmount(m_root, "rank");
        const std::string source = text(m_root, "rank_from");
        const auto known = std::find(kSources.begin(), kSources.end(), source);
        if (known == kSources.end())
            miss("rank_from");
        else
            out.rankFrom = static_cast<RankSource>(known - kSources.begin());
        out.worldSize = maybeAmount(m_root, "world_size");
        out.baseNs = maybe<std::int64_t>(m_root, "base_unix_ns");
        out.range = span(m_root, "range_start_ns", "range_end_ns");
        out.device = text(m_root, "device");
        out.windowNs = amount(m_root, "window_ns");
        out.busyNs = amount(m_root, "busy_ns");
        if (out.busyNs > out.windowNs)
            miss("busy_ns");
        out.idle = causes(m_root);
        out.computeNs = amount(m_root, "compute_ns");
        out.commNs = amount(m_root, "comm_ns");
        out.exposedCommNs = amount(m_root, "exposed_comm_ns");
        out.medianStepNs = maybeAmount(m_root, "median_step_ns");
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
                fmt::format("The summary is damaged: {} is missing or not what it should be. "
                            "Make it again with: stepscope-cli summarize TRACE",
                    m_missing));
        return out;
    }

private:
    StepSummary readStep(simdjson::dom::element from)
    {
        StepSummary step;
        step.number = number<std::int64_t>(from, "number");
        step.cpu = span(from, "start_ns", "end_ns");
        if (from["warm_up"].get(step.warmUp) != simdjson::SUCCESS)
            miss("warm_up");
        step.busyNs = maybeAmount(from, "busy_ns");
        step.idleNs = maybeAmount(from, "idle_ns");
        step.idle = causes(from);
        step.exposedCommNs = amount(from, "exposed_comm_ns");
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
        if (out.span.end < out.span.start)
            miss("collectives");
        out.elements = maybeCell<std::uint64_t>(next());
        out.type = textAt(next());
        out.before.lengthNs = cellAmount(next());
        out.before.computeNs = cellAmount(next());
        out.before.activity = textAt(next());
        out.before.activityNs = cellAmount(next());
        out.before.activityCause = causeAt(next());
        for (std::int64_t& idle : out.before.idle)
            idle = cellAmount(next());
        return out;
    }

    void miss(std::string_view key)
    {
        if (m_missing.empty())
            m_missing = m_list.empty() ? fmt::format("\"{}\"", key)
                                       : fmt::format("\"{}\" in entry {} of \"{}\"", key, m_entry, m_list);
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

    // What has a length is never less than nothing.
    std::int64_t amount(simdjson::dom::element from, std::string_view key)
    {
        return checked(number<std::int64_t>(from, key), key);
    }

    std::optional<std::int64_t> maybeAmount(simdjson::dom::element from, std::string_view key)
    {
        const std::optional<std::int64_t> value = maybe<std::int64_t>(from, key);
        return value ? std::optional(checked(*value, key)) : std::nullopt;
    }

    std::int64_t checked(std::int64_t value, std::string_view key)
    {
        if (value < 0)
            miss(key);
        return value;
    }

    Interval span(simdjson::dom::element from, std::string_view start, std::string_view end)
    {
        const Interval span {number<std::int64_t>(from, start), number<std::int64_t>(from, end)};
        if (span.end < span.start)
            miss(end);
        return span;
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
            out[cause] = amount(object, analysis::idleCauseName(static_cast<analysis::IdleCause>(cause)));
        return out;
    }

    template <class Take> void forEach(std::string_view key, Take take)
    {
        simdjson::dom::array list;
        if (m_root[key].get(list) != simdjson::SUCCESS) {
            miss(key);
            return;
        }
        m_list = key;
        m_entry = 0;
        for (const simdjson::dom::element element : list) {
            ++m_entry;
            take(element);
        }
        m_list = {};
    }

    std::int64_t cellAmount(simdjson::dom::element cell) { return checked(cellNumber(cell), "collectives"); }

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
    std::string_view m_list; // that is read; empty: none
    std::size_t m_entry = 0; // of it, from 1
    std::string m_missing;   // the first key that was not as it must be, and where
};

} // namespace

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
