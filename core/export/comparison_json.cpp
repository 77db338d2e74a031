// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/comparison.h"
#include "core/export/json_values.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace stepscope::exporting {
namespace {

using Json = nlohmann::ordered_json;

const char* unitName(compare::Unit unit)
{
    switch (unit) {
    case compare::Unit::Bytes:
        return "bytes";
    case compare::Unit::Count:
        return "count";
    case compare::Unit::Nanoseconds:
        break;
    }
    return "ns";
}

const char* matchName(compare::Match match)
{
    switch (match) {
    case compare::Match::Operator:
        return "operator";
    case compare::Match::Meaning:
        return "meaning";
    case compare::Match::OnlyBefore:
        return "only_before";
    case compare::Match::OnlyAfter:
        return "only_after";
    case compare::Match::Name:
        break;
    }
    return "name";
}

Json exampleJson(const compare::Run& run, SliceId slice)
{
    if (!slice.valid() || run.trace == nullptr)
        return nullptr;
    Json out = Json::object();
    out["name"] = std::string(run.trace->nameOf(slice));
    out["start_ns"] = run.trace->slices.start[slice.index()];
    out["dur_ns"] = run.trace->slices.dur[slice.index()];
    return out;
}

Json gapJson(const std::optional<Interval>& gap)
{
    if (!gap)
        return nullptr;
    Json out = Json::object();
    out["start_ns"] = gap->start;
    out["dur_ns"] = gap->length();
    return out;
}

Json noiseJson(const compare::StepNoise& noise)
{
    Json out = Json::object();
    const auto pair = [&out](const char* key, const std::array<std::optional<double>, 2>& values) {
        out[key] = Json::object();
        out[key]["before"] = orNull<Json>(values[compare::kBefore]);
        out[key]["after"] = orNull<Json>(values[compare::kAfter]);
    };
    pair("mean_ns", noise.meanNs);
    pair("median_ns", noise.medianNs);
    pair("spread_ns", noise.spreadNs);
    out["within_noise"] = noise.withinNoise;
    return out;
}

Json stepsJson(const compare::Runs& runs, const std::vector<compare::StepPair>& pairs)
{
    Json out = Json::array();
    for (const compare::StepPair& pair : pairs) {
        Json one = Json::object();
        one["before"] = runs[compare::kBefore].figures->steps.steps[pair.before].span.number;
        one["after"] = runs[compare::kAfter].figures->steps.steps[pair.after].span.number;
        out.push_back(std::move(one));
    }
    return out;
}

Json differenceJson(const compare::Runs& runs, const compare::Difference& difference)
{
    Json out = Json::object();
    out["kind"] = difference.kind;
    out["topic"] = compare::topicName(difference.topic);
    out["sentence"] = difference.sentence;
    out["unit"] = unitName(difference.unit);
    out["before"] = difference.before;
    out["after"] = difference.after;
    out["change"] = difference.change();
    out["share_of_step"] = orNull<Json>(difference.shareOfStep);
    out["within_noise"] = difference.withinNoise;
    out["row"] = orNull<Json>(difference.row);
    out["steps"] = stepsJson(runs, difference.steps);
    out["examples"] = Json::object();
    out["examples"]["before"] = exampleJson(runs[compare::kBefore], difference.examples[compare::kBefore]);
    out["examples"]["after"] = exampleJson(runs[compare::kAfter], difference.examples[compare::kAfter]);
    out["gaps"] = Json::object();
    out["gaps"]["before"] = gapJson(difference.gaps[compare::kBefore]);
    out["gaps"]["after"] = gapJson(difference.gaps[compare::kAfter]);
    return out;
}

Json sideJson(const std::optional<compare::Quantity>& side)
{
    if (!side)
        return nullptr;
    Json out = Json::object();
    out["total"] = side->total;
    out["per_step"] = side->perStep;
    out["calls"] = side->calls;
    return out;
}

Json tableJson(const compare::Table& table, std::optional<std::size_t> limit)
{
    Json out = Json::object();
    out["topic"] = compare::topicName(table.topic);
    out["unit"] = unitName(table.unit);
    out["per_step"] = table.perStep;
    out["total_rows"] = table.rows.size();
    out["rows"] = Json::array();
    for (std::size_t i = 0; i < std::min(table.rows.size(), limit.value_or(table.rows.size())); ++i) {
        const compare::Row& row = table.rows[i];
        Json one = Json::object();
        one["name"] = row.name;
        one["name_before"] = row.nameBefore.empty() ? Json(nullptr) : Json(row.nameBefore);
        one["match"] = matchName(row.match);
        one["before"] = sideJson(row.sides[compare::kBefore]);
        one["after"] = sideJson(row.sides[compare::kAfter]);
        one["change"] = row.change;
        one["within_noise"] = row.withinNoise;
        one["calls_changed"] = row.callsChanged;
        out["rows"].push_back(std::move(one));
    }
    return out;
}

Json warningJson(const compare::Warning& warning)
{
    Json out = Json::object();
    out["what"] = warning.what;
    out["before"] = warning.before;
    out["after"] = warning.after;
    out["effect"] = warning.effect;
    out["severe"] = warning.severe;
    return out;
}

Json experimentJson(const std::optional<compare::LoaderExperiment>& experiment)
{
    if (!experiment)
        return nullptr;
    Json out = Json::object();
    out["synthetic"] = experiment->synthetic == compare::kBefore ? "before" : "after";
    out["saved_per_step_ns"] = experiment->savedPerStepNs;
    out["share_of_step"] = experiment->shareOfStep;
    out["sentence"] = experiment->sentence;
    return out;
}

Json filesJson(const std::vector<ReportedFile>& files)
{
    Json out = Json::array();
    for (const ReportedFile& file : files)
        out.push_back(fileJson<Json>(file));
    return out;
}

void addComparison(const compare::Runs& runs, const ComparisonPage& page, Json& out)
{
    const compare::Comparison& comparison = page.comparison;
    out["headline"] = comparison.headline;
    out["per_step"] = comparison.perStep;
    out["warnings"] = Json::array();
    for (const compare::Warning& warning : comparison.warnings)
        out["warnings"].push_back(warningJson(warning));
    out["step_time"] = noiseJson(comparison.noise);
    out["steps_compared"] = Json::object();
    out["steps_compared"]["before"] = comparison.alignment.compared[compare::kBefore].size();
    out["steps_compared"]["after"] = comparison.alignment.compared[compare::kAfter].size();
    out["steps_compared"]["pairs"] = stepsJson(runs, comparison.alignment.pairs);
    out["differences"] = Json::array();
    for (const compare::Difference& difference : comparison.differences)
        out["differences"].push_back(differenceJson(runs, difference));
    out["loader_experiment"] = experimentJson(comparison.loaderExperiment);
    out["tables"] = Json::array();
    for (const compare::Table& table : comparison.tables)
        out["tables"].push_back(tableJson(table, page.limit));
    out["unmatched"] = comparison.unmatched;
    out["exceeded"] = page.exceeded;
}

} // namespace

std::string comparisonJson(const ComparisonPage& page)
{
    const ReportedFile* refused = page.files.refused();
    Json out = Json::object();
    out["schema"] = "stepscope.compare/1";
    out["result"] = refused != nullptr ? "refused" : "compared";
    out["error"] = errorJson<Json>(refused);
    out["before"] = filesJson(page.files.runs[compare::kBefore]);
    out["after"] = filesJson(page.files.runs[compare::kAfter]);
    if (refused == nullptr)
        addComparison(page.files.view(), page, out);
    return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace stepscope::exporting
