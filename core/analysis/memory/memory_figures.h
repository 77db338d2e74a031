// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// All figures of one memory snapshot, computed once and then shown as text, as JSON or in the window. Formulas:
// sections 4, 6 and 7 of the snapshot format page; names as in the report contract.

#include "core/analysis/findings/findings.h"
#include "core/analysis/memory/memory_category.h"
#include "core/model/memory_snapshot.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stepscope::analysis {

struct PoolFigures
{
    model::PoolIndex pool = 0;
    std::uint64_t reservedEnd = 0;
};

struct OomFigures
{
    std::int32_t entry = 0;
    std::uint64_t requested = 0;
    std::optional<std::uint64_t> deviceFree;
    std::uint64_t reservedUnused = 0;  // reserved - active
    std::uint64_t largestFree = 0;     // largest free interval the request could have had
    std::uint32_t freePieces = 0;      // number of free intervals
    std::optional<bool> fragmentation; // nothing: cannot tell
    std::string verdict;               // one sentence
};

struct MemoryStep
{
    std::string marker; // name of the annotation, or how the step was found
    std::int32_t firstEntry = 0;
    std::int32_t lastEntry = 0;
    std::uint64_t baseline = 0; // least active inside
    std::uint64_t peak = 0;     // most active inside
    bool complete = true;       // false: the annotation has no end
    std::int64_t startUs = 0;   // of its annotation, Unix time; both 0 where none tells
    std::int64_t endUs = 0;
};

enum class StepSource : std::uint8_t
{
    None,
    Annotations,
    OptimizerFrames,
    Curve
};

// Blocks that one stack holds at a point.
struct StackHolding
{
    StackId stack; // invalid: blocks without a stack
    std::uint64_t bytes = 0;
    std::uint64_t blocks = 0;
    MemoryCategory category = MemoryCategory::Other;
    bool freeSite = false; // the stack is that of their free
};

struct MemoryDeviceFigures
{
    std::size_t device = 0; // index into MemorySnapshot::devices
    std::uint64_t activeEnd = 0, heldEnd = 0, reservedEnd = 0;
    std::uint64_t allocatedEnd = 0; // rounded sizes of allocated blocks at the end
    std::uint64_t liveBlocksEnd = 0, pendingBlocksEnd = 0;
    std::uint64_t rounding = 0; // of live blocks, pending ones left out
    std::uint64_t inactive = 0;
    std::uint64_t largestLiveBlock = 0;
    std::uint64_t stranded = 0;
    std::uint64_t forcedGrowth = 0;
    std::vector<PoolFigures> pools;
    std::vector<OomFigures> ooms;
    StepSource stepSource = StepSource::None;
    std::vector<MemoryStep> steps;
    std::optional<double> growthPerStep;    // bytes, Theil-Sen slope of the baselines; nothing without steps
    std::vector<StackHolding> topAtPeak;    // by stack, most bytes first, at most kTopAtPeak
    std::vector<MemoryCategory> categories; // of each allocation
    static constexpr std::size_t kTopAtPeak = 20;
};

struct MemoryFigures
{
    std::vector<MemoryDeviceFigures> devices; // one for each of the snapshot's
    Judgement judgement;                      // findings of all devices, the sentence, the checklist
};

// O(entries log live). After a stop what comes back is not complete and is to be thrown away.
[[nodiscard]] MemoryFigures computeMemoryFigures(
    const model::MemorySnapshot& snapshot, const std::stop_token& stop = {});

} // namespace stepscope::analysis
