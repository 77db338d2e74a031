// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/memory_study.h"

#include "core/util/time.h"

#include <algorithm>
#include <fmt/format.h>

namespace stepscope::analysis {

MemoryStudy::MemoryStudy(const model::MemorySnapshot& ofSnapshot, const MemoryDeviceFigures& ofFigures,
    const StackReader& ofReader, const std::vector<PhaseRun>& ofPhases)
    : snapshot(ofSnapshot)
    , device(ofSnapshot.devices[ofFigures.device])
    , figures(ofFigures)
    , reader(ofReader)
    , phases(ofPhases)
    , growth(memoryGrowth(device, ofFigures.steps))
    , atPeak(model::liveAt(ofSnapshot, device, device.active.peakEntry))
{
    for (const AllocId id : atPeak)
        byCategory[static_cast<std::size_t>(figures.categories[id.index()])] += device.allocations.size[id.index()];
}

double MemoryStudy::shareOfPeak(double bytes) const
{
    return peak() > 0 ? std::min(1.0, bytes / static_cast<double>(peak())) : 0;
}

bool MemoryStudy::hasStacks() const
{
    return std::any_of(
        atPeak.begin(), atPeak.end(), [this](AllocId id) { return device.allocations.stack[id.index()].valid(); });
}

bool MemoryStudy::hasPhase(MemoryPhase phase) const
{
    return std::any_of(phases.begin(), phases.end(), [phase](const PhaseRun& run) { return run.phase == phase; });
}

bool MemoryStudy::expandable() const
{
    for (const auto& [key, value] : snapshot.record.settings) {
        if (key == "expandable_segments")
            return value == "True" || value == "true" || value == "1";
    }
    return std::any_of(device.segments.begin(), device.segments.end(),
        [this](std::size_t segment) { return snapshot.record.segments[segment].expandable; });
}

std::optional<std::uint64_t> MemoryStudy::capacity() const
{
    std::optional<std::uint64_t> most;
    for (const OomFigures& oom : figures.ooms) {
        if (oom.deviceFree)
            most = std::max(most.value_or(0), *oom.deviceFree + device.reserved.at(oom.entry));
    }
    return most;
}

Finding MemoryStudy::finding(const char* rule, Severity severity, double bytes) const
{
    Finding finding;
    finding.rule = rule;
    finding.severity = severity;
    finding.bytes = static_cast<std::uint64_t>(std::max(0.0, bytes));
    finding.share = shareOfPeak(bytes);
    return finding;
}

std::string MemoryStudy::headline(std::string sentence) const
{
    if (alone)
        return sentence;
    return device.id < 0 ? fmt::format("Pinned host memory: {}", sentence)
                         : fmt::format("GPU {}: {}", device.id, sentence);
}

MemoryEvidence MemoryStudy::block(AllocId id) const
{
    const model::AllocationTable& table = device.allocations;
    MemoryEvidence evidence;
    evidence.device = figures.device;
    evidence.entryFrom = table.born[id.index()];
    evidence.entryTo = std::min(table.died[id.index()], device.entryCount() - 1);
    evidence.address = table.address[id.index()];
    evidence.stack = table.stack[id.index()];
    return evidence;
}

MemoryEvidence MemoryStudy::entries(std::int32_t from, std::int32_t to, StackId stack) const
{
    return {figures.device, from, to, std::nullopt, stack};
}

void MemoryStudy::addBlocks(Finding& finding, std::span<const AllocId> blocks) const
{
    for (const AllocId id : blocks) {
        if (finding.memory.size() == Finding::kMaxEvidence)
            return;
        finding.memory.push_back(block(id));
    }
}

std::string MemoryStudy::holders(std::span<const AllocId> blocks) const
{
    constexpr std::size_t kNamed = 3;
    std::string text;
    std::size_t named = 0;
    for (const Holding& holding : groupHoldings(view(), blocks, HoldingKey::Category, model::kBeforeHistory)) {
        if (named++ == kNamed || holding.bytes == 0)
            break;
        text += fmt::format(
            "{}{} {}", text.empty() ? "" : ", ", categoryPlural(holding.category), formatBytes(holding.bytes));
    }
    return text;
}

const char* categoryPlural(MemoryCategory category)
{
    constexpr std::array<const char*, kMemoryCategories> kNames {"parameters", "optimizer state", "inputs",
        "temporaries", "activations", "gradients", "autograd details", "communication buffers", "the KV cache",
        "other memory"};
    return kNames[static_cast<std::size_t>(category)];
}

std::string countOf(std::uint64_t count, const char* one, const char* many)
{
    return fmt::format("{} {}", formatCount(count), count == 1 ? one : many);
}

} // namespace stepscope::analysis
