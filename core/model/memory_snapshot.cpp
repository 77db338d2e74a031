// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/memory_snapshot.h"

#include "core/model/allocator_rules.h"
#include "core/model/block_sizes.h"
#include "core/model/memory_pairing.h"
#include "core/model/memory_spans.h"
#include "core/model/stop_check.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <new>
#include <tuple>

namespace stepscope::model {
namespace {

// A curve from what is added where; sums wrap around as long as they are differences.
class CurveBuilder
{
public:
    explicit CurveBuilder(std::size_t entries) { m_curve.value.resize(entries); }
    void add(std::int32_t from, std::int32_t to, std::uint64_t bytes)
    {
        if (from < 0)
            m_curve.initial += bytes;
        else
            m_curve.value[static_cast<std::size_t>(from)] += bytes;
        if (to != kNeverInHistory)
            m_curve.value[static_cast<std::size_t>(to)] -= bytes;
    }
    MemoryCurve finish()
    {
        m_curve.peak = m_curve.initial;
        std::uint64_t sum = m_curve.initial;
        for (std::size_t i = 0; i < m_curve.value.size(); ++i) {
            sum += m_curve.value[i];
            m_curve.value[i] = sum;
            if (sum > m_curve.peak) {
                m_curve.peak = sum;
                m_curve.peakEntry = static_cast<std::int32_t>(i);
            }
        }
        return std::move(m_curve);
    }

private:
    MemoryCurve m_curve;
};

void addCurves(MemoryDevice& device)
{
    const auto entries = static_cast<std::size_t>(device.entryCount());
    const AllocationTable& table = device.allocations;
    CurveBuilder active(entries);
    CurveBuilder held(entries);
    CurveBuilder reserved(entries);
    for (std::size_t id = 0; id < table.count(); ++id) {
        active.add(table.born[id], table.died[id], table.size[id]);
        if (table.requested[id] >= 0)
            held.add(table.born[id], table.requested[id], table.size[id]);
    }
    for (const SegmentSpan& span : device.spans)
        reserved.add(span.from, span.to, span.size);
    device.active = active.finish();
    device.held = held.finish();
    device.reserved = reserved.finish();
}

void addLatestDeaths(MemoryDevice& device)
{
    const Column<std::int32_t>& died = device.allocations.died;
    for (std::size_t first = 0; first < died.size(); first += MemoryDevice::kDeathGroup) {
        const std::size_t last = std::min(first + MemoryDevice::kDeathGroup, died.size());
        device.latestDeath.push_back(*std::max_element(died.begin() + first, died.begin() + last));
    }
}

void addMarks(const DeviceRecord& record, MemoryDevice& device)
{
    const Column<MemoryAction>& actions = record.entries.action;
    for (std::size_t i = 0; i < actions.size(); ++i) {
        const auto entry = static_cast<std::int32_t>(i);
        if (actions[i] == MemoryAction::Oom)
            device.ooms.push_back(entry);
        else if (actions[i] > MemoryAction::Oom && actions[i] != MemoryAction::Unknown)
            device.markers.push_back(entry);
    }
}

// Expandable segments split off every remainder that makes a block; some allocators do not, and the blocks of the end
// show it.
AllocatorRules rulesOf(const SnapshotRecord& record, const MemoryDevice& device)
{
    AllocatorRules rules(record.settings);
    const auto isMapped = [](const SegmentSpan& span) { return span.mapped; };
    if (!std::any_of(device.spans.begin(), device.spans.end(), isMapped))
        return rules;
    bool splits = true;
    for (const std::size_t index : device.segments) {
        const SegmentRecord& segment = record.segments[index];
        for (const BlockRecord& block : segment.blocks) {
            if (!segment.expandable || block.state == BlockState::Inactive || !block.requested)
                continue;
            const std::uint64_t rounded = rules.rounded(*block.requested);
            splits = splits && (block.size < rounded || block.size - rounded < kMinBlock);
        }
    }
    rules.splitSmallRemainders(splits);
    return rules;
}

MemoryDevice assembleDevice(const SnapshotRecord& record, std::size_t index, std::vector<std::size_t>&& segments,
    Diagnostics& found, const StopCheck& stop)
{
    const DeviceRecord& from = record.devices[index];
    MemoryDevice device;
    device.id = from.id;
    device.record = index;
    device.segments = std::move(segments);
    std::stable_sort(device.segments.begin(), device.segments.end(),
        [&record](std::size_t a, std::size_t b) { return record.segments[a].address < record.segments[b].address; });
    PairedDevice paired = pairEntries(record, from, device.segments, found, stop);
    device.allocations = std::move(paired.allocations);
    device.allocationOf = std::move(paired.allocationOf);
    device.spans = reservedSpans(record, from.entries, device.segments);
    replayBlockSizes(device, paired.place, paired.places, rulesOf(record, device), stop);
    addCurves(device);
    addLatestDeaths(device);
    addMarks(from, device);
    const auto isFromHistory = [](AllocId id) { return id.valid(); };
    if (!device.segments.empty() && std::none_of(device.allocationOf.begin(), device.allocationOf.end(), isFromHistory))
        found.add(DiagnosticKind::no_history, -1, fmt::format("device {}", device.id));
    return device;
}

std::uint64_t reservedAtEnd(const SnapshotRecord& record, const MemoryDevice& device)
{
    std::uint64_t sum = 0;
    for (const std::size_t index : device.segments)
        sum += record.segments[index].size;
    return sum;
}

// Most reserved at the end, then most entries; pinned host memory only where nothing else has any of them.
std::size_t defaultDeviceOf(const MemorySnapshot& snapshot)
{
    const auto rank = [&snapshot](const MemoryDevice& device) {
        const std::uint64_t reserved = reservedAtEnd(snapshot.record, device);
        const bool used = reserved > 0 || device.entryCount() > 0;
        return std::tuple(used && device.id >= 0, reserved, device.entryCount());
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < snapshot.devices.size(); ++i) {
        if (rank(snapshot.devices[i]) > rank(snapshot.devices[best]))
            best = i;
    }
    return best;
}

// Segments by device, as indices into the record.
std::vector<std::vector<std::size_t>> segmentsOfDevices(const SnapshotRecord& record)
{
    std::map<std::int32_t, std::size_t> deviceOf;
    for (std::size_t i = 0; i < record.devices.size(); ++i)
        deviceOf[record.devices[i].id] = i;
    std::vector<std::vector<std::size_t>> out(record.devices.size());
    for (std::size_t i = 0; i < record.segments.size(); ++i) {
        const auto at = deviceOf.find(record.segments[i].device);
        if (at != deviceOf.end())
            out[at->second].push_back(i);
    }
    return out;
}

std::shared_ptr<const MemorySnapshot> assemble(SnapshotRecord&& record, Progress& progress, const StopCheck& stop)
{
    auto snapshot = std::make_shared<MemorySnapshot>();
    snapshot->record = std::move(record);
    progress.stage = LoadStage::Linking;
    Diagnostics found;
    std::vector<std::vector<std::size_t>> segments = segmentsOfDevices(snapshot->record);
    snapshot->devices.reserve(segments.size());
    for (std::size_t i = 0; i < segments.size(); ++i)
        snapshot->devices.push_back(assembleDevice(snapshot->record, i, std::move(segments[i]), found, stop));
    if (snapshot->record.overflowed)
        found.add(DiagnosticKind::history_overflow, -1,
            snapshot->record.maxEntries ? fmt::format("max_entries {}", *snapshot->record.maxEntries) : std::string());
    snapshot->record.diagnostics.merge(found);
    snapshot->defaultDevice = defaultDeviceOf(*snapshot);
    return snapshot;
}

} // namespace

std::vector<AllocId> liveAt(const MemorySnapshot&, const MemoryDevice& device, std::int32_t entry)
{
    const AllocationTable& table = device.allocations;
    const auto* const bornLater = std::upper_bound(table.born.begin(), table.born.end(), entry);
    const auto count = static_cast<std::size_t>(bornLater - table.born.begin());
    std::vector<AllocId> out;
    for (std::size_t first = 0; first < count; first += MemoryDevice::kDeathGroup) {
        if (device.latestDeath[first / MemoryDevice::kDeathGroup] <= entry)
            continue;
        for (std::size_t id = first; id < std::min(first + MemoryDevice::kDeathGroup, count); ++id) {
            if (table.died[id] > entry)
                out.emplace_back(id);
        }
    }
    return out;
}

std::vector<SegmentSpan> reservedAt(const MemoryDevice& device, std::int32_t entry)
{
    std::vector<SegmentSpan> out;
    for (const SegmentSpan& span : device.spans) {
        if (span.from > entry)
            break;
        if (span.to > entry)
            out.push_back(span);
    }
    std::sort(out.begin(), out.end(), [](const SegmentSpan& a, const SegmentSpan& b) { return a.address < b.address; });
    return out;
}

Expected<std::shared_ptr<const MemorySnapshot>> assembleSnapshot(
    SnapshotRecord&& record, Progress& progress, const std::stop_token& stop)
{
    try {
        return assemble(std::move(record), progress, StopCheck(stop));
    } catch (const Stopped&) {
        return fail(ErrorClass::Cancelled, "Loading was cancelled.");
    } catch (const std::bad_alloc&) {
        return fail(ErrorClass::OutOfMemory, "There is not enough memory to open this snapshot.");
    }
}

} // namespace stepscope::model
