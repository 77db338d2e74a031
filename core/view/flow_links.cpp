// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/flow_links.h"

#include <algorithm>

namespace stepscope::view {

namespace {

bool isLaunch(const model::Trace& trace, const model::Flow& flow)
{
    const GpuWorkId work = trace.gpuWorkOf(flow.to);
    return work.valid() && trace.gpuWork.launch[work.index()] == flow.from;
}

// Those of the flows (ascending by the `end`) whose end is this slice.
void addFlows(const model::Trace& trace, const std::vector<model::Flow>& flows, SliceId model::Flow::*end,
    SliceId slice, std::vector<model::Flow>& found)
{
    auto at
        = std::partition_point(flows.begin(), flows.end(), [&](const model::Flow& flow) { return flow.*end < slice; });
    const std::size_t most = found.size() + kMaxFlowLinks;
    for (; at != flows.end() && (*at).*end == slice && found.size() < most; ++at) {
        if (!isLaunch(trace, *at))
            found.push_back(*at);
    }
}

} // namespace

std::vector<model::Flow> flowsAround(const model::Trace& trace, SliceId slice)
{
    std::vector<model::Flow> found;
    for (; slice.valid() && found.empty(); slice = trace.slices.parent[slice.index()]) {
        addFlows(trace, trace.flows, &model::Flow::from, slice, found);
        addFlows(trace, trace.flowsByTarget, &model::Flow::to, slice, found);
    }
    return found;
}

} // namespace stepscope::view
