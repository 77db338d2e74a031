// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/raw_events.h"

#include <algorithm>

namespace stepscope::model {
namespace {

// Calls visit(table, span of that table in the range) for each table.
template <class Events, class Range, class Visit> void forEachTable(Events& events, Range& range, Visit visit)
{
    visit(events.slices.start, range.slices);
    visit(events.apiCalls, range.apiCalls);
    visit(events.deviceRecords, range.deviceRecords);
    visit(events.shapes, range.shapes);
    visit(events.constants, range.constants);
    visit(events.sequences, range.sequences);
    visit(events.beginEnds, range.beginEnds);
    visit(events.flows, range.flows);
    visit(events.instants, range.instants);
    visit(events.memories, range.memories);
    visit(events.asyncs, range.asyncs);
    visit(events.counters, range.counters);
    visit(events.metas, range.metas);
}

} // namespace

ChunkRange RawEvents::beginRange(std::uint64_t textOffset) const
{
    ChunkRange range;
    range.textOffset = textOffset;
    forEachTable(*this, range, [](const auto& table, ChunkRange::Span& span) {
        span.first = span.last = static_cast<std::uint32_t>(table.size());
    });
    return range;
}

void RawEvents::endRange(ChunkRange& range) const
{
    forEachTable(*this, range,
        [](const auto& table, ChunkRange::Span& span) { span.last = static_cast<std::uint32_t>(table.size()); });
}

std::uint64_t RawEvents::mostRows() const
{
    std::uint64_t most = 0;
    ChunkRange unused;
    forEachTable(*this, unused,
        [&](const auto& table, const ChunkRange::Span&) { most = std::max<std::uint64_t>(most, table.size()); });
    return most;
}

void RawEvents::rollBack(const ChunkRange& range)
{
    forEachTable(*this, range, [](auto& table, const ChunkRange::Span& span) { table.resize(span.first); });
    slices.dur.resize(range.slices.first);
    slices.name.resize(range.slices.first);
    slices.site.resize(range.slices.first);
    slices.offset.resize(range.slices.first);
    slices.flags.resize(range.slices.first);
}

void RawCounts::add(const RawCounts& other)
{
    for (std::size_t i = 0; i < phases.size(); ++i)
        phases[i] += other.phases[i];
    otherPhases += other.otherPhases;
    events += other.events;
    dropped += other.dropped;
    hasFraction = hasFraction || other.hasFraction;
}

} // namespace stepscope::model
