// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Memory snapshots in the report: figures of each device, evidence of findings. Templates: see json_values.h.

#include "core/analysis/memory/memory_figures.h"
#include "core/export/json_values.h"
#include "core/export/memory_words.h"
#include "core/model/memory_snapshot.h"

#include <algorithm>

namespace stepscope::exporting {

// Innermost first, each "function file:line".
template <class Json> Json stackJson(const model::SnapshotRecord& record, StackId stack)
{
    Json out = Json::array();
    if (!stack.valid())
        return out;
    for (const FrameId frame : record.stacks.frames(stack))
        out.push_back(frameText(record, frame));
    return out;
}

template <class Json>
Json memoryEvidenceJson(
    const model::MemorySnapshot& snapshot, std::size_t file, const analysis::MemoryEvidence& evidence)
{
    Json out = Json::object();
    out["file"] = file; // index into files
    out["device"] = snapshot.devices[evidence.device].id;
    out["entry_from"] = evidence.entryFrom;
    out["entry_to"] = evidence.entryTo;
    out["address"] = orNull<Json>(evidence.address);
    out["stack"] = stackJson<Json>(snapshot.record, evidence.stack);
    return out;
}

template <class Json> Json oomJson(const analysis::OomFigures& oom)
{
    Json out = Json::object();
    out["entry"] = oom.entry;
    out["requested"] = oom.requested;
    out["device_free"] = orNull<Json>(oom.deviceFree);
    out["reserved_unused"] = oom.reservedUnused;
    out["largest_free"] = oom.largestFree;
    out["fragmentation"] = orNull<Json>(oom.fragmentation);
    out["verdict"] = oom.verdict;
    return out;
}

template <class Json> Json memoryStepJson(const analysis::MemoryStep& step)
{
    Json out = Json::object();
    out["marker"] = step.marker;
    out["first_entry"] = step.firstEntry;
    out["last_entry"] = step.lastEntry;
    out["baseline"] = step.baseline;
    out["peak"] = step.peak;
    out["complete"] = step.complete;
    return out;
}

template <class Json> Json holdingJson(const model::SnapshotRecord& record, const analysis::StackHolding& holding)
{
    Json out = Json::object();
    out["bytes"] = holding.bytes;
    out["blocks"] = holding.blocks;
    out["category"] = analysis::memoryCategoryName(holding.category);
    out["stack"] = stackJson<Json>(record, holding.freeSite ? StackId() : holding.stack);
    if (holding.freeSite) // from before the history: only where they were freed is known
        out["freed_stack"] = stackJson<Json>(record, holding.stack);
    return out;
}

// What the record alone tells of a device.
template <class Json>
void addDeviceContents(const model::MemorySnapshot& snapshot, const model::MemoryDevice& device, Json& out)
{
    const model::MemoryEntries& entries = snapshot.entries(device);
    const std::optional<TimeSpanUs> times = timesOf(entries);
    out["id"] = device.id;
    out["segments"] = device.segments.size();
    out["expandable_segments"] = std::count_if(device.segments.begin(), device.segments.end(),
        [&snapshot](std::size_t segment) { return snapshot.record.segments[segment].expandable; });
    out["entries"] = entries.count();
    out["first_time_us"] = times ? Json(times->first) : Json(nullptr);
    out["last_time_us"] = times ? Json(times->last) : Json(nullptr);
}

template <class Json>
void addDeviceFigures(const model::MemoryDevice& device, const analysis::MemoryDeviceFigures& figures, Json& out)
{
    out["initial"] = device.active.initial;
    out["active_end"] = figures.activeEnd;
    out["held_end"] = figures.heldEnd;
    out["allocated_end"] = figures.allocatedEnd;
    out["reserved_end"] = figures.reservedEnd;
    out["peak_active"] = device.active.peak;
    out["peak_active_entry"] = device.active.peakEntry;
    out["peak_reserved"] = device.reserved.peak;
    out["peak_reserved_entry"] = device.reserved.peakEntry;
    out["live_blocks_end"] = figures.liveBlocksEnd;
    out["pending_blocks_end"] = figures.pendingBlocksEnd;
    out["rounding"] = figures.rounding;
    out["inactive"] = figures.inactive;
    out["largest_live_block"] = figures.largestLiveBlock;
    out["stranded"] = figures.stranded;
    out["forced_growth"] = figures.forcedGrowth;
    out["markers"] = device.markers.size();
}

template <class Json>
Json memoryDeviceJson(const model::MemorySnapshot& snapshot, const analysis::MemoryDeviceFigures& figures)
{
    const model::MemoryDevice& device = snapshot.devices[figures.device];
    Json out = Json::object();
    addDeviceContents(snapshot, device, out);
    addDeviceFigures(device, figures, out);
    out["pools"] = Json::array();
    for (const analysis::PoolFigures& pool : figures.pools) {
        Json one = Json::object();
        one["id"] = poolLabel(snapshot.record, pool.pool);
        one["reserved_end"] = pool.reservedEnd;
        out["pools"].push_back(std::move(one));
    }
    out["ooms"] = Json::array();
    for (const analysis::OomFigures& oom : figures.ooms)
        out["ooms"].push_back(oomJson<Json>(oom));
    out["steps"] = Json::array();
    for (const analysis::MemoryStep& step : figures.steps)
        out["steps"].push_back(memoryStepJson<Json>(step));
    out["growth_per_step"] = orNull<Json>(figures.growthPerStep);
    out["top_at_peak"] = Json::array();
    for (const analysis::StackHolding& holding : figures.topAtPeak)
        out["top_at_peak"].push_back(holdingJson<Json>(snapshot.record, holding));
    return out;
}

template <class Json> void addRecorder(const model::MemorySnapshot& snapshot, Json& out)
{
    out["default_device"]
        = snapshot.devices.empty() ? Json(nullptr) : Json(snapshot.devices[snapshot.defaultDevice].id);
    out["recorded_by"] = textOrNull<Json>(recordedBy(snapshot.record));
    out["max_entries"] = orNull<Json>(snapshot.record.maxEntries);
    out["overflowed"] = snapshot.record.overflowed;
}

template <class Json> Json snapshotJson(const model::MemorySnapshot& snapshot, const analysis::MemoryFigures& figures)
{
    Json out = Json::object();
    addRecorder(snapshot, out);
    out["devices"] = Json::array();
    for (const analysis::MemoryDeviceFigures& device : figures.devices)
        out["devices"].push_back(memoryDeviceJson<Json>(snapshot, device));
    return out;
}

// For the page about a file: contents only, no analyses.
template <class Json> void addSnapshotInfo(const model::MemorySnapshot& snapshot, Json& out)
{
    const model::SnapshotRecord& record = snapshot.record;
    out["container"] = record.container;
    addRecorder(snapshot, out);
    out["devices"] = Json::array();
    for (const model::MemoryDevice& device : snapshot.devices) {
        Json one = Json::object();
        addDeviceContents(snapshot, device, one);
        one["actions"] = Json::object();
        for (const auto& [action, count] : actionCounts(record, snapshot.entries(device)))
            one["actions"][action] = count;
        out["devices"].push_back(std::move(one));
    }
    out["annotations"] = record.annotations.size();
    out["stacks"] = record.stacks.size();
    out["frames"] = record.stacks.frameCount();
    out["settings"] = Json::object();
    for (const auto& [key, value] : record.settings)
        out["settings"][key] = value;
    out["unknown_keys"] = record.unknownKeys;
}

} // namespace stepscope::exporting
