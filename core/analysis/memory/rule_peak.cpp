// SPDX-License-Identifier: GPL-3.0-or-later
// memory.peak: who holds the active bytes at their peak, or at the end where no history was recorded. Always told; low.
// Without a share: it is what shares are of. Adds what else is worth saying about that moment:
//
//   optimizer   the peak lies in the optimizer and its temporaries hold at least kLeastTemporaries of it
//   logits      one block of at least kLargeBlock of it from cross entropy, log softmax or the output projection
//   gradients without a backward pass in the history, Module.to() moved gradients of at least kLeastTemporaries of it
//   rounding    blocks are larger than what was asked for by kLeastRounding of their sizes and kLeastRoundingBytes
//   pending     blocks that wait for another stream after their free hold kLeastPending of it
#include "core/analysis/findings/wording.h"
#include "core/analysis/memory/memory_rules.h"
#include "core/util/time.h"

#include <algorithm>
#include <fmt/format.h>
#include <initializer_list>

namespace stepscope::analysis {
namespace {

constexpr double kWorthNaming = 0.01;
constexpr double kUnknownWorthNaming = 0.20;
constexpr double kLeastTemporaries = 0.10;
constexpr double kLargeBlock = 0.20;
constexpr double kLeastRounding = 0.10;
constexpr std::uint64_t kLeastRoundingBytes = std::uint64_t {256} << 20U;
constexpr double kLeastPending = 0.05;
constexpr std::size_t kTopStacks = 10;

std::string breakdown(const MemoryStudy& study)
{
    struct Part
    {
        MemoryCategory category;
        std::uint64_t bytes;
    };
    std::vector<Part> parts;
    for (std::size_t i = 0; i < kMemoryCategories; ++i) {
        const auto category = static_cast<MemoryCategory>(i);
        const std::uint64_t bytes = study.heldAtPeak(category);
        if (study.shareOfPeak(static_cast<double>(bytes)) >= kWorthNaming && category != MemoryCategory::Other)
            parts.push_back({category, bytes});
    }
    std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.bytes > b.bytes; });
    constexpr std::size_t kNamed = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(kNamed, parts.size()); ++i)
        text += fmt::format("{}{} {}", text.empty() ? ": " : ", ",
            wholePercent(study.shareOfPeak(static_cast<double>(parts[i].bytes))), categoryPlural(parts[i].category));
    const double unknown = study.shareOfPeak(static_cast<double>(study.heldAtPeak(MemoryCategory::Other)));
    if (!text.empty() && unknown >= kUnknownWorthNaming)
        text += fmt::format(", {} of unknown use", wholePercent(unknown));
    return text;
}

void tellOptimizer(const MemoryStudy& study, Finding& finding)
{
    const std::uint64_t bytes = study.heldAtPeak(MemoryCategory::Temporary);
    if (phaseAt(study.phases, study.device.active.peakEntry) != MemoryPhase::Optimizer
        || study.shareOfPeak(static_cast<double>(bytes)) < kLeastTemporaries)
        return;
    finding.headline += fmt::format("; set by {} of temporaries of the optimizer", formatBytes(bytes));
    finding.advice.emplace_back("use fused=True in the optimizer, or foreach=False: its temporaries set the peak");
}

bool isOutputLayer(const model::SnapshotRecord& record, StackId stack)
{
    for (; stack.valid(); stack = record.stacks.outer(stack)) {
        const std::string_view function = record.names.view(record.stacks.at(record.stacks.frame(stack)).function);
        for (const std::string_view word : {"cross_entropy", "log_softmax", "lm_head", "logits"}) {
            if (function.find(word) != std::string_view::npos)
                return true;
        }
    }
    return false;
}

void tellLogits(const MemoryStudy& study, Finding& finding)
{
    const model::AllocationTable& table = study.device.allocations;
    for (const AllocId id : study.atPeak) {
        const std::uint64_t bytes = table.size[id.index()];
        if (study.shareOfPeak(static_cast<double>(bytes)) < kLargeBlock
            || !isOutputLayer(study.snapshot.record, table.stack[id.index()]))
            continue;
        finding.headline += fmt::format("; one block of {} is the logits' (cross entropy)", formatBytes(bytes));
        finding.advice.emplace_back("compute the loss in chunks, or with a fused linear cross entropy");
        finding.memory.push_back(study.block(id));
        return;
    }
}

void tellMovedGradients(const MemoryStudy& study, Finding& finding)
{
    if (study.hasPhase(MemoryPhase::Backward))
        return;
    const model::AllocationTable& table = study.device.allocations;
    std::uint64_t bytes = 0;
    for (const AllocId id : study.atPeak) {
        const bool moved = study.figures.categories[id.index()] == MemoryCategory::Gradient
            && study.reader.guess(table.stack[id.index()]) == MemoryCategory::Parameter;
        bytes += moved ? table.size[id.index()] : 0;
    }
    if (study.shareOfPeak(static_cast<double>(bytes)) < kLeastTemporaries)
        return;
    finding.headline += fmt::format("; {} of gradients were moved with the model", formatBytes(bytes));
    finding.advice.emplace_back(
        "if no training follows, drop the gradients before Module.to(): model.zero_grad(set_to_none=True)");
}

void tellRounding(const MemoryStudy& study, Finding& finding)
{
    const model::AllocationTable& table = study.device.allocations;
    std::uint64_t blocks = 0;
    std::uint64_t asked = 0;
    for (const AllocId id : study.atPeak) {
        blocks += table.blockSize[id.index()];
        asked += table.size[id.index()];
    }
    const std::uint64_t lost = blocks - std::min(blocks, asked);
    finding.metrics.emplace_back("rounding", static_cast<std::int64_t>(lost));
    if (lost < kLeastRoundingBytes || static_cast<double>(lost) < kLeastRounding * static_cast<double>(blocks))
        return;
    finding.headline += fmt::format("; rounding adds {}", formatBytes(lost));
    finding.advice.emplace_back(
        "rounding wastes much: look at roundup_power2_divisions and max_split_size_mb in PYTORCH_CUDA_ALLOC_CONF");
}

void tellPending(const MemoryStudy& study, Finding& finding)
{
    const model::AllocationTable& table = study.device.allocations;
    const std::int32_t at = study.device.active.peakEntry;
    std::uint64_t bytes = 0;
    for (const AllocId id : study.atPeak) {
        const bool endedBlock = study.device.entryCount() == 0 && (table.flags[id.index()] & model::kPendingAtEnd) != 0;
        bytes += table.requested[id.index()] <= at || endedBlock ? table.size[id.index()] : 0;
    }
    finding.metrics.emplace_back("pending", static_cast<std::int64_t>(bytes));
    if (study.shareOfPeak(static_cast<double>(bytes)) < kLeastPending)
        return;
    finding.headline += fmt::format("; {} are freed but wait for another stream", formatBytes(bytes));
    finding.advice.emplace_back(
        "record_stream() delays frees: wait for the other stream's event before the tensor goes");
}

// What keeps the breakdown from being the whole truth (section 7.10).
void tellQuality(const MemoryStudy& study, Finding& finding)
{
    const model::AllocationTable& table = study.device.allocations;
    std::uint64_t before = 0;
    std::uint64_t withStack = 0;
    for (const AllocId id : study.atPeak) {
        const bool known = table.stack[id.index()].valid() && (table.flags[id.index()] & model::kFreeSiteStack) == 0;
        withStack += known ? table.size[id.index()] : 0;
        before += table.born[id.index()] < 0 ? table.size[id.index()] : 0;
    }
    const double stacks = study.shareOfPeak(static_cast<double>(withStack));
    finding.metrics.emplace_back("before_history", static_cast<std::int64_t>(before));
    finding.metrics.emplace_back("with_stack_share", stacks);
    if (study.hasHistory() && before > 0 && study.shareOfPeak(static_cast<double>(before)) >= kLeastTemporaries)
        finding.headline += fmt::format("; {} were there before recording began", formatBytes(before));
    constexpr double kMost = 0.5;
    if (stacks < kMost)
        finding.advice.emplace_back(
            "record stacks from the start: torch.cuda.memory._record_memory_history() before the model is built");
}

} // namespace

void judgePeak(const MemoryStudy& study, std::vector<Finding>& findings)
{
    if (study.peak() == 0)
        return;
    const std::int32_t at = study.device.active.peakEntry;
    const std::vector<Holding> holdings = groupHoldings(study.view(), study.atPeak, HoldingKey::Stack, at);
    Finding finding = study.finding("memory.peak", Severity::Low, static_cast<double>(study.peak()));
    finding.share = 0;
    finding.count = study.atPeak.size();
    std::uint64_t top = 0;
    for (std::size_t i = 0; i < std::min(kTopStacks, holdings.size()); ++i) {
        top += holdings[i].bytes;
        finding.memory.push_back(study.block(holdings[i].largest));
    }
    const bool onlyEnd = study.device.entryCount() == 0;
    const std::uint64_t reserved = onlyEnd ? study.figures.reservedEnd : study.device.reserved.at(at);
    // Less reserved than in use: the record contradicts itself, and file health says how.
    const std::string of
        = reserved >= study.peak() ? fmt::format(" of {} reserved", formatBytes(reserved)) : std::string();
    finding.headline = onlyEnd
        ? fmt::format("{}{} are in use at the end{}", formatBytes(study.peak()), of, breakdown(study))
        : fmt::format("The peak is {}{}{}", formatBytes(study.peak()), of, breakdown(study));
    finding.metrics = {{"top_stacks_share", study.shareOfPeak(static_cast<double>(top))},
        {"stacks", static_cast<std::int64_t>(holdings.size())}};
    tellOptimizer(study, finding);
    tellLogits(study, finding);
    tellMovedGradients(study, finding);
    tellRounding(study, finding);
    tellPending(study, finding);
    tellQuality(study, finding);
    finding.headline = study.headline(std::move(finding.headline));
    findings.push_back(std::move(finding));
}

} // namespace stepscope::analysis
