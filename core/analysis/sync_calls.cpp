// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sync_calls.h"

#include "core/analysis/kernel_names.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

constexpr std::uint8_t kBlocks = 1;
constexpr std::uint8_t kQueries = 2;

std::vector<std::uint8_t> classifyNames(const model::Trace& trace)
{
    std::vector<std::uint8_t> classes(trace.names.size(), 0);
    for (std::size_t i = 0; i < classes.size(); ++i) {
        const std::string_view name = trace.names.view(NameId(i));
        if (model::isBlockingCall(name))
            classes[i] = kBlocks;
        else if (name.size() < 64 && name.find("Query") != std::string_view::npos)
            classes[i] = kQueries;
    }
    return classes;
}

SyncMarker markerOf(const model::Trace& trace, SliceId call)
{
    SyncMarker marker;
    marker.slice = call;
    marker.kind = syncKindOf(trace.nameOf(call));
    marker.track = trace.trackOf(call);
    marker.parts[0] = {trace.slices.start[call.index()], trace.slices.end(call)};
    marker.parts[1] = {marker.parts[0].end, marker.parts[0].end};
    return marker;
}

bool isSynchronise(const model::Trace& trace, SliceId call)
{
    return trace.nameOf(call).find("ynchronize") != std::string_view::npos;
}

// The synchronise that waits for the copy right before it under the same operator.
bool completes(const model::Trace& trace, const SyncMarker& copy, const SyncMarker& next)
{
    if (copy.kind != SyncKind::Copy || copy.track != next.track || !isSynchronise(trace, next.slice))
        return false;
    const SliceId op = trace.operatorOf(copy.slice);
    return op.valid() && op == trace.operatorOf(next.slice);
}

// Drops calls inside other calls and joins copies with their synchronise. Expects the order of track and start.
std::vector<SyncMarker> joined(const model::Trace& trace, const std::vector<SyncMarker>& calls)
{
    std::vector<SyncMarker> out;
    for (const SyncMarker& call : calls) {
        if (!out.empty() && out.back().track == call.track && call.end() <= out.back().end())
            continue; // the longer of two that start together comes first
        if (out.empty() || !completes(trace, out.back(), call)) {
            out.push_back(call);
            continue;
        }
        SyncMarker& marker = out.back();
        marker.parts[1] = {std::max(call.start(), marker.end()), call.end()};
        if (marker.parts[1].length() > marker.parts[0].length()) {
            marker.slice = call.slice;
            marker.kind = call.kind;
        }
    }
    return out;
}

} // namespace

SyncKind syncKindOf(std::string_view name)
{
    const auto has = [name](const char* part) { return name.find(part) != std::string_view::npos; };
    if (has("Memcpy"))
        return SyncKind::Copy;
    if (has("Stream") || has("Queue"))
        return SyncKind::Stream;
    if (has("Event"))
        return SyncKind::Event;
    if (has("Device") || has("Ctx") || has("Context"))
        return SyncKind::Device;
    return SyncKind::Other;
}

std::vector<SliceId> findBlockingCopies(const model::Trace& trace)
{
    std::vector<SliceId> calls;
    std::vector<std::uint8_t> toHost(trace.names.size(), 0); // 0 not asked yet, 1 no, 2 yes
    for (std::size_t i = 0; i < trace.gpuWork.size(); ++i) {
        const SliceId work = trace.gpuWork.slice[i];
        const SliceId call = trace.gpuWork.launch[i];
        if (!call.valid() || trace.kindOf(work) != model::EventKind::Memcpy)
            continue;
        std::uint8_t& known = toHost[trace.slices.name[work.index()].index()];
        if (known == 0)
            known = copyClass(trace.nameOf(work)).direction == "DtoH" ? 2 : 1;
        if (known != 2 || !trace.slices.placed(call) || !trace.slices.placed(work))
            continue;
        if (trace.slices.timed(work) && trace.slices.end(call) >= trace.slices.end(work))
            calls.push_back(call);
    }
    std::sort(calls.begin(), calls.end());
    calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
    return calls;
}

BlockingCalls findBlockingCalls(const model::Trace& trace)
{
    BlockingCalls calls;
    const std::vector<std::uint8_t> classes = classifyNames(trace);
    std::vector<SyncMarker> found;
    for (const model::Lane& lane : trace.lanes) {
        if (trace.tracks[lane.track.index()].kind != model::TrackKind::CpuThread
            || lane.section != model::LaneSection::Main)
            continue;
        for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i) {
            const std::size_t name = trace.slices.name[i].index();
            if (name >= classes.size() || classes[name] == 0 || !model::isApiCall(trace.kindOf(SliceId(i))))
                continue;
            if (classes[name] == kBlocks)
                found.push_back(markerOf(trace, SliceId(i)));
            else
                calls.queries.emplace_back(i);
        }
    }
    for (const SliceId copy : findBlockingCopies(trace)) {
        found.push_back(markerOf(trace, copy));
        found.back().kind = SyncKind::Copy;
    }
    std::stable_sort(found.begin(), found.end(), [](const SyncMarker& a, const SyncMarker& b) {
        if (a.track != b.track)
            return a.track < b.track;
        return a.start() != b.start() ? a.start() < b.start() : a.end() > b.end();
    });
    calls.markers = joined(trace, found);
    return calls;
}

} // namespace stepscope::analysis
