// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/launch_links.h"

#include <algorithm>

namespace stepscope::view {

namespace {

SliceId launchOf(const model::Trace& trace, SliceId work)
{
    const GpuWorkId id = trace.gpuWorkOf(work);
    return id.valid() ? trace.gpuWork.launch[id.index()] : SliceId();
}

bool onCpuThread(const model::Trace& trace, SliceId slice)
{
    return trace.tracks[trace.trackOf(slice).index()].kind == model::TrackKind::CpuThread;
}

} // namespace

std::vector<SliceId> launchesWithin(const model::Trace& trace, SliceId slice, std::size_t limit)
{
    std::vector<SliceId> found;
    const model::Track& track = trace.tracks[trace.trackOf(slice).index()];
    const std::int64_t start = trace.slices.start[slice.index()];
    const std::int64_t end = trace.slices.end(slice);
    const auto& launches = trace.launches.launches;
    for (std::uint32_t i = track.firstLane.value; i < track.lastLane.value; ++i) {
        const model::Lane& lane = trace.lanes[i];
        if (lane.section != model::LaneSection::Main)
            continue;
        const auto* starts = trace.slices.start.data();
        const auto* first = std::lower_bound(starts + lane.first.value, starts + lane.last.value, start);
        const auto* last = std::lower_bound(first, starts + lane.last.value, end);
        const SliceId begin(static_cast<std::size_t>(first - starts));
        const SliceId stop(static_cast<std::size_t>(last - starts));
        auto at = std::lower_bound(launches.begin(), launches.end(), begin);
        for (std::size_t n = 0; n < limit && at != launches.end() && *at < stop; ++n, ++at)
            found.push_back(*at);
    }
    std::sort(found.begin(), found.end(),
        [&](SliceId a, SliceId b) { return trace.slices.start[a.index()] < trace.slices.start[b.index()]; });
    return found;
}

LaunchChain launchChain(const model::Trace& trace, SliceId slice)
{
    LaunchChain chain;
    if (!slice.valid())
        return chain;
    if (const SliceId launch = launchOf(trace, slice); launch.valid()) {
        chain.launch = launch;
        chain.links.emplace_back(launch, slice);
    } else if (onCpuThread(trace, slice)) {
        for (const SliceId call : launchesWithin(trace, slice, kMaxChainLinks + 1)) {
            for (const GpuWorkId work : trace.launches.workOf(call))
                chain.links.emplace_back(call, trace.gpuWork.slice[work.index()]);
        }
        if (chain.links.size() > kMaxChainLinks)
            return {};
        if (!chain.links.empty())
            chain.launch = chain.links.front().first;
    }
    if (chain.launch.valid())
        chain.op = trace.operatorOf(chain.launch);
    return chain;
}

std::vector<SliceId> linkedSlices(
    const model::Trace& trace, SliceId slice, const LaunchChain& chain, const std::vector<model::Flow>& flows)
{
    std::vector<SliceId> linked;
    if (chain.empty() && flows.empty())
        return linked;
    const auto addWithAround = [&](SliceId id) {
        for (; id.valid(); id = trace.slices.parent[id.index()])
            linked.push_back(id);
    };
    addWithAround(slice);
    for (const auto& [launch, work] : chain.links) {
        addWithAround(launch);
        linked.push_back(work);
    }
    for (const model::Flow& flow : flows) {
        addWithAround(flow.from);
        addWithAround(flow.to);
    }
    std::sort(linked.begin(), linked.end());
    linked.erase(std::unique(linked.begin(), linked.end()), linked.end());
    return linked;
}

SliceId towardsCause(const model::Trace& trace, SliceId slice)
{
    if (!slice.valid())
        return {};
    if (trace.gpuWorkOf(slice).valid())
        return launchOf(trace, slice);
    return onCpuThread(trace, slice) ? trace.operatorOf(slice) : SliceId();
}

SliceId towardsEffect(const model::Trace& trace, SliceId slice)
{
    if (!slice.valid() || !onCpuThread(trace, slice))
        return {};
    const auto work = trace.launches.workOf(slice);
    if (!work.empty())
        return trace.gpuWork.slice[work.front().index()];
    const std::vector<SliceId> launches = launchesWithin(trace, slice, 1);
    return launches.empty() ? SliceId() : launches.front();
}

} // namespace stepscope::view
