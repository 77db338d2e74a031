// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the threads of a window did, as one tree: calls of the same name below the same callers are one node. Operators
// (with annotations, runtime calls and slices of other programs), Python frames, or both as they nest on their thread.
// The first level are the threads; all steps (ProfilerStep#N) are one call. Slices without a place in time are left
// out.
//
//   CPU time     the calls cut to the window, each moment of a thread counted once: for the innermost call, and where
//                siblings cross for the one that began first
//   device time  GPU work in the window below the calls around its launch, itself as the last node; work whose launch
//                is not in the file stands below a node of its own. Runtime calls are left out.
//   total        self and the totals of the children, exactly
// O(n log n) in the slices in the window (CPU time) or in its GPU work and the calls around it (device time).

#include "core/analysis/window.h"
#include "core/model/trace.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace stepscope::analysis {

enum class CallFrames : std::uint8_t
{
    Operators,
    Python,
    All
};

enum class CallWeight : std::uint8_t
{
    CpuTime,
    DeviceTime
};

enum class CallNodeKind : std::uint8_t
{
    Root,
    Thread,
    NoLaunch, // GPU work whose launch is not in the file
    Call,
    Steps, // a call of any step
    Work   // a piece of GPU work
};

struct CallNode
{
    static constexpr std::uint32_t kNone = 0xffffffffU;
    std::uint32_t parent = kNone;
    std::uint32_t firstChild = 0; // children stand side by side, the heaviest first, equals by name
    std::uint32_t children = 0;
    CallNodeKind kind = CallNodeKind::Call;
    model::EventKind event = model::EventKind::Other; // Call, Steps, Work: of the first slice
    NameId name;                                      // the same; Steps: of the first step
    TrackId thread;                                   // Thread
    std::uint64_t calls = 0;                          // slices; device time: those that launched something, and work
    std::int64_t totalNs = 0;
    std::int64_t selfNs = 0;
    SliceId longest; // CPU time: the call with the largest share of the window, the first of equals; device time: the
                     // longest piece of work, or the call that launched it
};

struct CallTree
{
    std::vector<CallNode> nodes; // the first is the root, also of an empty tree; parents before their children
};

// After a stop what comes back is not complete and is to be thrown away.
[[nodiscard]] CallTree callTree(const model::Trace& trace, const Window& window, CallFrames frames, CallWeight weight,
    const std::stop_token& stop = {});

// The name as recorded, "ProfilerStep" for several of them, the thread's name, or what a node without a name stands
// for.
[[nodiscard]] std::string callLabel(const model::Trace& trace, const CallNode& node);

} // namespace stepscope::analysis
