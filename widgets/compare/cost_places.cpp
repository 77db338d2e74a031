// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/cost_places.h"

#include <algorithm>

namespace stepscope::widgets {

std::optional<std::int32_t> firstDevice(const model::Trace& trace)
{
    std::optional<std::int32_t> first;
    for (const model::Track& track : trace.tracks) {
        if (track.kind == model::TrackKind::GpuStream && track.gpuWork > 0)
            first = std::min(first.value_or(track.device), track.device);
    }
    return first;
}

std::optional<TimeRange> longStepAround(const std::vector<view::Step>& steps, TimeRange span)
{
    constexpr std::int64_t kMany = 8;
    const std::size_t i = view::firstStepEndingAfter(steps, span.start);
    if (i == steps.size() || steps[i].start > span.start)
        return std::nullopt;
    const TimeRange step {steps[i].start, steps[i].end};
    return step.length() / kMany > span.length() ? std::optional(step) : std::nullopt;
}

} // namespace stepscope::widgets
