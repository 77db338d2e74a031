// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/findings/study.h"

#include "core/analysis/sums.h"
#include "core/util/time.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace stepscope::analysis {

Study::Study(const model::Trace& ofTrace, const TraceFigures& ofFigures)
    : trace(ofTrace)
    , figures(ofFigures)
    , units(unitsOf(ofTrace, ofFigures))
    , hostOnly(ofTrace.gpuWork.size() == 0)
    , ledger(ofFigures.gpu)
{
    for (const DeviceUse& device : ofFigures.gpu.devices) {
        for (const StreamUse& stream : device.streams)
            pieces += stream.events;
    }
}

void Study::addItems(const Item& item, const IntervalSet& costly, std::vector<Item>& items) const
{
    forEachUnit(units, item.span, [&](std::uint32_t unit, Interval part) {
        Item one = item;
        one.unit = unit;
        one.cost = overlapLength(costly, part);
        if (one.cost > 0)
            items.push_back(one);
    });
}

void Study::conclude(std::string_view rule, std::vector<Item> items, double leastShare, const Describe& describe)
{
    std::int64_t& cost = costs.try_emplace(std::string(rule), 0).first->second;
    for (const Item& item : items) {
        if (units[item.unit].representative)
            addTo(cost, item.cost);
    }
    for (const Group& group : groupByUnit(std::move(items), units, figures.gpu.devices.size(), leastShare)) {
        Finding finding;
        finding.rule = rule;
        finding.share = group.share;
        finding.severity = severityOf(group.share);
        finding.totalNs = group.cost;
        finding.count = group.items.size();
        for (const std::uint32_t unit : group.units) {
            if (units[unit].step != StepIndex::kNone)
                finding.steps.push_back(units[unit].step);
        }
        for (std::size_t i = 0; i < std::min(group.items.size(), Finding::kMaxEvidence); ++i)
            finding.evidence.push_back(evidenceOf(group.items[i]));
        describe(group, finding);
        findings.push_back(std::move(finding));
    }
}

double Study::gpuTime() const
{
    double length = 0;
    for (const Unit& unit : units)
        length += static_cast<double>(unit.span.length());
    return length * static_cast<double>(figures.gpu.devices.size());
}

double Study::representativeGpuTime() const
{
    double length = 0;
    for (const Unit& unit : units)
        length += unit.representative ? static_cast<double>(unit.span.length()) : 0;
    return length * static_cast<double>(figures.gpu.devices.size());
}

Evidence Study::evidenceOf(const Item& item) const
{
    Evidence evidence;
    if (!hostOnly)
        evidence.device = deviceNumber(item.device);
    evidence.row = item.row;
    evidence.span = item.span;
    evidence.slice = item.slice;
    if (item.slice.valid())
        evidence.name = trace.nameOf(item.slice);
    return evidence;
}

std::int32_t Study::deviceNumber(std::size_t device) const
{
    return figures.gpu.devices[device].device;
}

std::uint32_t Study::deviceIndexOf(SliceId work) const
{
    const model::Track& track = trace.tracks[trace.trackOf(work).index()];
    for (std::size_t i = 0; i < figures.gpu.devices.size(); ++i) {
        const DeviceUse& device = figures.gpu.devices[i];
        if (device.device == track.device && device.process == track.process)
            return static_cast<std::uint32_t>(i);
    }
    return kNoDevice;
}

std::string Study::amount(const Group& group) const
{
    const std::string share = wholePercent(group.share);
    if (isRange())
        return fmt::format("{} ({}) of the range", formatDuration(group.cost), share);
    const Unit& worst = units[group.worst];
    if (worst.step == StepIndex::kNone)
        return fmt::format("{} ({}) of {}", formatDuration(group.cost), share, wholeText());
    if (group.units.size() == 1 && (group.exceptional || group.of == 1))
        return fmt::format("{} ({}) of {}", formatDuration(group.cost), share, worst.name);
    const auto paying = static_cast<std::int64_t>(group.units.size());
    const std::string each = formatDuration(group.cost / paying);
    if (group.units.size() == group.of)
        return fmt::format("{} ({}) of each of {} steps", each, share, group.of);
    return fmt::format("{} ({}) of each of {} of {} steps", each, share, paying, group.of);
}

std::int64_t Study::outsideNs() const
{
    if (hostOnly || !figures.window.whole || units.size() != 1 || units.front().step != StepIndex::kNone)
        return 0;
    constexpr double kWorthNamingOutside = 0.10;
    const std::int64_t recorded = recordingOf(trace).length();
    const std::int64_t outside = std::max<std::int64_t>(0, recorded - units.front().span.length());
    return static_cast<double>(outside) >= kWorthNamingOutside * static_cast<double>(recorded) ? outside : 0;
}

std::string Study::wholeText() const
{
    if (!figures.window.whole)
        return "the range";
    if (outsideNs() == 0)
        return "the recording";
    return fmt::format("the {} from the first to the last GPU work", formatDuration(units.front().span.length()));
}

std::string Study::over() const
{
    const auto steps = static_cast<std::size_t>(std::count_if(units.begin(), units.end(),
        [](const Unit& unit) { return unit.representative && unit.step != StepIndex::kNone; }));
    if (isRange())
        return "the range";
    if (steps == 0)
        return wholeText();
    return steps == 1 ? "the step" : fmt::format("{} steps", steps);
}

bool Study::isRange() const
{
    return std::any_of(units.begin(), units.end(), [](const Unit& unit) { return unit.isPart; });
}

std::string Study::place(const Group& group) const
{
    if (isRange())
        return "in the range";
    const Unit& worst = units[group.worst];
    if (worst.step == StepIndex::kNone)
        return figures.window.whole ? "in the recording" : "in the range";
    if (group.units.size() == 1)
        return "in " + worst.name;
    if (group.units.size() == group.of)
        return fmt::format("in each of {} steps", group.of);
    return fmt::format("in {} of {} steps", group.units.size(), group.of);
}

std::string Study::gpus(const Group& group) const
{
    std::set<std::uint32_t> devices;
    for (const Item& item : group.items)
        devices.insert(item.device);
    if (devices.size() == 1)
        return fmt::format("GPU {}", deviceNumber(*devices.begin()));
    return "the GPUs";
}

std::string Study::gpusThat(const Group& group, std::string_view verb) const
{
    const std::string who = gpus(group);
    return who == "the GPUs" ? fmt::format("The GPUs {}", verb) : fmt::format("{} {}s", who, verb);
}

bool Study::onlyWarmUp() const
{
    return std::all_of(units.begin(), units.end(),
        [this](const Unit& unit) { return unit.step != StepIndex::kNone && figures.steps.steps[unit.step].warmUp; });
}

Study::Costliest Study::costliest(const Group& group) const
{
    std::map<NameId, std::int64_t> costOf;
    std::int64_t unnamed = 0;
    for (const Item& item : group.items)
        addTo(item.slice.valid() ? costOf[trace.slices.name[item.slice.index()]] : unnamed, item.cost);
    const auto part = [&group](std::int64_t cost) {
        return group.cost > 0 ? static_cast<double>(cost) / static_cast<double>(group.cost) : 0;
    };
    const auto most = std::max_element(
        costOf.begin(), costOf.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == costOf.end())
        return {{}, 0, part(unnamed)};
    return {std::string(trace.names.view(most->first)), part(most->second), part(unnamed)};
}

} // namespace stepscope::analysis
