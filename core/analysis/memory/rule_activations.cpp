// SPDX-License-Identifier: GPL-3.0-or-later
// memory.activations: what forward made and backward still needs holds at least kActivationShare of the active bytes
// at the peak. Medium; high where the same history runs out of memory for a true shortage; low where the history shows
// no backward pass, in which case it is told as what it may be. Names the modules that made most, by innermost
// forward().
#include "core/analysis/findings/wording.h"
#include "core/analysis/memory/memory_rules.h"
#include "core/util/time.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kModules = 3;

struct Module
{
    FrameId forward;
    std::uint64_t bytes = 0;
    AllocId largest;
};

std::vector<Module> modulesOf(const MemoryStudy& study)
{
    const model::AllocationTable& table = study.device.allocations;
    std::map<FrameId, Module> byFrame;
    for (const AllocId id : study.atPeak) {
        if (study.figures.categories[id.index()] != MemoryCategory::Activation)
            continue;
        const FrameId forward = study.reader.forwardFrame(table.stack[id.index()]);
        Module& module = byFrame[forward];
        module.forward = forward;
        module.bytes += table.size[id.index()];
        if (!module.largest.valid() || table.size[id.index()] > table.size[module.largest.index()])
            module.largest = id;
    }
    std::vector<Module> modules;
    modules.reserve(byFrame.size());
    for (const auto& [frame, module] : byFrame)
        modules.push_back(module);
    std::stable_sort(
        modules.begin(), modules.end(), [](const Module& a, const Module& b) { return a.bytes > b.bytes; });
    return modules;
}

} // namespace

void judgeActivations(const MemoryStudy& study, std::vector<Finding>& findings)
{
    const std::uint64_t bytes = study.heldAtPeak(MemoryCategory::Activation);
    const double share = study.shareOfPeak(static_cast<double>(bytes));
    if (!study.hasHistory() || bytes == 0 || share < kActivationShare)
        return;
    const bool training = study.hasPhase(MemoryPhase::Backward);
    const bool shortage = !study.figures.ooms.empty() && !study.figures.ooms.back().fragmentation.value_or(true);
    Finding finding = study.finding("memory.activations",
        !training      ? Severity::Low
            : shortage ? Severity::High
                       : Severity::Medium,
        static_cast<double>(bytes));
    std::string names;
    std::size_t named = 0;
    for (const Module& module : modulesOf(study)) {
        if (named++ == kModules)
            break;
        if (module.forward.valid())
            names += fmt::format("{}{} {}", names.empty() ? ": under " : ", ", study.reader.frameText(module.forward),
                formatBytes(module.bytes));
        finding.memory.push_back(study.block(module.largest));
    }
    finding.count = static_cast<std::uint64_t>(std::count_if(study.atPeak.begin(), study.atPeak.end(),
        [&study](AllocId id) { return study.figures.categories[id.index()] == MemoryCategory::Activation; }));
    finding.headline = study.headline(fmt::format("{} hold {} ({}) of the peak{}",
        training ? "Activations" : "Results of forward, with no backward in the history,", formatBytes(bytes),
        wholePercent(share), names));
    if (training) {
        finding.advice = {"checkpoint the modules that hold most: torch.utils.checkpoint",
            "make the batch or the sequence smaller",
            "run forward in BF16: torch.autocast(\"cuda\", dtype=torch.bfloat16)"};
    } else {
        finding.advice.emplace_back(
            "if this is inference, run it under torch.inference_mode(): nothing is kept for backward");
    }
    findings.push_back(std::move(finding));
}

} // namespace stepscope::analysis
