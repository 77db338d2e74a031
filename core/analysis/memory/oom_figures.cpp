// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/oom_figures.h"

#include "core/model/allocator_rules.h"
#include "core/model/memory_state.h"
#include "core/util/time.h"

#include <algorithm>
#include <fmt/format.h>

namespace stepscope::analysis {
namespace {

std::optional<std::uint64_t> deviceFreeAt(
    const model::MemorySnapshot& snapshot, const model::MemoryDevice& device, std::int32_t entry)
{
    const std::vector<model::OomRecord>& ooms = snapshot.record.devices[device.record].ooms;
    const auto before = [](const model::OomRecord& oom, std::uint32_t at) { return oom.entry < at; };
    const auto at = std::lower_bound(ooms.begin(), ooms.end(), static_cast<std::uint32_t>(entry), before);
    return at != ooms.end() && at->entry == static_cast<std::uint32_t>(entry) ? at->deviceFree : std::nullopt;
}

// Free bytes in all segments; fills in the largest interval and their number.
std::uint64_t addFreeIntervals(const model::MemoryState& state, const model::MemoryEntries& entries, OomFigures& out)
{
    const auto at = static_cast<std::size_t>(out.entry);
    const model::PoolIndex pool = entries.pool.empty() ? model::PoolIndex {0} : entries.pool[at];
    const bool large = out.requested > model::kSmallBlockMax;
    std::uint64_t free = 0;
    for (const model::StateSegment& segment : state.segments) {
        free += segment.size - std::min(segment.size, segment.allocated);
        for (const model::StateBlock& block : state.blocksOf(segment))
            out.freePieces += block.isFree() ? 1 : 0;
        if (segment.stream == entries.stream[at] && segment.pool == pool && segment.large == large)
            out.largestFree = std::max(out.largestFree, segment.largestFree);
    }
    return free;
}

std::string freeText(const OomFigures& oom)
{
    return oom.deviceFree ? fmt::format("{} free on the device and ", formatBytes(*oom.deviceFree)) : std::string();
}

void judge(std::uint64_t cached, OomFigures& oom)
{
    const std::string need = formatBytes(oom.requested);
    const std::uint64_t free = oom.deviceFree.value_or(0);
    const std::uint64_t largest = std::max(oom.largestFree, free);
    const bool enough = cached >= oom.requested || free >= oom.requested - cached;
    if (largest >= oom.requested) {
        oom.fragmentation = false;
        oom.verdict = fmt::format("{} failed although {} were free in one piece: another limit than memory, such as "
                                  "the memory fraction set for the process.",
            need, formatBytes(largest));
    } else if (enough) {
        oom.fragmentation = true;
        oom.verdict
            = fmt::format("Fragmentation: {} failed with {}{} reserved but unused in {} {}, the largest of use {}.",
                need, freeText(oom), formatBytes(oom.reservedUnused), formatCount(oom.freePieces),
                oom.freePieces == 1 ? "piece" : "pieces", formatBytes(oom.largestFree));
    } else if (oom.deviceFree) {
        oom.fragmentation = false;
        oom.verdict = fmt::format("A true shortage: {} failed with {}{} reserved but unused, {} too little.", need,
            freeText(oom), formatBytes(oom.reservedUnused), formatBytes(oom.requested - cached - free));
    } else {
        oom.verdict = fmt::format(
            "{} failed with {} reserved but unused; the file does not say how much was free on the device.", need,
            formatBytes(cached));
    }
}

} // namespace

std::vector<OomFigures> oomFigures(
    const model::MemorySnapshot& snapshot, const model::MemoryDevice& device, const std::stop_token& stop)
{
    const model::MemoryEntries& entries = snapshot.entries(device);
    std::vector<OomFigures> out;
    out.reserve(device.ooms.size());
    for (const std::int32_t entry : device.ooms) {
        if (stop.stop_requested())
            break;
        OomFigures oom;
        oom.entry = entry;
        oom.requested = entries.size[static_cast<std::size_t>(entry)];
        oom.deviceFree = deviceFreeAt(snapshot, device, entry);
        const std::uint64_t reserved = device.reserved.at(entry);
        oom.reservedUnused = reserved - std::min(reserved, device.active.at(entry));
        if (out.size() < kOomStates)
            judge(addFreeIntervals(model::stateAt(snapshot, device, entry), entries, oom), oom);
        else
            oom.verdict = fmt::format("Not looked at: only the first {} failures are.", kOomStates);
        out.push_back(std::move(oom));
    }
    return out;
}

} // namespace stepscope::analysis
