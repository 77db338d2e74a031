// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/repeated_calls.h"

#include <tsl/robin_map.h>

namespace stepscope::analysis {
namespace {

// Calls f(slice, parent) for each placed slice of the CPU threads that has a parent.
template <class F> void forEachChild(const model::Trace& trace, const F& f)
{
    for (const model::Lane& lane : trace.lanes) {
        if (trace.tracks[lane.track.index()].kind != model::TrackKind::CpuThread)
            continue;
        for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i) {
            const SliceId parent = trace.slices.parent[i];
            if (parent.valid() && trace.slices.placed(SliceId(i)))
                f(SliceId(i), parent);
        }
    }
}

bool isCall(const model::Trace& trace, SliceId id)
{
    const model::EventKind kind = trace.kindOf(id);
    return kind == model::EventKind::CpuOp || kind == model::EventKind::UserAnnotation;
}

} // namespace

std::vector<bool> repeatedCalls(const model::Trace& trace)
{
    std::vector<bool> repeated(trace.slices.size(), false);
    tsl::robin_map<std::size_t, SliceId> lastChild; // of the parents of such calls; invalid: there are several
    forEachChild(trace, [&](SliceId id, SliceId parent) {
        if (trace.slices.name[id.index()] == trace.slices.name[parent.index()] && isCall(trace, id)
            && isCall(trace, parent))
            lastChild[parent.index()] = id;
    });
    if (lastChild.empty())
        return repeated;
    forEachChild(trace, [&](SliceId id, SliceId parent) {
        const auto at = lastChild.find(parent.index());
        if (at != lastChild.end() && at->second != id)
            at.value() = SliceId();
    });
    for (const auto& [parent, child] : lastChild) {
        if (child.valid())
            repeated[child.index()] = true;
    }
    return repeated;
}

} // namespace stepscope::analysis
