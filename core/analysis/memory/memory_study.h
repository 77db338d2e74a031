// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What all rules about one device of a snapshot work on, and the phrases they share. Shares are of the peak of the
// active bytes.

#include "core/analysis/memory/holdings.h"
#include "core/analysis/memory/memory_figures.h"
#include "core/analysis/memory/memory_growth.h"
#include "core/analysis/memory/memory_phases.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::analysis {

inline constexpr std::int32_t kLeastHistory = 16; // entries; fewer tell no more than the end does

struct MemoryStudy
{
    const model::MemorySnapshot& snapshot;
    const model::MemoryDevice& device;
    const MemoryDeviceFigures& figures; // complete but for the judgement
    const StackReader& reader;
    const std::vector<PhaseRun>& phases;
    bool alone = true; // no other device has anything to say
    std::optional<MemoryGrowth> growth;
    std::vector<AllocId> atPeak;
    std::array<std::uint64_t, kMemoryCategories> byCategory {}; // bytes at the peak

    MemoryStudy(const model::MemorySnapshot& ofSnapshot, const MemoryDeviceFigures& ofFigures,
        const StackReader& ofReader, const std::vector<PhaseRun>& ofPhases);

    [[nodiscard]] HoldingView view() const { return {snapshot, device, reader, figures.categories}; }
    [[nodiscard]] std::uint64_t peak() const { return device.active.peak; }
    [[nodiscard]] double shareOfPeak(double bytes) const;
    [[nodiscard]] bool hasHistory() const { return device.entryCount() >= kLeastHistory; }
    [[nodiscard]] bool hasStacks() const; // of blocks at the peak
    [[nodiscard]] std::uint64_t heldAtPeak(MemoryCategory category) const
    {
        return byCategory[static_cast<std::size_t>(category)];
    }
    [[nodiscard]] bool hasPhase(MemoryPhase phase) const; // in the history
    [[nodiscard]] bool expandable() const;                // expandable segments are on
    // Bytes the program could reserve, known where an allocation failed.
    [[nodiscard]] std::optional<std::uint64_t> capacity() const;

    [[nodiscard]] Finding finding(const char* rule, Severity severity, double bytes) const;
    // Puts the device in front where there are others: "GPU 1: …".
    [[nodiscard]] std::string headline(std::string sentence) const;

    [[nodiscard]] MemoryEvidence block(AllocId id) const;
    [[nodiscard]] MemoryEvidence entries(std::int32_t from, std::int32_t to, StackId stack = {}) const;
    void addBlocks(Finding& finding, std::span<const AllocId> blocks) const;

    // "optimizer state 5.1 GiB, parameters 2.5 GiB": the three categories with the most bytes of these blocks.
    [[nodiscard]] std::string holders(std::span<const AllocId> blocks) const;
};

[[nodiscard]] const char* categoryPlural(MemoryCategory category); // "parameters", "optimizer state"
[[nodiscard]] std::string countOf(std::uint64_t count, const char* one, const char* many); // "1 step", "12 steps"

} // namespace stepscope::analysis
