// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One loaded trace: immutable, shared as shared_ptr<const Trace>, safe to read from any thread. Knows nothing of files
// or JSON; arguments of events come through its ArgsProvider.

#include "core/model/args_provider.h"
#include "core/model/event_kind.h"
#include "core/model/gpu_work.h"
#include "core/model/op_arguments.h"
#include "core/model/slice_table.h"
#include "core/model/track.h"
#include "core/util/diagnostics.h"
#include "core/util/range_max.h"
#include "core/util/string_pool.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope::model {

struct Category
{
    NameId name;
    EventKind kind = EventKind::Other;
};

// i, I, R instants, and other point events that are kept: samples (P), object events (N O D), async instants (n), clock
// syncs and memory dumps. In time order within a track; tracks ascending.
struct InstantTable
{
    Column<std::int64_t> time; // ns
    Column<TrackId> track;
    Column<NameId> name;
    Column<std::uint16_t> category;
    Column<char> phase;
    Column<char> scope; // g, p, t
    Column<std::uint64_t> offset;
    Column<std::uint8_t> flags; // kOutlier, kDamaged

    [[nodiscard]] std::size_t size() const { return time.size(); }
};

struct CounterSeries
{
    ProcessId process;
    std::string counter;       // name, with [id] where the event had one
    std::string series;        // key of the argument; the counter's name where the key is empty
    Column<std::int64_t> time; // ascending
    Column<double> value;      // finite
    Column<std::uint64_t> offset;
};

// A drawable flow: both ends are bound to slices. kineto's launch flows are among them.
struct Flow
{
    SliceId from;
    SliceId to;
    std::uint16_t category = 0;
    NameId name;
};

struct DeviceInfo // an entry of deviceProperties
{
    std::int32_t id = -1;
    std::string name;
    std::uint64_t totalMemory = 0;
    std::int32_t computeMajor = -1;
    std::int32_t computeMinor = -1;
    std::int32_t multiprocessors = 0;
};

struct MetadataEntry // a top-level key of the file
{
    std::string key;
    std::string json; // its text, whole up to kMetadataTextLimit bytes
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    bool valid = true; // false: not valid JSON, kept as it is
};
inline constexpr std::size_t kMetadataTextLimit = std::size_t {1} << 20U;

enum class Compression : std::uint8_t
{
    None,
    Gzip,
    Zstd
};

struct FileInfo
{
    std::string path;
    std::uint64_t bytes = 0;
    std::uint64_t textBytes = 0;
    Compression compression = Compression::None;
};

// What a cut of a longer trace says of itself, so that its ends are not taken for those of the recording.
struct CutMark
{
    std::int64_t start = 0; // ns of the file: what overlaps [start, end) was taken over, the rest was not
    std::int64_t end = 0;
    std::optional<std::pair<std::int64_t, std::int64_t>> steps; // first and last number, where steps were asked for
};
inline constexpr std::string_view kCutKey = "stepscopeCut"; // {"start_ns": …, "end_ns": …, "steps": [first, last]}

struct RawDuration
{
    SliceId slice;
    std::int64_t dur = 0; // ns, as in the file
};

struct Trace
{
    FileInfo file;
    Diagnostics diagnostics;
    StringPool names;
    std::vector<Category> categories;
    std::vector<Process> processes;
    std::vector<Track> tracks; // in file order of their first event; views sort them
    std::vector<Lane> lanes;   // ascending by track, section, depth
    SliceTable slices;
    RangeMax longest; // index of the longest slice of any run of slices (level of detail)
    GpuWorkTable gpuWork;
    LaunchIndex launches;
    InstantTable instants;
    InputShapes shapes;
    MemoryMarks memory;
    std::vector<CounterSeries> counters;
    std::vector<Flow> flows;               // ascending by `from`
    std::vector<Flow> flowsByTarget;       // the same, ascending by `to`
    std::vector<RawDuration> rawDurations; // ascending by slice; only where it differs from slices.dur
    std::vector<std::pair<SliceId, std::uint64_t>> endOffsets; // B/E pairs: byte of the E event; ascending by slice

    std::int64_t rangeStart = 0;    // earliest trusted time, ns
    std::int64_t rangeEnd = 0;      // latest trusted time, ns; >= rangeStart
    bool wholeMicroseconds = false; // no time in the file has a fraction: differences below 1 µs mean nothing

    std::array<std::uint64_t, 128> phaseCounts {}; // events per phase letter, as in the file
    std::uint64_t otherPhases = 0;                 // events whose ph is missing or not one ASCII letter
    std::uint64_t events = 0;                      // all events of the file, dropped ones too
    std::uint64_t dropped = 0;                     // events that could not be kept at all
    std::uint64_t asyncSlices = 0;                 // slices on Async tracks: not among sliceCount()

    std::vector<MetadataEntry> metadata; // in file order
    std::vector<DeviceInfo> devices;
    std::optional<std::int64_t> baseTimeNs; // add to a time for Unix time
    std::optional<std::int64_t> rank;
    std::optional<std::int64_t> worldSize;
    std::optional<CutMark> cut; // the file is a part of a longer trace

    std::shared_ptr<const ArgsProvider> args;

    // What makes a time of the file Unix time: baseTimeNs; 0 where the times are Unix times themselves, as before
    // PyTorch 2.4; nothing where it is unknown.
    [[nodiscard]] std::optional<std::int64_t> unixBase() const;
    // Slices as the report counts them: X events, B/E pairs, unfinished begins.
    [[nodiscard]] std::uint64_t sliceCount() const { return slices.size() - asyncSlices; }
    [[nodiscard]] std::string_view nameOf(SliceId id) const { return names.view(slices.name[id.index()]); }
    [[nodiscard]] EventKind kindOf(SliceId id) const { return categories[slices.category[id.index()]].kind; }
    [[nodiscard]] std::string_view categoryOf(SliceId id) const
    {
        return names.view(categories[slices.category[id.index()]].name);
    }
    [[nodiscard]] LaneId laneOf(SliceId id) const; // O(log lanes)
    [[nodiscard]] TrackId trackOf(SliceId id) const { return lanes[laneOf(id).index()].track; }
    [[nodiscard]] std::uint32_t depthOf(SliceId id) const;      // number of ancestors
    [[nodiscard]] GpuWorkId gpuWorkOf(SliceId id) const;        // invalid when it is no GPU work
    [[nodiscard]] std::int64_t rawDurationOf(SliceId id) const; // as in the file
    // Duration minus that of the direct children, each clipped to the slice. O(children log lanes).
    [[nodiscard]] std::int64_t selfTimeOf(SliceId id) const;
    [[nodiscard]] std::vector<SliceId> childrenOf(SliceId id) const; // in time order
    // Innermost operator or annotation around a launch call: what launched the work. Invalid when there is none.
    [[nodiscard]] SliceId operatorOf(SliceId launchCall) const;
    // First slice of the lane that ends after `time`; lane.last when none. O(log n).
    [[nodiscard]] SliceId firstEndingAfter(const Lane& lane, std::int64_t time) const;
};

} // namespace stepscope::model
