// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/report_memory.h"

#include "core/export/labels.h"
#include "core/export/memory_tables.h"
#include "core/export/memory_words.h"
#include "core/export/report_findings.h"
#include "core/export/report_words.h"
#include "core/util/time.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace stepscope::exporting {
namespace {

using analysis::MemoryDeviceFigures;
using model::MemoryDevice;
using model::MemorySnapshot;

constexpr std::size_t kDevicesOnPage = 4;
constexpr std::size_t kHoldersOnPage = 5;
constexpr std::size_t kStepsOnPage = 4;
constexpr std::size_t kRows = 30;        // of the tables below the page
constexpr double kWorthSaying = 1 << 10; // bytes of growth

bool isUsed(const MemoryDevice& device)
{
    return !device.segments.empty() || device.entryCount() > 0;
}

std::string entryText(std::int32_t entry)
{
    return entry < 0 ? std::string("before the first entry")
                     : "at entry " + formatCount(static_cast<std::uint64_t>(entry));
}

// What it held at most.
std::string peakLine(const MemoryDevice& device)
{
    if (device.entryCount() == 0)
        return deviceLabel(device) + ": only the end was recorded";
    return joined({fmt::format("{}: peak {} active {}", deviceLabel(device), formatBytes(device.active.peak),
                       entryText(device.active.peakEntry)),
        fmt::format("most reserved {} {}", formatBytes(device.reserved.peak), entryText(device.reserved.peakEntry)),
        device.active.initial > 0 ? formatBytes(device.active.initial) + " live before the history" : std::string()});
}

std::string endLine(const MemoryDeviceFigures& figures)
{
    const std::string pending = figures.pendingBlocksEnd > 0 ? counted(figures.pendingBlocksEnd,
                                    "freed block waits for another stream", "freed blocks wait for another stream")
                                                             : std::string();
    return joined({fmt::format("at the end {} active in {}", formatBytes(figures.activeEnd),
                       counted(figures.liveBlocksEnd, "block", "blocks")),
        pending, formatBytes(figures.reservedEnd) + " reserved"});
}

std::string unusedLine(const MemoryDeviceFigures& figures)
{
    if (figures.inactive == 0 && figures.rounding == 0)
        return {};
    return joined({fmt::format("unused {}: {} beside live blocks, {} in empty segments", formatBytes(figures.inactive),
                       formatBytes(figures.stranded), formatBytes(figures.inactive - figures.stranded)),
        fmt::format("rounding {}", formatBytes(figures.rounding)),
        figures.forcedGrowth > 0 ? fmt::format(
            "taken anew for want of one free piece, over the whole history, {}", formatBytes(figures.forcedGrowth))
                                 : std::string()});
}

// Entries and time of the device that is shown first, and what else there is.
std::string historyLine(const MemorySnapshot& snapshot, const MemoryDevice& device)
{
    const std::optional<TimeSpanUs> times = timesOf(snapshot.entries(device));
    std::string entries = "no history";
    if (device.entryCount() > 0)
        entries = counted(static_cast<std::uint64_t>(device.entryCount()), "entry", "entries");
    if (times && times->last > times->first)
        entries += fmt::format(" in {}", formatDuration((times->last - times->first) * 1000));
    return joined({entries, counted(device.allocations.count(), "allocation", "allocations"),
        counted(device.segments.size(), "segment", "segments"),
        device.ooms.empty() ? "" : counted(device.ooms.size(), "failed allocation", "failed allocations")});
}

// The default device first.
std::vector<std::size_t> shownDevices(const MemorySnapshot& snapshot)
{
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < snapshot.devices.size(); ++i) {
        if (i == snapshot.defaultDevice)
            out.insert(out.begin(), i);
        else if (isUsed(snapshot.devices[i]))
            out.push_back(i);
    }
    return out;
}

Section headSection(const ReportedFile& file)
{
    const MemorySnapshot& snapshot = *file.snapshot;
    const std::vector<std::size_t> devices = shownDevices(snapshot);
    Section section;
    section.sentence = file.memory->judgement.verdict.sentence;
    section.lines.push_back(joined({std::string(fileNameOf(file.path)), snapshotLine(snapshot)}));
    for (std::size_t i = 0; i < std::min(devices.size(), kDevicesOnPage); ++i) {
        const MemoryDevice& device = snapshot.devices[devices[i]];
        const MemoryDeviceFigures& figures = file.memory->devices[devices[i]];
        if (device.reserved.peak == 0 && device.active.peak == 0) {
            section.lines.push_back(joined({deviceLabel(device) + ": no memory", historyLine(snapshot, device)}));
            continue;
        }
        section.lines.push_back(peakLine(device));
        section.lines.push_back(endLine(figures));
        if (std::string unused = unusedLine(figures); !unused.empty())
            section.lines.push_back(std::move(unused));
        section.lines.push_back(historyLine(snapshot, device));
    }
    if (devices.size() > kDevicesOnPage)
        section.lines.push_back(
            fmt::format("and {} more", counted(devices.size() - kDevicesOnPage, "device", "devices")));
    return section;
}

std::vector<Section> oomSections(const ReportedFile& file, std::size_t most)
{
    Section section;
    std::size_t count = 0;
    for (const std::size_t index : shownDevices(*file.snapshot)) {
        for (const analysis::OomFigures& oom : file.memory->devices[index].ooms) {
            if (count++ < most)
                section.items.push_back({formatBytes(oom.requested), oom.verdict,
                    fmt::format("{}, {}", deviceLabel(file.snapshot->devices[index]), entryText(oom.entry)), ""});
        }
    }
    if (count == 0)
        return {};
    section.heading = "Out of memory";
    if (count > most)
        section.heading += fmt::format(" (the first {} of {})", most, formatCount(count));
    return {section};
}

bool hasFinding(const analysis::MemoryFigures& figures, std::string_view rule)
{
    const std::vector<analysis::Finding>& findings = figures.judgement.findings;
    return std::any_of(findings.begin(), findings.end(), [rule](const analysis::Finding& f) { return f.rule == rule; });
}

// The steps with the highest peaks, in order of time.
Table highestSteps(const MemoryDeviceFigures& figures, std::size_t rows)
{
    std::vector<std::size_t> order(figures.steps.size());
    std::iota(order.begin(), order.end(), std::size_t {0});
    std::stable_sort(order.begin(), order.end(),
        [&figures](std::size_t a, std::size_t b) { return figures.steps[a].peak > figures.steps[b].peak; });
    order.resize(std::min(order.size(), rows));
    std::sort(order.begin(), order.end());
    Table table = memoryStepTable(figures);
    std::vector<std::vector<Cell>> kept;
    kept.reserve(order.size());
    for (const std::size_t row : order)
        kept.push_back(std::move(table.rows[row]));
    table.rows = std::move(kept);
    return table;
}

std::vector<Section> stepSections(const MemoryDeviceFigures& figures, std::size_t rows)
{
    if (figures.steps.empty())
        return {};
    Section section;
    section.heading = counted(figures.steps.size(), "step", "steps");
    if (figures.growthPerStep && std::abs(*figures.growthPerStep) >= kWorthSaying)
        section.heading += fmt::format(", baseline {} a step", signedBytes(*figures.growthPerStep));
    if (figures.steps.size() > rows)
        section.heading += fmt::format(" (the {} with the highest peaks)", rows);
    section.table = highestSteps(figures, rows);
    return {section};
}

std::vector<Section> tableSection(std::string heading, Table table, std::size_t rows)
{
    if (table.rows.empty())
        return {};
    Section section;
    section.heading = std::move(heading);
    if (table.rows.size() > rows)
        section.heading += fmt::format(" (the first {} of {})", rows, formatCount(table.total));
    limitTable(table, rows);
    section.table = std::move(table);
    return {section};
}

// Of the device shown first.
std::vector<Section> deviceSections(const ReportedFile& file, bool page)
{
    const MemorySnapshot& snapshot = *file.snapshot;
    if (snapshot.devices.empty())
        return {};
    const MemoryDevice& device = snapshot.devices[snapshot.defaultDevice];
    const MemoryDeviceFigures& figures = file.memory->devices[snapshot.defaultDevice];
    const char* when = device.entryCount() > 0 ? "of the peak" : "in use at the end";
    std::vector<Section> out = tableSection(
        fmt::format("Who holds the {} {} on {}", formatBytes(device.active.peak), when, deviceLabel(device)),
        holderTable(snapshot, figures), page ? kHoldersOnPage : kRows);
    append(out, stepSections(figures, page ? kStepsOnPage : kRows));
    return out;
}

Section settingsSection(const model::SnapshotRecord& record)
{
    Section section;
    for (const auto& [key, value] : record.settings)
        section.lines.push_back(fmt::format("{}: {}", key, elideMiddle(value, 100)));
    if (!section.lines.empty())
        section.heading = "Allocator settings";
    return section;
}

} // namespace

std::string snapshotLine(const MemorySnapshot& snapshot)
{
    return joined({sizeText(snapshot.record.file), snapshot.record.container, recordedBy(snapshot.record)});
}

std::string whereInSnapshot(const MemorySnapshot& snapshot, const analysis::Finding& finding)
{
    if (finding.memory.empty())
        return {};
    const analysis::MemoryEvidence& evidence = finding.memory.front();
    std::string where
        = fmt::format("{}, {}", deviceLabel(snapshot.devices[evidence.device]), entryText(evidence.entryFrom));
    const std::uint64_t places = std::max<std::uint64_t>(finding.count, finding.memory.size());
    if (places > 1)
        where += fmt::format(" (and {} more)", formatCount(places - 1));
    return where;
}

std::vector<Section> snapshotPage(const ReportedFile& file)
{
    std::vector<Section> sections {headSection(file)};
    append(sections, findingSections({file}));
    if (!hasFinding(*file.memory, "memory.oom"))
        append(sections, oomSections(file, kRows));
    append(sections, checklistSections(file));
    append(sections, deviceSections(file, true));
    if (Section health = healthSection(file.snapshot->record.diagnostics, false); !health.lines.empty())
        sections.push_back(std::move(health));
    return sections;
}

std::vector<Section> snapshotDetails(const ReportedFile& file)
{
    std::vector<Section> details = checklistTable(file);
    append(details, oomSections(file, kRows));
    append(details, deviceSections(file, false));
    append(details, tableSection("Devices", memoryDeviceTable(*file.snapshot, *file.memory), kRows));
    details.push_back(healthSection(file.snapshot->record.diagnostics, false));
    details.push_back(settingsSection(file.snapshot->record));
    for (Section& section : details)
        section.folded = true;
    std::vector<Section> sections {headSection(file)};
    append(sections, findingSections({file}));
    append(sections, std::move(details));
    return sections;
}

std::vector<Section> snapshotInfo(const MemorySnapshot& snapshot, const std::string& path)
{
    const model::SnapshotRecord& record = snapshot.record;
    Section head;
    head.heading = std::string(fileNameOf(path));
    head.lines.push_back(snapshotLine(snapshot));
    head.lines.push_back(joined(
        {counted(record.devices.size(), "device", "devices"), counted(record.segments.size(), "segment", "segments"),
            counted(record.stacks.size(), "stack node", "stack nodes"),
            counted(record.stacks.frameCount(), "frame", "frames"),
            counted(record.annotations.size(), "annotation", "annotations")}));
    for (const std::size_t index : shownDevices(snapshot)) {
        const MemoryDevice& device = snapshot.devices[index];
        std::vector<std::string> actions;
        for (const auto& [action, count] : actionCounts(record, snapshot.entries(device)))
            actions.push_back(fmt::format("{} {}", action, formatCount(count)));
        head.lines.push_back(fmt::format("{}: {}", deviceLabel(device), historyLine(snapshot, device)));
        if (!actions.empty())
            head.lines.push_back(joined(actions));
    }
    std::vector<Section> sections {head, healthSection(record.diagnostics, true), settingsSection(record)};
    if (!record.unknownKeys.empty())
        sections.back().lines.push_back(fmt::format("unknown keys: {}", fmt::join(record.unknownKeys, ", ")));
    return sections;
}

} // namespace stepscope::exporting
