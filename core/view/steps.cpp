// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/steps.h"

#include <algorithm>
#include <limits>
#include <string_view>

namespace stepscope::view {

namespace {

constexpr std::string_view kStepPrefix = "ProfilerStep#";

std::vector<bool> namesOfSteps(const model::Trace& trace)
{
    std::vector<bool> isStep(trace.names.size(), false);
    for (std::size_t i = 0; i < isStep.size(); ++i)
        isStep[i] = trace.names.view(NameId(i)).starts_with(kStepPrefix);
    return isStep;
}

void addStepsOfLane(
    const model::Trace& trace, const model::Lane& lane, const std::vector<bool>& isStep, std::vector<Step>& steps)
{
    for (std::uint32_t i = lane.first.value; i < lane.last.value; ++i) {
        const SliceId id(i);
        const NameId name = trace.slices.name[i];
        if (name.index() < isStep.size() && isStep[name.index()])
            steps.push_back({id, trace.slices.start[i], trace.slices.end(id)});
    }
}

// By start, and so that ends ascend too: a step inside another one is no step of its own.
void putInOrder(std::vector<Step>& steps)
{
    std::stable_sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) { return a.start < b.start; });
    std::int64_t reached = std::numeric_limits<std::int64_t>::min();
    std::erase_if(steps, [&reached](const Step& step) {
        const bool inside = step.end <= reached && step.end > step.start;
        reached = std::max(reached, step.end);
        return inside;
    });
}

bool canHoldSteps(const model::Trace& trace, const model::Lane& lane, model::TrackKind kind)
{
    if (trace.tracks[lane.track.index()].kind != kind)
        return false;
    return lane.section
        == (kind == model::TrackKind::CpuThread ? model::LaneSection::Main : model::LaneSection::Annotation);
}

} // namespace

std::vector<Step> findSteps(const model::Trace& trace)
{
    const std::vector<bool> isStep = namesOfSteps(trace);
    if (std::find(isStep.begin(), isStep.end(), true) == isStep.end())
        return {};
    std::vector<Step> best;
    for (const auto kind : {model::TrackKind::CpuThread, model::TrackKind::GpuStream}) {
        for (const model::Track& track : trace.tracks) {
            // Steps that cross their neighbours lie on lanes of their own: all lanes of the track are asked.
            std::vector<Step> steps;
            for (std::size_t l = track.firstLane.index(); l < track.lastLane.index() && l < trace.lanes.size(); ++l) {
                if (canHoldSteps(trace, trace.lanes[l], kind))
                    addStepsOfLane(trace, trace.lanes[l], isStep, steps);
            }
            putInOrder(steps);
            if (steps.size() > best.size())
                best = std::move(steps);
        }
        if (!best.empty())
            break;
    }
    return best;
}

std::string stepLabel(const model::Trace& trace, const Step& step)
{
    const std::string_view name = trace.nameOf(step.slice);
    return std::string(name.starts_with(kStepPrefix) ? name.substr(kStepPrefix.size() - 1) : name);
}

std::size_t firstStepEndingAfter(const std::vector<Step>& steps, std::int64_t time)
{
    const auto it = std::upper_bound(
        steps.begin(), steps.end(), time, [](std::int64_t t, const Step& step) { return t < step.end; });
    return static_cast<std::size_t>(it - steps.begin());
}

} // namespace stepscope::view
