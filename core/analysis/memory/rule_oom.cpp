// SPDX-License-Identifier: GPL-3.0-or-later
// memory.oom: an allocation failed. Told by the last failure of the history: what was asked for and by whom, what was
// free, whether it was a true shortage or memory in pieces (oom_figures.h), who held what. Always high; its share is
// that of the request in the peak.
#include "core/analysis/memory/memory_rules.h"
#include "core/util/time.h"

#include <algorithm>
#include <fmt/format.h>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kHoldersShown = 10;
constexpr double kLargeRequest = 0.25; // of the peak: the request itself is worth a look

std::string reasonOf(const OomFigures& oom)
{
    const std::string free = oom.deviceFree ? fmt::format("{} free on the GPU", formatBytes(*oom.deviceFree))
                                            : std::string("the free bytes of the GPU not recorded");
    const std::string reserved = fmt::format(
        "{} reserved but unused, the largest piece {}", formatBytes(oom.reservedUnused), formatBytes(oom.largestFree));
    const char* why = !oom.fragmentation                     ? ""
        : *oom.fragmentation                                 ? ": enough, but in pieces"
        : oom.deviceFree && *oom.deviceFree >= oom.requested ? ": enough, so another limit was met"
                                                             : ": a true shortage";
    return fmt::format("{}, {}{}", free, reserved, why);
}

StackId stackOf(const MemoryStudy& study, const OomFigures& oom)
{
    return study.snapshot.entries(study.device).stack[static_cast<std::size_t>(oom.entry)];
}

std::string timesOf(const MemoryStudy& study)
{
    const std::size_t times = study.figures.ooms.size();
    return times == 1 ? std::string() : fmt::format(" (the last of {} times)", times);
}

// What filled the memory: a growth that is proven, else who holds most.
std::string fillerOf(const MemoryStudy& study, const OomFigures& oom)
{
    if (study.growth && study.growth->proven(study.peak()))
        return fmt::format(
            ", and {} more stay in each step", formatBytes(static_cast<std::uint64_t>(study.growth->slope)));
    const std::vector<AllocId> live = model::liveAt(study.snapshot, study.device, oom.entry);
    const std::vector<Holding> holders = groupHoldings(study.view(), live, HoldingKey::Category, oom.entry);
    if (holders.empty() || holders.front().category == MemoryCategory::Other)
        return {};
    const bool most = 2 * holders.front().bytes >= study.device.active.at(oom.entry);
    return fmt::format(", with {} of the memory held by {} ({})", most ? "most" : "the largest part",
        categoryPlural(holders.front().category), formatBytes(holders.front().bytes));
}

std::string causeOf(const MemoryStudy& study, const OomFigures& oom)
{
    if (!oom.fragmentation)
        return {};
    if (*oom.fragmentation)
        return fmt::format(": fragmentation, as the {} that are reserved but unused lie in pieces of at most {}",
            formatBytes(oom.reservedUnused), formatBytes(oom.largestFree));
    if (std::max(oom.largestFree, oom.deviceFree.value_or(0)) >= oom.requested)
        return ": another limit than memory was met";
    return ": a true shortage" + fillerOf(study, oom);
}

void adviseOnPieces(const MemoryStudy& study, Finding& finding)
{
    if (!study.expandable())
        finding.advice.emplace_back("set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True");
    else
        finding.advice.emplace_back(
            "make what lives long before the loop, so that it does not lie between what is freed");
}

void adviseOnShortage(const MemoryStudy& study, const std::vector<AllocId>& live, Finding& finding)
{
    const std::vector<Holding> holders = groupHoldings(study.view(), live, HoldingKey::Category, model::kBeforeHistory);
    const MemoryCategory most = holders.empty() ? MemoryCategory::Other : holders.front().category;
    switch (most) {
    case MemoryCategory::Activation:
    case MemoryCategory::Temporary:
        finding.advice.emplace_back("checkpoint activations (torch.utils.checkpoint) or make the batch smaller");
        if (!study.hasPhase(MemoryPhase::Backward))
            finding.advice.emplace_back("if this is inference, run it under torch.inference_mode()");
        break;
    case MemoryCategory::OptimizerState:
        finding.advice.emplace_back("shard the optimizer state (FSDP, ZeRO) or keep it in 8 bits");
        break;
    case MemoryCategory::Parameter:
        finding.advice.emplace_back("shard the parameters (FSDP) or hold them in BF16");
        break;
    case MemoryCategory::KvCache:
        finding.advice.emplace_back(
            "give the KV cache less: gpu_memory_utilization (vLLM), mem_fraction_static (SGLang)");
        break;
    case MemoryCategory::Gradient:
        finding.advice.emplace_back("free gradients early: zero_grad(set_to_none=True), or shard them (FSDP, ZeRO)");
        break;
    default:
        finding.advice.emplace_back("see who holds the memory at the failure, and free or shrink the largest");
        break;
    }
}

} // namespace

std::string oomVerdict(const MemoryStudy& study)
{
    const OomFigures& oom = study.figures.ooms.back();
    const StackId stack = stackOf(study, oom);
    const std::string asked = stack.valid()
        ? fmt::format("{} asked for {}", study.reader.label(stack), formatBytes(oom.requested))
        : fmt::format("{} were asked for", formatBytes(oom.requested));
    const std::string free
        = oom.deviceFree ? fmt::format(" with {} free on the GPU", formatBytes(*oom.deviceFree)) : std::string();
    return study.headline(fmt::format("Out of memory{}: {}{}{}.", timesOf(study), asked, free, causeOf(study, oom)));
}

void judgeOom(const MemoryStudy& study, std::vector<Finding>& findings)
{
    if (study.figures.ooms.empty())
        return;
    const OomFigures& oom = study.figures.ooms.back();
    const StackId stack = stackOf(study, oom);
    Finding finding = study.finding("memory.oom", Severity::High, static_cast<double>(oom.requested));
    finding.count = study.figures.ooms.size();
    finding.headline = study.headline(
        fmt::format("Out of memory{}: {} asked for{}{}; {}", timesOf(study), formatBytes(oom.requested),
            stack.valid() ? " by " : "", stack.valid() ? study.reader.label(stack) : std::string(), reasonOf(oom)));
    const std::vector<AllocId> live = model::liveAt(study.snapshot, study.device, oom.entry);
    finding.memory.push_back(study.entries(oom.entry, oom.entry, stack));
    std::size_t shown = 0;
    for (const Holding& holding : groupHoldings(study.view(), live, HoldingKey::Stack, oom.entry)) {
        if (shown++ < kHoldersShown)
            finding.memory.push_back(study.block(holding.largest));
    }
    if (oom.fragmentation.value_or(false))
        adviseOnPieces(study, finding);
    else if (oom.deviceFree && *oom.deviceFree >= oom.requested)
        finding.advice.emplace_back("look for set_per_process_memory_fraction() or a quota of the container");
    else
        adviseOnShortage(study, live, finding);
    if (finding.share >= kLargeRequest && stack.valid())
        finding.advice.push_back(fmt::format(
            "check the shapes in {}: the request alone is {}", study.reader.label(stack), formatBytes(oom.requested)));
    finding.metrics = {{"requested", static_cast<std::int64_t>(oom.requested)},
        {"reserved_unused", static_cast<std::int64_t>(oom.reservedUnused)},
        {"largest_free", static_cast<std::int64_t>(oom.largestFree)}, {"held_by", study.holders(live)}};
    if (oom.deviceFree)
        finding.metrics.emplace_back("device_free", static_cast<std::int64_t>(*oom.deviceFree));
    findings.push_back(std::move(finding));
}

} // namespace stepscope::analysis
