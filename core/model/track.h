// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Processes, tracks and lanes. A track is one CPU thread, one GPU stream, one group of asynchronous spans, … told apart
// by what its events are, never by its ids alone. It owns a run of lanes, ordered by section and then by depth.

#include "core/util/ids.h"

#include <cstdint>
#include <string>

namespace stepscope::model {

enum class TrackKind : std::uint8_t
{
    CpuThread,
    GpuStream, // has GPU work, or device-side records of one stream
    Async,     // nestable async spans and the old S/T/p/F ones
    Overhead,  // the profiler's own overhead rows
    Profiler,  // "Spans", "Traces" and other rows the profiler writes about itself
};

// Parts of a track that are laid out (and folded) apart from each other.
enum class LaneSection : std::uint8_t
{
    Annotation, // gpu_user_annotation over a stream
    Main,       // operators, annotations and calls of a thread; GPU work of a stream
    Python,     // python_function frames of a thread
    Sync,       // cuda_sync, cuda_event records of a stream: host-side times, never GPU work
    Unplaced,   // no trustworthy time (kNoTime, kOutlier): listed and searchable, not drawn; may overlap
};

struct Lane
{
    TrackId track;
    LaneSection section = LaneSection::Main;
    std::uint32_t depth = 0; // 0 = first lane of its section
    SliceId first;           // [first, last)
    SliceId last;
    GpuWorkId firstGpuWork; // valid on Main lanes of GpuStream tracks: GpuWorkId of `first`, the others follow
};

struct Track
{
    TrackKind kind = TrackKind::CpuThread;
    ProcessId process;
    std::string tid; // as in the file
    bool tidIsNumber = true;
    std::string name;           // thread_name of the file, else made from the tid ("thread 123", "stream 7")
    std::int64_t sortIndex = 0; // thread_sort_index, else the tid where it is a number
    std::int32_t device = -1;   // GpuStream: device index; -1 otherwise
    std::int64_t stream = -1;   // GpuStream: stream number; -1 otherwise
    LaneId firstLane;           // [firstLane, lastLane)
    LaneId lastLane;
    std::uint32_t slices = 0;
    std::uint32_t gpuWork = 0;
    std::uint32_t launches = 0; // launch calls on this CPU thread: the rows that drive a GPU come first
    std::uint32_t crossings = 0;
};

struct Process
{
    std::string pid; // as in the file
    bool pidIsNumber = true;
    std::string name;   // process_name
    std::string labels; // process_labels, such as "GPU 0"
    std::int64_t sortIndex = 0;
};

} // namespace stepscope::model
