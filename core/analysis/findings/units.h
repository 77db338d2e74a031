// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the shares of findings are of: the GPU intervals of the training steps, cut to the window; in a trace without
// steps one unit, from the first GPU work to the last; in a trace without GPU work the CPU spans of the steps. A
// warm-up step represents nothing and is kept out of everything but its own rule, unless there is no other. Units never
// overlap.

#include "core/analysis/trace_figures.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace stepscope::analysis {

struct Unit
{
    std::uint32_t step = StepIndex::kNone; // index into StepIndex::steps
    std::string name; // "ProfilerStep#12", where it is cut "… within the range"; empty without steps
    Interval span;    // not empty
    bool representative = true;
    bool isPart = false; // of a step that goes on outside the window
};

using Units = std::vector<Unit>; // by start

[[nodiscard]] Units unitsOf(const model::Trace& trace, const TraceFigures& figures);

// Calls f(unit index, part of the interval inside that unit) for each unit that the interval overlaps.
// O(log units + units inside).
template <class F> void forEachUnit(const Units& units, Interval interval, const F& f)
{
    auto at = std::partition_point(
        units.begin(), units.end(), [&](const Unit& unit) { return unit.span.end <= interval.start; });
    for (; at != units.end() && at->span.start < interval.end; ++at) {
        const Interval part {std::max(at->span.start, interval.start), std::min(at->span.end, interval.end)};
        if (part.start < part.end)
            f(static_cast<std::uint32_t>(at - units.begin()), part);
    }
}

} // namespace stepscope::analysis
