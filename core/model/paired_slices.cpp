// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/paired_slices.h"

#include <algorithm>

namespace stepscope::model {
namespace {

struct OpenEvent
{
    std::uint64_t thread = 0;
    std::int64_t time = 0;
    std::uint64_t offset = 0;
    TrackId track; // of a begin: the end may not even have a category
    NameId name;
    std::uint16_t category = 0;
    bool end = false;
    bool damaged = false;
};

std::vector<OpenEvent> collectBeginEnd(const AssemblyInput& input, SiteTable& sites)
{
    std::vector<OpenEvent> events;
    for (const AssemblyChunk& chunk : input.chunks) {
        input.stop.poll();
        const RawEvents& raw = *input.workers[chunk.worker];
        for (std::uint32_t i = chunk.range.beginEnds.first; i < chunk.range.beginEnds.last; ++i) {
            const RawBeginEnd& e = raw.beginEnds[i];
            const NameId name = e.name.valid() ? sites.name(chunk.worker, e.name) : NameId {};
            const ResolvedSite site = e.end ? ResolvedSite {} : sites.site(chunk.worker, e.site);
            events.push_back({sites.threadKey(chunk.worker, e.site), e.time, chunk.range.textOffset + e.offset,
                site.track, name, site.category, e.end, e.damaged});
        }
    }
    const auto before = [](const OpenEvent& a, const OpenEvent& b) {
        return a.thread != b.thread ? a.thread < b.thread : a.time < b.time;
    };
    std::uint32_t calls = 0;
    std::stable_sort(events.begin(), events.end(), input.stop.polled(before, calls));
    return events;
}

PairedSlice sliceOf(const OpenEvent& begin, std::int64_t end, NameId emptyName)
{
    PairedSlice slice;
    slice.start = begin.time;
    slice.end = end;
    slice.offset = begin.offset;
    slice.name = begin.name.valid() ? begin.name : emptyName;
    slice.track = begin.track;
    slice.category = begin.category;
    slice.damaged = begin.damaged;
    return slice;
}

} // namespace

std::vector<PairedSlice> pairBeginEnd(const AssemblyInput& input, SiteTable& sites, Trace& trace)
{
    const std::vector<OpenEvent> events = collectBeginEnd(input, sites);
    std::vector<PairedSlice> slices;
    if (events.empty())
        return slices;
    const NameId emptyName = trace.names.intern("");
    std::vector<std::size_t> open; // indices of slices
    const auto closeAll = [&] {
        for (const std::size_t index : open) {
            slices[index].unfinished = true;
            trace.diagnostics.add(DiagnosticKind::unfinished_begin, static_cast<std::int64_t>(slices[index].offset),
                std::string(trace.names.view(slices[index].name)));
        }
        open.clear();
    };
    for (std::size_t i = 0; i < events.size(); ++i) {
        const OpenEvent& event = events[i];
        if (i > 0 && events[i - 1].thread != event.thread)
            closeAll();
        if (!event.end) {
            open.push_back(slices.size());
            slices.push_back(sliceOf(event, event.time, emptyName));
            continue;
        }
        const std::string_view name = trace.names.view(event.name);
        if (open.empty()) {
            trace.diagnostics.add(
                DiagnosticKind::unmatched_end, static_cast<std::int64_t>(event.offset), std::string(name));
            continue;
        }
        PairedSlice& slice = slices[open.back()];
        open.pop_back();
        slice.end = event.time;
        slice.endOffset = event.offset;
        if (event.name.valid() && !name.empty() && event.name != slice.name)
            trace.diagnostics.add(
                DiagnosticKind::end_name_mismatch, static_cast<std::int64_t>(event.offset), std::string(name));
    }
    closeAll();
    return slices;
}

namespace {

struct AsyncEvent
{
    std::uint64_t key = 0;
    std::int64_t time = 0;
    std::uint64_t offset = 0;
    TrackId track;
    NameId name;
    std::uint16_t category = 0;
    char phase = 'b';
};

std::vector<AsyncEvent> collectAsync(const AssemblyInput& input, SiteTable& sites)
{
    std::vector<AsyncEvent> events;
    for (const AssemblyChunk& chunk : input.chunks) {
        input.stop.poll();
        const RawEvents& raw = *input.workers[chunk.worker];
        for (std::uint32_t i = chunk.range.asyncs.first; i < chunk.range.asyncs.last; ++i) {
            const RawAsync& e = raw.asyncs[i];
            events.push_back({e.key, e.time, chunk.range.textOffset + e.offset, sites.asyncTrack(chunk.worker, e.site),
                sites.name(chunk.worker, e.name), sites.category(chunk.worker, e.site), e.phase});
        }
    }
    const auto before
        = [](const AsyncEvent& a, const AsyncEvent& b) { return a.key != b.key ? a.key < b.key : a.time < b.time; };
    std::uint32_t calls = 0;
    std::stable_sort(events.begin(), events.end(), input.stop.polled(before, calls));
    return events;
}

// One identity's events, in time order.
void pairIdentity(
    const AsyncEvent* first, const AsyncEvent* last, std::vector<PairedSlice>& slices, Diagnostics& diagnostics)
{
    std::vector<std::size_t> open;
    for (const AsyncEvent* e = first; e != last; ++e) {
        const bool end = e->phase == 'e' || e->phase == 'F';
        const auto offset = static_cast<std::int64_t>(e->offset);
        if (end && !open.empty()) {
            slices[open.back()].end = e->time;
            slices[open.back()].endOffset = e->offset;
            open.pop_back();
            continue;
        }
        if (end)
            diagnostics.add(DiagnosticKind::incomplete_event, offset, "asynchronous end without a begin");
        else
            open.push_back(slices.size());
        PairedSlice slice;
        slice.start = end ? first->time : e->time;
        slice.end = e->time;
        slice.offset = e->offset;
        slice.name = e->name;
        slice.track = e->track;
        slice.category = e->category;
        slices.push_back(slice);
    }
    for (const std::size_t index : open) {
        slices[index].end = std::prev(last)->time;
        diagnostics.add(DiagnosticKind::incomplete_event, static_cast<std::int64_t>(slices[index].offset),
            "asynchronous begin without an end");
    }
}

} // namespace

std::vector<PairedSlice> pairAsync(const AssemblyInput& input, SiteTable& sites, Trace& trace)
{
    const std::vector<AsyncEvent> events = collectAsync(input, sites);
    std::vector<PairedSlice> slices;
    for (std::size_t i = 0; i < events.size();) {
        std::size_t next = i + 1;
        while (next < events.size() && events[next].key == events[i].key)
            ++next;
        pairIdentity(events.data() + i, events.data() + next, slices, trace.diagnostics);
        i = next;
    }
    // Identities are hashes: put the slices back into file order, so that nothing depends on them.
    const auto before = [](const PairedSlice& a, const PairedSlice& b) { return a.offset < b.offset; };
    std::uint32_t calls = 0;
    std::sort(slices.begin(), slices.end(), input.stop.polled(before, calls));
    return slices;
}

} // namespace stepscope::model
