// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the readers hand to the assembler: the events of a file as columns in file order, before anything is sorted,
// paired or linked. Each worker fills a RawEvents of its own with the chunks it took; a ChunkRange says which rows of
// each table belong to which chunk, so that the assembler can walk all workers' rows in file order. Ids (names, sites)
// are local to one RawEvents. Texts are JSON string contents, still escaped.

#include "core/util/column.h"
#include "core/util/diagnostics.h"
#include "core/util/string_pool.h"

#include <array>
#include <cstdint>
#include <vector>

namespace stepscope::model {

// Where an event belongs: process, thread and category as the file writes them.
struct RawSite
{
    NameId pid;
    NameId tid;
    NameId category;
    bool pidIsNumber = true;
    bool tidIsNumber = true;
};

enum RawFlag : std::uint8_t
{
    kRawNoDuration = 1, // an X without dur
    kRawDamaged = 2,
};

inline constexpr std::uint32_t kNoRawSlice = 0xffffffffU;
inline constexpr std::uint32_t kPreviousChunk = 0xfffffffeU; // the last slice before this chunk, if it fits

struct RawSlices // X events
{
    Column<std::int64_t> start;
    Column<std::int64_t> dur; // raw, may be negative
    Column<NameId> name;
    Column<std::uint32_t> site;
    Column<std::uint32_t> offset; // relative to the chunk
    Column<std::uint8_t> flags;   // RawFlag
};

struct RawApiCall // arguments of a runtime or driver call
{
    std::uint32_t slice = 0; // row in RawSlices
    std::uint64_t correlation = 0;
};

struct RawDeviceRecord // arguments of a device-side slice
{
    static constexpr std::int64_t kUnknown = INT64_MIN;
    std::uint32_t slice = 0;
    std::uint8_t fromGraph = 0;
    std::uint64_t correlation = 0; // 0: none
    std::int64_t device = kUnknown;
    std::int64_t stream = kUnknown;
    std::uint64_t bytes = ~std::uint64_t {0}; // unknown
};

struct RawArgument // a list among the arguments of an operator, as JSON text
{
    std::uint32_t slice = 0;
    NameId text;
};

struct RawSequence // what links an operator to its backward or forward one
{
    std::uint32_t slice = 0;
    std::uint32_t forwardThread = 0; // 0: it is a forward operator
    std::int64_t number = 0;         // >= 0
};

struct RawBeginEnd // B and E events
{
    std::int64_t time = 0;
    std::uint32_t site = 0;
    NameId name; // invalid: none given
    std::uint32_t offset = 0;
    bool end = false;
    bool damaged = false;
};

enum class FlowPhase : std::uint8_t
{
    Start,
    Step,
    End,
    EndEnclosing
};

struct RawFlow // s, t, f events and the flow_out/flow_in ends of v2 flows
{
    std::int64_t time = 0;
    std::uint64_t key = 0; // hash of category and id
    std::uint32_t site = 0;
    std::uint32_t slice
        = kNoRawSlice; // the slice event just before it, if it starts at the same time on the same thread
    NameId name;
    FlowPhase phase = FlowPhase::Start;
};

struct RawInstant
{
    std::int64_t time = 0;
    std::uint32_t site = 0;
    NameId name;
    std::uint32_t offset = 0;
    char phase = 'i';
    char scope = 't';
    bool damaged = false;
};

struct RawMemory // arguments of a [memory] mark
{
    std::uint32_t instant = 0; // row of the instants
    std::int32_t deviceType = 0;
    std::int32_t device = -1;
    std::int64_t bytes = 0;
    std::int64_t totalAllocated = INT64_MIN; // unknown
    std::int64_t totalReserved = INT64_MIN;  // unknown
    std::uint64_t address = 0;
};

struct RawAsync // b, n, e and S, T, p, F
{
    std::int64_t time = 0;
    std::uint64_t key = 0; // hash of the identity
    std::uint32_t site = 0;
    NameId name;
    std::uint32_t offset = 0;
    char phase = 'b';
};

struct RawCounterSample
{
    std::int64_t time = 0;
    double value = 0;
    std::uint32_t site = 0;
    NameId name;
    NameId id; // invalid: none
    NameId series;
    std::uint32_t offset = 0;
};

enum class MetaField : std::uint8_t
{
    ProcessName,
    ProcessLabels,
    ProcessSortIndex,
    ThreadName,
    ThreadSortIndex
};

struct RawMeta
{
    MetaField field = MetaField::ThreadName;
    std::uint32_t site = 0;
    NameId text;
    std::int64_t number = 0;
};

struct ChunkRange
{
    std::uint64_t textOffset = 0; // byte of the chunk in the text
    struct Span
    {
        std::uint32_t first = 0;
        std::uint32_t last = 0;
    };
    Span slices, apiCalls, deviceRecords, shapes, constants, sequences, beginEnds, flows, instants, memories, asyncs,
        counters, metas;
};

struct RawEvents
{
    StringPool strings;
    std::vector<RawSite> sites;
    RawSlices slices;
    Column<RawApiCall> apiCalls;
    Column<RawDeviceRecord> deviceRecords;
    Column<RawArgument> shapes;    // input shapes
    Column<RawArgument> constants; // constant arguments of convolutions
    Column<RawSequence> sequences;
    Column<RawBeginEnd> beginEnds;
    Column<RawFlow> flows;
    Column<RawInstant> instants;
    Column<RawMemory> memories;
    Column<RawAsync> asyncs;
    Column<RawCounterSample> counters;
    Column<RawMeta> metas;

    // The current sizes of all tables, as `first` (at a chunk's begin) or `last` (at its end) of a range.
    [[nodiscard]] ChunkRange beginRange(std::uint64_t textOffset) const;
    void endRange(ChunkRange& range) const;
    // Rows of the longest table.
    [[nodiscard]] std::uint64_t mostRows() const;
    // Forgets everything added since the range was begun: the chunk turned out not to be what it seemed.
    void rollBack(const ChunkRange& range);
};

// Counts of one chunk that add up over the file.
struct RawCounts
{
    std::array<std::uint64_t, 128> phases {};
    std::uint64_t otherPhases = 0;
    std::uint64_t events = 0;
    std::uint64_t dropped = 0;
    bool hasFraction = false; // some time had a fraction of a microsecond

    void add(const RawCounts& other);
};

// One chunk as the assembler takes it: which worker's tables, and where in them.
struct RawChunk
{
    const RawEvents* events = nullptr;
    ChunkRange range;
};

} // namespace stepscope::model
