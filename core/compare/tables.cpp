// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables.h"

#include "core/analysis/kernel_names.h"
#include "core/compare/kernel_match.h"
#include "core/compare/noise.h"
#include "core/compare/row_merge.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>

namespace stepscope::compare {
namespace {

using Sides = std::array<NamedQuantities, 2>;

std::array<double, 2> divisors(const ComparedRuns& runs)
{
    return {runs[kBefore].divisor(), runs[kAfter].divisor()};
}

Table tableOf(Topic topic, Unit unit, const ComparedRuns& runs, std::vector<Row> rows)
{
    Table table {topic, unit, runs[kBefore].perStep, std::move(rows)};
    sortRows(table.rows);
    return table;
}

// fill(run, quantities) for each side.
template <class F> Table joined(Topic topic, Unit unit, const ComparedRuns& runs, const F& fill)
{
    Sides sides;
    for (std::size_t side = 0; side < 2; ++side)
        fill(runs[side], sides[side]);
    return tableOf(topic, unit, runs, joinByName(std::move(sides), divisors(runs)));
}

Table joinedCalls(Topic topic, Unit unit, const ComparedRuns& runs, void (*fill)(const ComparedRun&, NamedQuantities&))
{
    Table table = joined(topic, unit, runs, fill);
    joinCallsOfOneMeaning(table.rows);
    sortRows(table.rows);
    return table;
}

Quantity timeQuantity(double perStep, double steps)
{
    Quantity quantity;
    quantity.perStep = perStep;
    quantity.total = rounded(perStep * steps);
    quantity.calls = static_cast<std::uint64_t>(steps);
    return quantity;
}

Row timeRow(const ComparedRuns& runs, const char* name, const std::array<double, 2>& perStep)
{
    Row row;
    row.name = name;
    for (std::size_t side = 0; side < 2; ++side)
        row.sides[side] = timeQuantity(perStep[side], runs[side].divisor());
    row.change = changeOf(row);
    return row;
}

std::optional<double> spreadOfPart(const ComparedRun& run, Part part)
{
    std::vector<double> values;
    values.reserve(run.parts.size());
    for (const TimeParts& parts : run.parts)
        values.push_back(parts.of(part));
    return spreadOf(values);
}

// Whether what the host did meanwhile is the cause itself: the same in two runs. What covers most of a wait for
// launches is not: Python frames that have nothing to do with each other.
bool isCauseItself(const analysis::GapPart& part)
{
    return part.activity.valid()
        && (part.cause == analysis::IdleCause::Input || part.cause == analysis::IdleCause::Sync);
}

// The longest wait of a cause: the data loading or the blocking call, else the gap and the work that ended it. O(gaps).
void showLongestWait(const ComparedRun& run, analysis::IdleCause cause, Quantity& quantity)
{
    const analysis::GapCauses& causes = run.run.figures->idle.causes;
    std::int64_t longest = 0;
    for (const analysis::DeviceGap& gap : causes.gaps) {
        for (const analysis::GapPart& part : causes.partsOf(gap)) {
            if (part.cause != cause || part.span.length() <= longest
                || !analysis::contains(run.window.gpu, part.span.start))
                continue;
            longest = part.span.length();
            quantity.example = isCauseItself(part) ? part.activity : gap.workAfter;
            quantity.gap = isCauseItself(part) ? std::nullopt : std::optional(gap.span);
        }
    }
}

SliceId longestStep(const ComparedRun& run)
{
    const std::vector<double> lengths = run.lengths();
    const auto longest = std::max_element(lengths.begin(), lengths.end());
    return run.step(run.steps[static_cast<std::size_t>(longest - lengths.begin())]).span.slice;
}

// Parts that neither run has get no row.
void addPart(const ComparedRuns& runs, Part part, std::vector<Row>& rows)
{
    Row row = timeRow(runs, partWords(part), {runs[kBefore].meanParts().of(part), runs[kAfter].meanParts().of(part)});
    if (row.sides[kBefore]->total == 0 && row.sides[kAfter]->total == 0)
        return;
    if (isIdle(part)) {
        const auto cause = static_cast<analysis::IdleCause>(static_cast<int>(part) - static_cast<int>(Part::Input));
        for (std::size_t side = 0; side < 2; ++side)
            showLongestWait(runs[side], cause, *row.sides[side]);
    }
    row.withinNoise = withinSpread(row.change, spreadOfPart(runs[kBefore], part), spreadOfPart(runs[kAfter], part));
    rows.push_back(std::move(row));
}

std::string nameOfSync(const model::Trace& trace, const analysis::SyncMarker& sync)
{
    std::string name(sync.op.valid() ? trace.names.view(sync.op) : trace.nameOf(sync.slice));
    return sync.atStepEnd.value_or(false) ? name + " (end of step)" : name;
}

void addSyncs(const ComparedRun& run, NamedQuantities& out)
{
    for (const analysis::SyncMarker& sync : run.syncs)
        out.add(nameOfSync(*run.run.trace, sync), sync.blockedNs(), 1, sync.slice);
}

// Counted by NameId first: there are as many launches as kernels, but few names.
void addLaunches(const ComparedRun& run, NamedQuantities& out)
{
    const model::Trace& trace = *run.run.trace;
    struct LaunchCalls
    {
        std::uint64_t count = 0;
        SliceId first;
    };
    std::map<NameId, LaunchCalls> byName;
    const auto add = [&](SliceId launch) {
        if (!run.window.whole
            && !(trace.slices.placed(launch) && analysis::contains(run.window.cpu, trace.slices.start[launch.index()])))
            return;
        LaunchCalls& calls = byName[trace.slices.name[launch.index()]];
        if (calls.count++ == 0)
            calls.first = launch;
    };
    for (const SliceId launch : trace.launches.launches)
        add(launch);
    for (const SliceId launch : trace.launches.withoutWork)
        add(launch);
    for (const auto& [name, calls] : byName)
        out.add(std::string(trace.names.view(name)), static_cast<std::int64_t>(calls.count), calls.count, calls.first);
}

void addCopies(const ComparedRun& run, NamedQuantities& out)
{
    for (const analysis::CopyRow& row : run.copies) {
        std::string name = row.what.direction;
        if (row.what.memory != analysis::CopyMemory::Unknown)
            name += std::string(" ") + analysis::copyMemoryName(row.what.memory);
        out.add(name, row.totalNs, row.count, row.longest);
    }
}

void addFamilies(const ComparedRun& run, NamedQuantities& out)
{
    for (const analysis::KernelRow& row : run.kernels.rows)
        out.add(analysis::familyName(row.family), row.totalNs, row.calls, row.longest);
}

void addOperators(const ComparedRun& run, NamedQuantities& out)
{
    for (const analysis::OperatorRow& row : run.operators)
        out.add(std::string(run.run.trace->names.view(row.name)), row.cpuSelfNs, row.calls, row.longest);
}

void addCommunication(const ComparedRun& run, NamedQuantities& out)
{
    for (const analysis::KernelRow& row : run.kernels.rows) {
        if (row.family == analysis::KernelFamily::Communication)
            out.add(std::string(run.run.trace->names.view(row.name)), row.totalNs, row.calls, row.longest);
    }
}

Table communicationTable(const ComparedRuns& runs)
{
    Table table = joined(Topic::Communication, Unit::Nanoseconds, runs, addCommunication);
    if (table.rows.empty())
        return table;
    addPart(runs, Part::Communication, table.rows);
    sortRows(table.rows);
    return table;
}

bool hasBoth(const Row& row)
{
    return row.sides[kBefore] && row.sides[kAfter];
}

void markChangedCalls(Table& table, const ComparedRuns& runs)
{
    if (!table.perStep)
        return; // the runs may be of any length
    const auto perStep = [&](const Row& row, std::size_t side) {
        return static_cast<double>(row.sides[side]->calls) / runs[side].divisor();
    };
    for (Row& row : table.rows) {
        if (!hasBoth(row))
            continue;
        const double before = perStep(row, kBefore);
        row.callsChanged = std::abs(perStep(row, kAfter) - before) > kLeastCountChange * before;
    }
}

// Of what happens as often in each step.
void markNoise(Table& table, const StepNoise& noise)
{
    for (Row& row : table.rows) {
        if (hasBoth(row) && !row.callsChanged)
            row.withinNoise = row.withinNoise || withinSpread(row.change, noise.spreadNs[0], noise.spreadNs[1]);
    }
}

Table stepTimeTable(const ComparedRuns& runs, const StepNoise& noise)
{
    std::vector<Row> rows;
    const bool steps = runs[kBefore].perStep;
    rows.push_back(timeRow(runs, steps ? "step time (mean)" : "time", {*noise.meanNs[0], *noise.meanNs[1]}));
    rows.back().withinNoise = noise.withinNoise;
    for (std::size_t side = 0; steps && side < 2; ++side)
        rows.back().sides[side]->example = longestStep(runs[side]);
    if (steps && runs[kBefore].steps.size() > 1 && runs[kAfter].steps.size() > 1) {
        rows.push_back(timeRow(runs, "step time (median)", {*noise.medianNs[0], *noise.medianNs[1]}));
        rows.back().withinNoise = withinSpread(rows.back().change, noise.spreadNs[0], noise.spreadNs[1]);
    }
    for (std::size_t i = 0; i < kParts; ++i) {
        if (!isIdle(static_cast<Part>(i)))
            addPart(runs, static_cast<Part>(i), rows);
    }
    return tableOf(Topic::StepTime, Unit::Nanoseconds, runs, std::move(rows));
}

Table idleTable(const ComparedRuns& runs)
{
    std::vector<Row> rows;
    for (std::size_t i = 0; i < kParts; ++i) {
        if (isIdle(static_cast<Part>(i)))
            addPart(runs, static_cast<Part>(i), rows);
    }
    return tableOf(Topic::Idle, Unit::Nanoseconds, runs, std::move(rows));
}

} // namespace

std::vector<Table> traceTables(const ComparedRuns& runs, const StepNoise& noise)
{
    std::vector<Table> tables;
    tables.push_back(stepTimeTable(runs, noise));
    tables.push_back(idleTable(runs));
    tables.push_back(communicationTable(runs));
    tables.push_back(joinedCalls(Topic::Launches, Unit::Count, runs, addLaunches));
    tables.push_back(joinedCalls(Topic::Syncs, Unit::Nanoseconds, runs, addSyncs));
    tables.push_back(joined(Topic::Copies, Unit::Nanoseconds, runs, addCopies));
    tables.push_back(tableOf(Topic::Kernels, Unit::Nanoseconds, runs, matchKernels(runs)));
    tables.push_back(joined(Topic::KernelFamilies, Unit::Nanoseconds, runs, addFamilies));
    tables.push_back(joined(Topic::Operators, Unit::Nanoseconds, runs, addOperators));
    for (Table& table : tables) {
        if (table.unit == Unit::Nanoseconds && table.topic != Topic::StepTime && table.topic != Topic::Idle) {
            markChangedCalls(table, runs);
            markNoise(table, noise);
        }
    }
    tables.erase(std::remove_if(tables.begin(), tables.end(), [](const Table& table) { return table.rows.empty(); }),
        tables.end());
    return tables;
}

} // namespace stepscope::compare
