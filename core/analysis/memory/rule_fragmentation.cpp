// SPDX-License-Identifier: GPL-3.0-or-later
// memory.fragmentation: reserved memory that could not be used, in the first of these ways:
//
//   oom       the last failed allocation had enough free bytes, but not in one piece
//   stranded  free bytes of segments in use reach max(kLeastPieces, kLeastStranded × reserved): the median over the
//             ends of the last third of the steps, or at the end (wholly free segments go back when memory runs
//             short). And segments were added although the same pool and stream had as many bytes free, in pieces
//             (forced_growth.h): after the first step, which makes what all later ones use, and as far as reserved
//             memory was never in use at once, from max(kLeastPieces, kLeastForced × reserved at the end); or the
//             history holds no growth at all (a ring buffer). Not where it comes from thrash
//   thrash    after the second step at least one segment a step is given back and one taken: cudaMalloc in the loop.
//             Without steps: at least kThrash of both, and one in kThrashEntries entries
// Severity by share of the peak. The blocks that hold most free memory in pieces are its evidence: free bytes beside a
// block ÷ its size, from kLeastPinned free bytes.
#include "core/analysis/memory/forced_growth.h"
#include "core/analysis/memory/frame_classes.h"
#include "core/analysis/memory/memory_rules.h"
#include "core/analysis/percentile.h"
#include "core/model/memory_state.h"
#include "core/util/time.h"

#include <algorithm>
#include <fmt/format.h>

namespace stepscope::analysis {
namespace {

using model::MemoryAction;

constexpr std::uint64_t kMiB = 1U << 20U;
constexpr std::uint64_t kLeastPieces = 512 * kMiB;
constexpr double kLeastForced = 0.25;
constexpr double kLeastStranded = 0.20;
constexpr std::size_t kStatesLookedAt = 9;
constexpr std::size_t kThrash = 20;
constexpr std::int32_t kThrashEntries = 200;
constexpr std::uint64_t kLeastPinned = kMiB;
constexpr std::size_t kPinners = 5;

bool atLeast(std::uint64_t bytes, double share, std::uint64_t of)
{
    return bytes >= kLeastPieces && static_cast<double>(bytes) >= share * static_cast<double>(of);
}

std::uint64_t forcedAfterFirstStep(const MemoryStudy& study)
{
    const std::vector<MemoryStep>& steps = study.figures.steps;
    const std::uint64_t forced = steps.size() < 2 ? study.figures.forcedGrowth
                                                  : forcedGrowth(study.snapshot, study.device, steps[1].firstEntry);
    const std::uint64_t reserved = study.device.reserved.peak;
    return std::min(forced, reserved - std::min(reserved, study.peak()));
}

struct SegmentCalls
{
    std::size_t taken = 0, given = 0;
    bool emptied = false; // by torch.cuda.empty_cache()
};

SegmentCalls callsFrom(const MemoryStudy& study, std::int32_t first)
{
    const model::MemoryEntries& entries = study.snapshot.entries(study.device);
    SegmentCalls calls;
    for (auto i = static_cast<std::size_t>(first); i < entries.count(); ++i) {
        const MemoryAction action = entries.action[i];
        const bool given = action == MemoryAction::SegmentFree || action == MemoryAction::SegmentUnmap;
        calls.taken += action == MemoryAction::SegmentAlloc || action == MemoryAction::SegmentMap ? 1U : 0U;
        calls.given += given ? 1U : 0U;
        calls.emptied = calls.emptied || (given && (study.reader.classesOf(entries.stack[i]) & kEmptyCacheFrame) != 0);
    }
    return calls;
}

// Free bytes in segments that are in use.
std::uint64_t strandedIn(const model::MemoryState& state)
{
    std::uint64_t stranded = 0;
    for (const model::StateSegment& segment : state.segments)
        stranded += segment.allocated > 0 ? segment.size - std::min(segment.size, segment.allocated) : 0;
    return stranded;
}

std::uint64_t typicallyStranded(const MemoryStudy& study)
{
    const std::vector<MemoryStep>& steps = study.figures.steps;
    if (steps.empty())
        return study.figures.stranded;
    const std::size_t first = steps.size() - steps.size() / 3;
    const std::size_t stride = std::max<std::size_t>(1, (steps.size() - first) / kStatesLookedAt);
    std::vector<std::int64_t> values;
    for (std::size_t i = first; i < steps.size(); i += stride)
        values.push_back(
            static_cast<std::int64_t>(strandedIn(model::stateAt(study.snapshot, study.device, steps[i].lastEntry))));
    return static_cast<std::uint64_t>(upperMedian(values).value_or(0));
}

struct Pinner
{
    AllocId id;
    std::uint64_t free = 0; // beside it
    double score = 0;
};

std::vector<Pinner> pinnersAt(const MemoryStudy& study, std::int32_t entry)
{
    const model::MemoryState state = model::stateAt(study.snapshot, study.device, entry);
    std::vector<Pinner> pinners;
    for (const model::StateSegment& segment : state.segments) {
        const auto blocks = state.blocksOf(segment);
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            if (blocks[i].isFree())
                continue;
            std::uint64_t free = i > 0 && blocks[i - 1].isFree() ? blocks[i - 1].size : 0;
            free += i + 1 < blocks.size() && blocks[i + 1].isFree() ? blocks[i + 1].size : 0;
            if (free >= kLeastPinned)
                pinners.push_back({blocks[i].allocation, free,
                    static_cast<double>(free) / static_cast<double>(std::max<std::uint64_t>(blocks[i].size, 1))});
        }
    }
    const std::size_t shown = std::min(kPinners, pinners.size());
    std::partial_sort(pinners.begin(), pinners.begin() + static_cast<std::ptrdiff_t>(shown), pinners.end(),
        [](const Pinner& a, const Pinner& b) { return a.score != b.score ? a.score > b.score : a.id < b.id; });
    pinners.resize(shown);
    return pinners;
}

void describePieces(const MemoryStudy& study, std::int32_t entry, Finding& finding)
{
    std::vector<AllocId> blocks;
    for (const Pinner& pinner : pinnersAt(study, entry))
        blocks.push_back(pinner.id);
    if (!blocks.empty()) {
        const std::string worst = study.reader.label(study.device.allocations.stack[blocks.front().index()]);
        finding.metrics.emplace_back("pinned_by", worst);
        if (study.device.allocations.stack[blocks.front().index()].valid())
            finding.advice.push_back(
                fmt::format("make what lives long before the loop: {} leaves it between what is freed", worst));
    }
    study.addBlocks(finding, blocks);
    if (!study.expandable())
        finding.advice.insert(finding.advice.begin(), "set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True");
    finding.advice.emplace_back("pad varying lengths to a few fixed sizes, so that freed blocks fit the next");
}

Finding thrash(const MemoryStudy& study, const SegmentCalls& calls, std::size_t steps)
{
    const std::size_t pairs = std::min(calls.taken, calls.given);
    Finding finding = study.finding("memory.fragmentation", Severity::Medium, 0);
    finding.count = pairs;
    finding.headline = study.headline(steps > 0
            ? fmt::format("The allocator gives segments back and takes new ones in the loop: {} times in {}, each a "
                          "cudaFree and a cudaMalloc that wait for the GPU",
                formatCount(pairs), countOf(steps, "step", "steps"))
            : fmt::format("The allocator gives segments back and takes new ones {} times, each a cudaFree and a "
                          "cudaMalloc that wait for the GPU",
                formatCount(pairs)));
    if (calls.emptied)
        finding.advice.emplace_back("take torch.cuda.empty_cache() out of the loop");
    else
        finding.advice.emplace_back(
            "leave some memory free: the allocator gives its cache back only when the GPU is full");
    finding.memory.push_back(study.entries(0, study.device.entryCount() - 1));
    finding.metrics = {{"segments_taken", static_cast<std::int64_t>(calls.taken)},
        {"segments_given_back", static_cast<std::int64_t>(calls.given)}};
    return finding;
}

std::optional<Finding> judgeThrash(const MemoryStudy& study)
{
    const std::vector<MemoryStep>& steps = study.figures.steps;
    if (steps.size() > 3) {
        const SegmentCalls calls = callsFrom(study, steps[2].firstEntry);
        const std::size_t count = steps.size() - 2;
        return std::min(calls.taken, calls.given) >= count ? std::optional(thrash(study, calls, count)) : std::nullopt;
    }
    const SegmentCalls calls = callsFrom(study, 0);
    const std::size_t pairs = std::min(calls.taken, calls.given);
    const bool often
        = pairs >= kThrash && static_cast<std::int64_t>(pairs) * kThrashEntries >= study.device.entryCount();
    return often ? std::optional(thrash(study, calls, 0)) : std::nullopt;
}

std::optional<Finding> judgePieces(const MemoryStudy& study, bool thrashes)
{
    const MemoryDeviceFigures& figures = study.figures;
    const bool failed = !figures.ooms.empty() && figures.ooms.back().fragmentation.value_or(false);
    const std::int32_t last = failed ? figures.ooms.back().entry : study.device.entryCount() - 1;
    std::uint64_t bytes = 0;
    std::string sentence;
    const std::uint64_t reserved = study.device.reserved.at(last);
    if (failed) {
        bytes = figures.ooms.back().reservedUnused;
        sentence = fmt::format("{} of the {} reserved lie in {} free pieces, too small for the {} that failed",
            formatBytes(bytes), formatBytes(reserved), formatCount(figures.ooms.back().freePieces),
            formatBytes(figures.ooms.back().requested));
    } else {
        const std::uint64_t forced = forcedAfterFirstStep(study);
        const bool grew = atLeast(forced, kLeastForced, figures.reservedEnd);
        bytes = typicallyStranded(study);
        if (thrashes || !atLeast(bytes, kLeastStranded, reserved) || !(grew || callsFrom(study, 0).taken == 0))
            return std::nullopt;
        sentence = fmt::format("{} of the {} reserved are free but in pieces between blocks in use{}",
            formatBytes(bytes), formatBytes(reserved),
            grew ? fmt::format("; {} were added for want of one piece", formatBytes(forced)) : std::string());
    }
    const double share = study.shareOfPeak(static_cast<double>(bytes));
    Finding finding = study.finding("memory.fragmentation", severityOf(share), static_cast<double>(bytes));
    finding.count = 1;
    finding.headline = study.headline(fmt::format("Fragmentation: {}", sentence));
    finding.metrics = {{"forced_growth", static_cast<std::int64_t>(figures.forcedGrowth)},
        {"stranded", static_cast<std::int64_t>(figures.stranded)}};
    describePieces(study, last, finding);
    return finding;
}

} // namespace

void judgeFragmentation(const MemoryStudy& study, std::vector<Finding>& findings)
{
    if (!study.hasHistory())
        return;
    auto calls = judgeThrash(study);
    if (auto pieces = judgePieces(study, calls.has_value()))
        findings.push_back(std::move(*pieces));
    if (calls)
        findings.push_back(std::move(*calls));
}

} // namespace stepscope::analysis
