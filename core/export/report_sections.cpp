// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/report_sections.h"

#include "core/analysis/sums.h"
#include "core/export/labels.h"
#include "core/export/report_categories.h"
#include "core/export/report_findings.h"
#include "core/export/report_memory.h"
#include "core/export/report_words.h"
#include "core/export/trace_tables.h"
#include "core/util/time.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace stepscope::exporting {
namespace {

using analysis::TraceFigures;
using model::Trace;

// Of the page that is read at once, and of the details below it.
constexpr std::size_t kDevicesOnPage = 4;
constexpr std::size_t kStepsOnPage = 4;
constexpr std::size_t kKernelsOnPage = 3;
constexpr std::size_t kFamilies = 4;
constexpr std::size_t kOperatorsOnPage = 8;
constexpr std::size_t kSteps = 30;
constexpr std::size_t kStreams = 8;
constexpr std::size_t kKernels = 12;
constexpr std::size_t kOperators = 12;

std::string copiedText(const analysis::DeviceUse& device)
{
    return device.copyNs > 0 ? "copies and sets " + formatDuration(device.copyNs) : std::string();
}

std::string commText(const analysis::DeviceUse& device)
{
    if (device.commNs <= 0)
        return {};
    const std::string exposed = device.exposedCommNs > 0
        ? formatDuration(device.exposedCommNs) + " of it not hidden by compute"
        : std::string("all of it hidden by compute");
    return fmt::format("communication {}, {}", formatDuration(device.commNs), exposed);
}

std::string deviceLine(const Trace& trace, const analysis::DeviceUse& device)
{
    const std::int64_t window = device.window.length();
    return joined({fmt::format("{}: busy {} ({}) of {}", deviceLabel(trace, device), formatDuration(device.busyNs),
                       shareOf(device.busyNs, window), formatDuration(window)),
        "compute " + formatDuration(device.computeNs), commText(device), copiedText(device)});
}

std::string gapLine(const analysis::DeviceUse& device)
{
    const auto longest = std::max_element(
        device.gaps.begin(), device.gaps.end(), [](Interval a, Interval b) { return a.length() < b.length(); });
    if (longest == device.gaps.end())
        return {};
    return fmt::format("GPU {}: idle {} in {}, longest {}", device.device, formatDuration(device.idleNs),
        counted(device.gaps.size(), "gap", "gaps"), formatDuration(longest->length()));
}

std::string stepsText(const TraceFigures& figures)
{
    const std::size_t count = figures.shownSteps.size();
    if (count == 0)
        return "no step marks";
    std::string text = counted(count, "step", "steps");
    if (figures.steps.medianNs && count > 1)
        text += fmt::format(", median {}", formatDuration(*figures.steps.medianNs));
    return text;
}

std::string rateText(const std::optional<double>& rate, std::string_view unit)
{
    if (!rate)
        return {};
    constexpr double kWhole = 1000; // from here on no decimals, and digits in groups
    if (*rate >= kWhole && *rate < 1e18)
        return fmt::format("{} {}", formatCount(static_cast<std::uint64_t>(*rate)), unit);
    return fmt::format("{:.3g} {}", *rate, unit);
}

// Only with numbers that the user gave.
std::string throughputLine(const analysis::Throughput& rates)
{
    return joined({rateText(rates.stepsPerS, "steps/s"), rateText(rates.tokensPerS, "tokens/s"),
        rateText(rates.samplesPerS, "samples/s"),
        rates.mfu ? fmt::format("MFU {} ({})", formatPercent(*rates.mfu),
            *rates.mfu <= 1 ? "estimated" : "more than the peak: check the numbers given")
                  : ""});
}

// What file this is, and how busy its GPUs are.
Section headSection(const ReportedFile& file)
{
    const Trace& trace = *file.trace;
    const TraceFigures& figures = *file.figures;
    Section section;
    section.sentence = figures.judgement.verdict.sentence;
    section.lines.push_back(joined({std::string(fileNameOf(file.path)), fileLine(file)}));
    section.lines.push_back(joined({formatDuration(figures.range.length()), stepsText(figures),
        counted(figures.counts.slices, "slice", "slices"), counted(figures.counts.cpuRows, "CPU thread", "CPU threads"),
        figures.counts.gpuStreams > 0 ? counted(figures.counts.gpuStreams, "GPU stream", "GPU streams") : ""}));
    if (const std::string rates = throughputLine(figures.throughput); !rates.empty())
        section.lines.push_back(rates);
    const std::vector<analysis::DeviceUse>& devices = figures.gpu.devices;
    for (std::size_t d = 0; d < std::min(devices.size(), kDevicesOnPage); ++d)
        section.lines.push_back(deviceLine(trace, devices[d]));
    if (devices.size() > kDevicesOnPage)
        section.lines.push_back(fmt::format("and {} more", counted(devices.size() - kDevicesOnPage, "GPU", "GPUs")));
    if (figures.idle.totalNs > 0)
        section.lines.push_back(fmt::format("idle {} in {}: {}", formatDuration(figures.idle.totalNs),
            counted(figures.idle.gapCount, "gap", "gaps"),
            causesText(figures.idle.causes.total, analysis::kIdleCauses)));
    return section;
}

std::string withoutWorkText(std::uint64_t launches)
{
    return launches == 1 ? "1 launch has no work in the file"
                         : formatCount(launches) + " launches have no work in the file";
}

std::vector<Section> gpuSections(const Trace& trace, const TraceFigures& figures)
{
    if (figures.gpu.devices.empty())
        return {};
    Section section;
    section.heading = "GPU";
    for (const analysis::DeviceUse& device : figures.gpu.devices) {
        const std::string line = gapLine(device);
        if (!line.empty())
            section.lines.push_back(line);
    }
    if (figures.idle.edgeNs > 0 && figures.launches.withoutGpuWork > 0)
        section.lines.push_back(fmt::format("{} before the first and after the last GPU work do not count as idle: {}",
            formatDuration(figures.idle.edgeNs), withoutWorkText(figures.launches.withoutGpuWork)));
    Table streams = streamTable(trace, figures);
    (void)sortTable(streams, "busy_ns");
    limitTable(streams, kStreams);
    section.table = std::move(streams);
    return {section};
}

// The rows of the longest steps, in order of time.
void keepLongest(Table& steps, const TraceFigures& figures, std::size_t rows)
{
    if (steps.rows.size() <= rows)
        return;
    const auto lengthOf = [&](std::size_t row) {
        const analysis::StepSpan& span = figures.steps.steps[figures.shownSteps[row]].span;
        return span.gpu.value_or(span.cpu).length();
    };
    std::vector<std::size_t> order(steps.rows.size());
    std::iota(order.begin(), order.end(), std::size_t {0});
    std::stable_sort(
        order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return lengthOf(a) > lengthOf(b); });
    order.resize(rows);
    std::sort(order.begin(), order.end());
    std::vector<std::vector<Cell>> kept;
    kept.reserve(order.size());
    for (const std::size_t row : order)
        kept.push_back(std::move(steps.rows[row]));
    steps.rows = std::move(kept);
}

void hideColumns(Table& table, std::initializer_list<std::string_view> keys)
{
    for (TableColumn& column : table.columns) {
        if (std::find(keys.begin(), keys.end(), column.key) != keys.end())
            column.title.clear();
    }
}

std::vector<Section> stepSections(const Trace& trace, const TraceFigures& figures, bool page)
{
    if (figures.shownSteps.empty())
        return {};
    Table steps = stepTable(trace, figures);
    const std::size_t rows = page ? kStepsOnPage : kSteps;
    Section section;
    section.heading = "Steps";
    if (steps.total > rows)
        section.heading += fmt::format(" (the {} longest of {})", rows, formatCount(steps.total));
    keepLongest(steps, figures, rows);
    if (page && !figures.gpu.devices.empty()) // the steps command shows all
        hideColumns(steps, {"dur_ns", "gpu_busy_ns", "kernels", "data_loading_ns"});
    section.table = std::move(steps);
    return {section};
}

std::string launchText(const analysis::LaunchStats& launches)
{
    std::string text = counted(launches.count, "launch", "launches");
    if (launches.withoutGpuWork > 0)
        text += fmt::format(", {} without GPU work in the file", formatCount(launches.withoutGpuWork));
    if (launches.delayMedianNs)
        text += fmt::format("; GPU work starts {} after its launch (median; 99 % within {})",
            formatDuration(*launches.delayMedianNs), formatDuration(launches.delayP99Ns.value_or(0)));
    if (launches.negative > 0)
        text += fmt::format("; {} before it: the clocks differ", formatCount(launches.negative));
    return text;
}

std::string syncText(const Trace& trace, const TraceFigures& figures)
{
    std::int64_t total = 0;
    const analysis::SyncMarker* longest = nullptr;
    for (const analysis::SyncMarker& marker : figures.syncs) {
        analysis::addTo(total, marker.blockedNs());
        if (longest == nullptr || marker.blockedNs() > longest->blockedNs())
            longest = &marker;
    }
    if (longest == nullptr)
        return {};
    std::string text;
    if (figures.syncs.size() == 1)
        text = fmt::format(
            "the CPU waits for the GPU once: {} in {}", formatDuration(total), trace.nameOf(longest->slice));
    else
        text = fmt::format("the CPU waits for the GPU {} times, {} in all; longest {} in {}",
            formatCount(figures.syncs.size()), formatDuration(total), formatDuration(longest->blockedNs()),
            trace.nameOf(longest->slice));
    if (longest->op.valid())
        text += fmt::format(" under {}", trace.names.view(longest->op));
    return text;
}

std::vector<Section> hostSections(const Trace& trace, const TraceFigures& figures)
{
    Section section;
    section.heading = "Launches, syncs, copies";
    if (figures.launches.count > 0)
        section.lines.push_back(launchText(figures.launches));
    const std::string syncs = syncText(trace, figures);
    if (!syncs.empty())
        section.lines.push_back(syncs);
    if (!figures.copies.empty())
        section.table = copyTable(figures);
    if (section.lines.empty() && !section.table)
        return {};
    return {section};
}

std::vector<Section> kernelSections(const Trace& trace, const TraceFigures& figures, bool page)
{
    if (figures.kernels.rows.empty())
        return {};
    std::vector<std::string> families;
    Table byFamily = familyTable(figures);
    limitTable(byFamily, kFamilies);
    for (const std::vector<Cell>& row : byFamily.rows)
        families.push_back(
            fmt::format("{} {}", std::get<std::string>(row[0]), formatPercent(std::get<double>(row[1]))));
    Table kernels = kernelTable(trace, figures);
    Section section;
    section.heading = fmt::format("{}, {}: {}", counted(figures.kernels.calls, "kernel", "kernels"),
        formatDuration(figures.kernels.totalNs), fmt::join(families, ", "));
    limitTable(kernels, page ? kKernelsOnPage : kKernels);
    hideColumns(kernels, {"family", "p50_ns", "p99_ns"}); // the kernels command shows them
    if (page)
        hideColumns(kernels, {"max_ns"});
    section.table = std::move(kernels);
    return {section};
}

std::vector<Section> operatorSections(const Trace& trace, const TraceFigures& figures, std::size_t rows)
{
    if (figures.operators.empty())
        return {};
    Table operators = operatorTable(trace, figures.operators);
    const bool gpu = !figures.gpu.devices.empty();
    (void)sortTable(operators, gpu ? "device_self_ns" : "cpu_self_ns");
    Section section;
    section.heading = fmt::format("{}, by own {} time",
        counted(operators.total, "operator or annotation", "operators and annotations"), gpu ? "GPU" : "CPU");
    limitTable(operators, rows);
    hideColumns(operators, {"memory_bytes"});
    if (!gpu)
        hideColumns(operators, {"device_total_ns", "device_self_ns"});
    section.table = std::move(operators);
    return {section};
}

// "Not recorded: Python stacks (with_stack=True), …": what to turn on next time.
std::vector<Section> missingSections(const TraceFigures& figures, bool page)
{
    if (figures.missing.empty())
        return {};
    Section section;
    std::vector<std::string> parts;
    for (const analysis::MissingData& missing : figures.missing) {
        parts.push_back(fmt::format("{} ({})", missing.what, missing.setting));
        section.lines.push_back(
            fmt::format("{} → {}; without them: {}", missing.what, missing.setting, missing.prevents));
    }
    if (page) {
        section.lines.clear();
        section.sentence = fmt::format("Not recorded: {}", joined(parts));
    } else {
        section.heading = "Not recorded";
    }
    return {section};
}

} // namespace

std::vector<Section> reportPage(const ReportedFile& file)
{
    if (file.snapshot && file.memory)
        return snapshotPage(file);
    if (file.timeline && file.categories)
        return timelinePage(file);
    if (!file.trace || !file.figures)
        return {refusedSection(file)};
    const Trace& trace = *file.trace;
    const TraceFigures& figures = *file.figures;
    std::vector<Section> sections {headSection(file)};
    append(sections, findingSections({file}));
    append(sections, checklistSections(file));
    append(sections, stepSections(trace, figures, true));
    append(sections, kernelSections(trace, figures, true));
    if (figures.gpu.devices.empty())
        append(sections, operatorSections(trace, figures, kOperatorsOnPage));
    if (Section health = healthSection(trace.diagnostics, false); !health.lines.empty())
        sections.push_back(std::move(health));
    append(sections, missingSections(figures, true));
    return sections;
}

std::vector<Section> reportDetails(const ReportedFile& file)
{
    if (file.snapshot && file.memory)
        return snapshotDetails(file);
    if (file.timeline && file.categories)
        return timelinePage(file);
    if (!file.trace || !file.figures)
        return {refusedSection(file)};
    const Trace& trace = *file.trace;
    const TraceFigures& figures = *file.figures;
    std::vector<Section> details = checklistTable(file);
    append(details, stepSections(trace, figures, false));
    append(details, gpuSections(trace, figures));
    append(details, hostSections(trace, figures));
    append(details, kernelSections(trace, figures, false));
    append(details, operatorSections(trace, figures, kOperators));
    details.push_back(healthSection(trace.diagnostics, false));
    append(details, missingSections(figures, false));
    for (Section& section : details)
        section.folded = true;
    std::vector<Section> sections {headSection(file)};
    append(sections, findingSections({file}));
    append(sections, std::move(details));
    return sections;
}

} // namespace stepscope::exporting
