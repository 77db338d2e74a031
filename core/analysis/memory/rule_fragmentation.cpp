// SPDX-License-Identifier: GPL-3.0-or-later
// memory.fragmentation: reserved memory that could not be used, in the first of these ways:
//
//   oom       the last failed allocation had enough free bytes, but not in one piece
//   stranded  free bytes of segments in use reach max(kLeastPieces, kLeastStranded × reserved): at the end of that step
//             of the last third that has the median of them, or at the end without steps (wholly free segments go back
//             when memory runs short). All figures are of that moment. And segments were added although the same pool
//             and stream had as many bytes free, in pieces (forced_growth.h): after the first step, which makes what
//             all later ones use, and as far as reserved memory was never in use at once, from max(kLeastPieces,
//             kLeastForced × reserved at the end); or the history holds no growth at all (a ring buffer). Not where it
//             comes from thrash
//   thrash    after the second step at least one segment a step is given back and one taken: cudaMalloc in the loop.
//             Without steps: at least kThrash of both, and one in kThrashEntries entries
// Severity by share of the peak; low beside a failure that was a true shortage, as the pieces did not cause it. The
// blocks of the lines that pin most (pinning_stacks.h) are its evidence, the first line is named.
#include "core/analysis/memory/forced_growth.h"
#include "core/analysis/memory/frame_classes.h"
#include "core/analysis/memory/memory_rules.h"
#include "core/analysis/memory/pinning_stacks.h"
#include "core/analysis/missing.h"
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
constexpr std::size_t kPinningStacks = 5;

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

// Free memory in pieces at one moment.
struct Pieces
{
    std::int32_t entry = 0;
    std::uint64_t bytes = 0;
    std::uint64_t reserved = 0;
    std::string when; // " at the end of ProfilerStep#12"; empty: at the end of the history
};

// Free bytes in segments that are in use.
Pieces piecesAt(const MemoryStudy& study, std::int32_t entry)
{
    const model::MemoryState state = model::stateAt(study.snapshot, study.device, entry);
    Pieces pieces;
    pieces.entry = entry;
    pieces.reserved = study.device.reserved.at(entry);
    for (const model::StateSegment& segment : state.segments)
        pieces.bytes += segment.allocated > 0 ? segment.size - std::min(segment.size, segment.allocated) : 0;
    return pieces;
}

Pieces typicalPieces(const MemoryStudy& study)
{
    const std::vector<MemoryStep>& steps = study.figures.steps;
    if (steps.empty())
        return {study.device.entryCount() - 1, study.figures.stranded, study.figures.reservedEnd, {}};
    const std::size_t first = steps.size() - std::max<std::size_t>(1, steps.size() / 3);
    const std::size_t stride = std::max<std::size_t>(1, (steps.size() - first) / kStatesLookedAt);
    std::vector<Pieces> at;
    for (std::size_t i = first; i < steps.size(); i += stride) {
        at.push_back(piecesAt(study, steps[i].lastEntry));
        at.back().when = fmt::format(" at the end of {}", steps[i].marker);
    }
    const auto middle = at.begin() + static_cast<std::ptrdiff_t>(at.size() / 2);
    std::nth_element(at.begin(), middle, at.end(), [](const Pieces& a, const Pieces& b) { return a.bytes < b.bytes; });
    return *middle;
}

void describePieces(const MemoryStudy& study, std::int32_t entry, Finding& finding)
{
    std::vector<PinningStack> pinning
        = pinningStacks(study.view(), model::stateAt(study.snapshot, study.device, entry));
    pinning.resize(std::min(kPinningStacks, pinning.size()));
    if (!pinning.empty()) {
        const PinningStack& worst = pinning.front();
        const std::string label = allocatedIn(study.reader, worst.stack, worst.freeSite);
        finding.metrics.emplace_back("pinned_by", label);
        finding.metrics.emplace_back("pinned_bytes", static_cast<std::int64_t>(worst.free));
        if (worst.stack.valid() && !worst.freeSite)
            finding.advice.push_back(
                fmt::format("make what lives long before the loop: blocks of {} lie between {} that {} free", label,
                    formatBytes(worst.free), worst.blocks.size() == 1 ? "is" : "are"));
    }
    for (const PinningStack& stack : pinning)
        study.addBlocks(finding, stack.blocks);
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

// The last failure had enough free bytes, but in pieces.
std::string failureSentence(const OomFigures& oom, const Pieces& pieces)
{
    return fmt::format("{} of the {} reserved lie in {} free pieces, too small for the {} that failed",
        formatBytes(pieces.bytes), formatBytes(pieces.reserved), formatCount(oom.freePieces),
        formatBytes(oom.requested));
}

std::string growthSentence(const Pieces& pieces, std::uint64_t forced)
{
    return fmt::format("{} of the {} reserved are free but in pieces between blocks in use{}{}",
        formatBytes(pieces.bytes), formatBytes(pieces.reserved), pieces.when,
        forced > 0 ? fmt::format("; {} were added for want of one piece", formatBytes(forced)) : std::string());
}

std::optional<Finding> judgePieces(const MemoryStudy& study, bool thrashes)
{
    const MemoryDeviceFigures& figures = study.figures;
    const OomFigures* oom = figures.ooms.empty() ? nullptr : &figures.ooms.back();
    const bool failed = oom != nullptr && oom->fragmentation.value_or(false);
    const bool shortage = oom != nullptr && !oom->fragmentation.value_or(true);
    Pieces pieces;
    std::string sentence;
    if (failed) {
        pieces = {oom->entry, oom->reservedUnused, study.device.reserved.at(oom->entry), {}};
        sentence = failureSentence(*oom, pieces);
    } else {
        const std::uint64_t forced = forcedAfterFirstStep(study);
        const bool grew = atLeast(forced, kLeastForced, figures.reservedEnd);
        pieces = typicalPieces(study);
        if (thrashes || !atLeast(pieces.bytes, kLeastStranded, pieces.reserved)
            || !(grew || callsFrom(study, 0).taken == 0))
            return std::nullopt;
        sentence = growthSentence(pieces, grew ? forced : 0);
    }
    const auto bytes = static_cast<double>(pieces.bytes);
    Finding finding
        = study.finding("memory.fragmentation", shortage ? Severity::Low : severityOf(study.shareOfPeak(bytes)), bytes);
    finding.count = 1;
    finding.headline = study.headline(fmt::format("Fragmentation: {}", sentence));
    finding.metrics = {{"forced_growth", static_cast<std::int64_t>(figures.forcedGrowth)},
        {"stranded", static_cast<std::int64_t>(figures.stranded)}, {"entry", std::int64_t {pieces.entry}}};
    describePieces(study, pieces.entry, finding);
    return finding;
}

} // namespace

void judgeFragmentation(const MemoryStudy& study, std::vector<Finding>& findings)
{
    if (!study.hasHistory()
        || endsEarly(study.snapshot.record.diagnostics)) // segments of another moment than the blocks
        return;
    auto calls = judgeThrash(study);
    if (auto pieces = judgePieces(study, calls.has_value()))
        findings.push_back(std::move(*pieces));
    if (calls)
        findings.push_back(std::move(*calls));
}

} // namespace stepscope::analysis
