// SPDX-License-Identifier: GPL-3.0-or-later
// Good practice that a snapshot can show: seen, not seen, or not to be told from this file.
#include "core/analysis/memory/frame_classes.h"
#include "core/analysis/memory/memory_judgement.h"
#include "core/util/time.h"

#include <algorithm>
#include <fmt/format.h>

namespace stepscope::analysis {
namespace {

using Studies = std::vector<MemoryStudy>;

ChecklistItem expandableSegments(const Studies& studies)
{
    ChecklistItem item {
        "expandable segments", CheckState::CannotTell, "the settings of the allocator were not recorded", ""};
    const auto& settings = studies.front().snapshot.record.settings;
    const bool known = std::any_of(
        settings.begin(), settings.end(), [](const auto& setting) { return setting.first == "expandable_segments"; });
    if (std::any_of(studies.begin(), studies.end(), [](const MemoryStudy& study) { return study.expandable(); })) {
        item.state = CheckState::Seen;
        item.evidence = "expandable_segments is on";
    } else if (known) {
        item.state = CheckState::NotSeen;
        item.evidence = "expandable_segments is off";
        item.advice = "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True, where sizes vary";
    }
    return item;
}

// Gradients that are freed after the optimizer come back in the next backward pass; with set_to_none=False they stay.
ChecklistItem setToNone(const Studies& studies)
{
    ChecklistItem item {
        "zero_grad(set_to_none=True)", CheckState::CannotTell, "no gradients are allocated in the history", ""};
    if (std::none_of(
            studies.begin(), studies.end(), [](const MemoryStudy& study) { return study.figures.steps.size() >= 2; }))
        item.evidence = "takes two steps, which the history does not show";
    std::uint64_t freed = 0;
    std::uint64_t kept = 0;
    for (const MemoryStudy& study : studies) {
        if (study.figures.steps.size() < 2)
            continue;
        const model::AllocationTable& table = study.device.allocations;
        const std::int32_t late = study.figures.steps[study.figures.steps.size() - 2].firstEntry;
        for (std::size_t a = 0; a < table.count(); ++a) {
            if (study.figures.categories[a] != MemoryCategory::Gradient || table.born[a] < 0 || table.born[a] >= late)
                continue;
            (table.died[a] == model::kNeverInHistory ? kept : freed) += table.size[a];
        }
    }
    if (freed > kept) {
        item.state = CheckState::Seen;
        item.evidence = "gradients are freed from step to step";
    } else if (kept > 0) {
        item.state = CheckState::NotSeen;
        item.evidence = fmt::format("{} of gradients stay from step to step", formatBytes(kept));
        item.advice = "optimizer.zero_grad(set_to_none=True), the default since PyTorch 2.0";
    }
    return item;
}

ChecklistItem fusedOptimizer(const Studies& studies)
{
    ChecklistItem item {"optimizer without temporaries (fused)", CheckState::CannotTell,
        "no step of the optimizer in the history, or no stacks", ""};
    bool optimizer = false;
    std::uint64_t most = 0;
    for (const MemoryStudy& study : studies) {
        if (!study.hasPhase(MemoryPhase::Optimizer))
            continue;
        const model::AllocationTable& table = study.device.allocations;
        std::uint64_t live = 0; // of temporaries of the optimizer: an upper bound by run
        std::size_t run = 0;
        for (std::size_t a = 0; a < table.count(); ++a) {
            if (study.reader.guess(table.stack[a]) != MemoryCategory::OptimizerState)
                continue;
            optimizer = true;
            if (study.figures.categories[a] != MemoryCategory::Temporary)
                continue;
            const std::size_t before = run;
            while (run + 1 < study.phases.size() && study.phases[run + 1].firstEntry <= table.born[a])
                ++run;
            live = run == before ? live + table.size[a] : table.size[a];
            most = std::max(most, live);
        }
    }
    constexpr std::uint64_t kNegligible = std::uint64_t {16} << 20U;
    if (optimizer && most < kNegligible) {
        item.state = CheckState::Seen;
        item.evidence = "its steps allocate next to nothing";
    } else if (optimizer) {
        item.state = CheckState::NotSeen;
        item.evidence = fmt::format("{} of temporaries in one step", formatBytes(most));
        item.advice = "fused=True in the optimizer";
    }
    return item;
}

ChecklistItem checkpointing(const Studies& studies)
{
    ChecklistItem item {
        "activation checkpointing", CheckState::CannotTell, "no training step with Python stacks in the history", ""};
    bool trained = false;
    bool checkpointed = false;
    for (const MemoryStudy& study : studies) {
        trained = trained || (study.hasPhase(MemoryPhase::Forward) && study.hasPhase(MemoryPhase::Backward));
        checkpointed = checkpointed
            || std::any_of(study.device.allocations.stack.begin(), study.device.allocations.stack.end(),
                [&study](StackId stack) { return (study.reader.classesOf(stack) & kCheckpointFrame) != 0; });
    }
    if (checkpointed) {
        item.state = CheckState::Seen;
        item.evidence = "frames of torch.utils.checkpoint";
    } else if (trained) {
        item.state = CheckState::NotSeen;
        item.evidence = "forward runs without frames of torch.utils.checkpoint";
    }
    return item;
}

} // namespace

std::vector<ChecklistItem> memoryChecklist(const Studies& studies)
{
    if (studies.empty())
        return {};
    return {expandableSegments(studies), setToNone(studies), fusedOptimizer(studies), checkpointing(studies)};
}

} // namespace stepscope::analysis
