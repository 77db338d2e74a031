// SPDX-License-Identifier: GPL-3.0-or-later
// memory.flat_block: memory that stays for the whole history. Blocks alive for at least kWholeHistory of it (those that
// were there before it count from its start; optimizer state, which the first step makes, from there on), grouped by
// category where that is parameters, optimizer state or gradients, else by stack. A group is reported from kLeastGroup
// of the peak, one of a single block from kLeastBlock, and kLeastBytes; the kMostGroups largest. Low, medium from
// kMostlyFlat of the peak.
//
// Optimizer state is held against the parameters: about 2 × is Adam in the parameters' precision, about 1 × momentum.
#include "core/analysis/findings/wording.h"
#include "core/analysis/memory/memory_rules.h"
#include "core/util/time.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace stepscope::analysis {
namespace {

constexpr double kWholeHistory = 0.9;
constexpr double kLeastGroup = 0.10;
constexpr double kLeastBlock = 0.05;
constexpr std::uint64_t kLeastBytes = std::uint64_t {16} << 20U;
constexpr std::size_t kMostGroups = 3;
constexpr double kMostlyFlat = 0.5;
constexpr std::size_t kLargestShown = 20;

struct Group
{
    MemoryCategory category = MemoryCategory::Other;
    StackId stack;
    std::uint64_t bytes = 0;
    std::vector<AllocId> blocks;
};

bool staysThroughout(const MemoryStudy& study, AllocId id)
{
    const model::AllocationTable& table = study.device.allocations;
    const std::int32_t entries = study.device.entryCount();
    const std::int32_t from = std::max(0, table.born[id.index()]);
    const std::int32_t to = std::min(table.died[id.index()], entries);
    if (study.figures.categories[id.index()] == MemoryCategory::OptimizerState)
        return to == entries && from < entries / 2;
    return static_cast<double>(to - from) >= kWholeHistory * static_cast<double>(entries);
}

std::vector<Group> groupsOf(const MemoryStudy& study)
{
    const model::AllocationTable& table = study.device.allocations;
    std::map<std::pair<MemoryCategory, StackId>, Group> groups;
    for (std::size_t a = 0; a < table.count(); ++a) {
        if (!staysThroughout(study, AllocId(a)))
            continue;
        const MemoryCategory category = study.figures.categories[a];
        const bool byCategory = category == MemoryCategory::Parameter || category == MemoryCategory::OptimizerState
            || category == MemoryCategory::Gradient || category == MemoryCategory::KvCache;
        const bool known = (table.flags[a] & model::kFreeSiteStack) == 0;
        const StackId stack = byCategory || !known ? StackId() : table.stack[a];
        Group& group = groups[{category, stack}];
        group.category = category;
        group.stack = stack;
        group.bytes += table.size[a];
        group.blocks.emplace_back(a);
    }
    std::vector<Group> out;
    out.reserve(groups.size());
    for (auto& [key, group] : groups) {
        std::stable_sort(group.blocks.begin(), group.blocks.end(),
            [&table](AllocId a, AllocId b) { return table.size[a.index()] > table.size[b.index()]; });
        out.push_back(std::move(group));
    }
    std::stable_sort(out.begin(), out.end(), [](const Group& a, const Group& b) { return a.bytes > b.bytes; });
    return out;
}

// "2.0 × the parameters, as Adam keeps two values for each"
std::string ratioText(double ratio)
{
    constexpr double kTolerance = 0.1;
    const std::string times = fmt::format("{:.1f} × the parameters", ratio);
    if (std::abs(ratio - 2) <= kTolerance)
        return times + ", as Adam keeps two values for each";
    return std::abs(ratio - 1) <= kTolerance ? times + ", as momentum keeps one value for each" : times;
}

std::string subjectOf(const MemoryStudy& study, const Group& group)
{
    if (group.category == MemoryCategory::Parameter)
        return "Parameters hold";
    if (group.category == MemoryCategory::OptimizerState)
        return "Optimizer state holds";
    if (group.category == MemoryCategory::Gradient)
        return "Gradients hold";
    if (group.category == MemoryCategory::KvCache)
        return "The KV cache holds";
    if (!group.stack.valid())
        return "Blocks from before recording began hold";
    return fmt::format("{} from {} {}", countOf(group.blocks.size(), "block", "blocks"),
        study.reader.label(group.stack), group.blocks.size() == 1 ? "holds" : "hold");
}

void advise(const MemoryStudy& study, const Group& group, Finding& finding)
{
    if (group.category == MemoryCategory::OptimizerState)
        finding.advice.emplace_back("shard the optimizer state (FSDP, ZeRO) or keep it in 8 bits");
    else if (group.category == MemoryCategory::Parameter)
        finding.advice.emplace_back("hold the parameters in BF16, or shard them (FSDP)");
    else if (group.category == MemoryCategory::Gradient)
        finding.advice.emplace_back("free gradients between steps: optimizer.zero_grad(set_to_none=True)");
    else if (group.category == MemoryCategory::KvCache)
        finding.advice.emplace_back(
            "give the KV cache less: gpu_memory_utilization (vLLM), mem_fraction_static (SGLang)");
    else if (!group.stack.valid())
        finding.advice.emplace_back("start recording before the model is built to see whose they are");
    else
        finding.advice.push_back(fmt::format("check the size that {} asks for", study.reader.label(group.stack)));
}

} // namespace

void judgeFlatBlocks(const MemoryStudy& study, std::vector<Finding>& findings)
{
    if (!study.hasHistory())
        return;
    const std::vector<Group> groups = groupsOf(study);
    std::uint64_t parameters = 0;
    for (const Group& group : groups)
        parameters += group.category == MemoryCategory::Parameter ? group.bytes : 0;
    std::size_t told = 0;
    for (const Group& group : groups) {
        const double share = study.shareOfPeak(static_cast<double>(group.bytes));
        if (group.bytes < kLeastBytes || share < (group.blocks.size() == 1 ? kLeastBlock : kLeastGroup)
            || told == kMostGroups)
            continue;
        ++told;
        Finding finding = study.finding("memory.flat_block", share >= kMostlyFlat ? Severity::Medium : Severity::Low,
            static_cast<double>(group.bytes));
        finding.count = group.blocks.size();
        finding.headline = fmt::format("{} {} ({}) of the peak throughout", subjectOf(study, group),
            formatBytes(group.bytes), wholePercent(share));
        if (group.category == MemoryCategory::OptimizerState && parameters > 0) {
            const double ratio = static_cast<double>(group.bytes) / static_cast<double>(parameters);
            finding.headline += fmt::format(": {}", ratioText(ratio));
            finding.metrics.emplace_back("parameter_ratio", ratio);
        }
        finding.headline = study.headline(std::move(finding.headline));
        study.addBlocks(finding, std::span(group.blocks).first(std::min(kLargestShown, group.blocks.size())));
        advise(study, group, finding);
        findings.push_back(std::move(finding));
    }
}

} // namespace stepscope::analysis
