// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The outline of a trace in the order in which people look at it: steps, GPUs with their streams (communication after
// compute), rows that other profilers write of a device, processes with the threads that launch work first, counters,
// asynchronous spans, and the profiler's own rows last. A flat list in depth-first order; each node owns a run of
// lanes, instants or counters, or only has children. Pure function of the trace: O(tracks log tracks + instants
// tracks). Nothing that holds an event is left out, except Unplaced lanes (their slices have no trustworthy time); what
// holds none (announced but empty GPUs) has no node.

#include "core/model/trace.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stepscope::view {

using NodeId = Id<struct LayoutNodeTag>;

enum class NodeKind : std::uint8_t
{
    Steps,
    Device,
    Merged, // the streams of the device as one track, shown instead of them where people want it so
    Stream,
    Process,
    Thread,
    Async,   // one group of asynchronous spans
    Group,   // heading only: counters, asynchronous spans, the profiler's rows
    Section, // annotations, Python frames or sync records of the track above
    Instants,
    Counter,
};

struct LayoutNode
{
    NodeKind kind = NodeKind::Group;
    NodeId parent;
    std::uint16_t indent = 0;
    bool foldable = false;
    bool folded = false;  // at start
    bool heading = false; // has a heading row of its own even when unfolded
    std::string label;    // short
    std::string detail;   // said more quietly; may be empty
    std::string tip;      // everything there is to say about the row
    ProcessId process;
    TrackId track;
    model::LaneSection section = model::LaneSection::Main;
    std::int32_t device = -1;
    LaneId firstLane {std::uint32_t {0}}; // [firstLane, lastLane), drawn by this node itself
    LaneId lastLane {std::uint32_t {0}};
    std::uint32_t first = 0; // Instants: [first, last) of Trace::instants; Counter: of Trace::counters
                             // and, numbered after those, of the computed ones
    std::uint32_t last = 0;

    [[nodiscard]] std::uint32_t lanes() const { return lastLane.value - firstLane.value; }
};

// A counter that is computed from the events of a device or a process.
struct ComputedCounter
{
    TrackId stream;    // of the device; invalid: of the process
    ProcessId process; // where there is no stream
    std::string label;
    std::string detail;
    bool prominent = false;   // a row of its own below the device rather than one of a group that is folded at start
    std::uint32_t series = 1; // counters from here on that share the row; 0: it is in the row of one before it
};

// `steps`: how many steps were found; none leaves the node of the steps out.
[[nodiscard]] std::vector<LayoutNode> layoutNodes(
    const model::Trace& trace, std::size_t steps, std::span<const ComputedCounter> computed = {});

} // namespace stepscope::view
