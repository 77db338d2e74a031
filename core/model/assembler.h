// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Turns raw events in file order into the tables of a Trace: tracks told apart, begin/end pairs matched, times checked,
// slices sorted into lanes, launches and flows linked. Steps, one file each:
//   site_table -> begin_end, async_pairs -> time_check -> slice_grouping -> slice_sorting -> duration_repair -> nesting
//   -> launch_linker, flow_binder, backward_links, counter_builder, instants
// The result depends only on the events and their order in the file, never on how they were split into chunks or
// workers. Raw columns are released as they are consumed, one at a time: memory peaks at the raw events plus one
// column.

#include "core/model/raw_events.h"
#include "core/model/stop_check.h"
#include "core/model/trace.h"
#include "core/util/progress.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace stepscope::model {

struct AssemblyChunk
{
    std::uint32_t worker = 0;
    ChunkRange range;
    std::uint32_t lastSlice = kNoRawSlice; // row in the worker's slices
    std::uint32_t lastSite = 0;            // of that slice
};

struct AssemblyInput
{
    std::vector<std::unique_ptr<RawEvents>> workers;
    std::vector<AssemblyChunk> chunks; // in file order
    RawCounts counts;
    StopCheck stop; // assemble() sets it
};

// Rows that can be told apart: a row of any table has 32 bits, and some numbers mean something else.
inline constexpr std::uint64_t kMostRows = 0xffffffffU - 16;
// Rows of the longest table over all chunks; slices made of pairs of events count among the slices.
[[nodiscard]] std::uint64_t mostRows(const AssemblyInput& input);

// Fills everything in `trace` that comes from events; file, metadata, devices and args are the caller's. Diagnostics
// are added to trace.diagnostics. False when stopped.
[[nodiscard]] bool assemble(
    AssemblyInput& input, Trace& trace, unsigned threads, Progress& progress, std::stop_token stop);

} // namespace stepscope::model
