// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/trace_tables.h"

#include "core/analysis/input_dims.h"
#include "core/analysis/python_lines.h"
#include "core/export/labels.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace stepscope::exporting {
namespace {

using analysis::TraceFigures;

Cell count(std::uint64_t value)
{
    return static_cast<std::int64_t>(value);
}

template <class T> Cell maybe(const std::optional<T>& value)
{
    return value ? Cell(*value) : Cell();
}

Cell nameCell(const model::Trace& trace, NameId name)
{
    return name.valid() ? Cell(std::string(trace.names.view(name))) : Cell();
}

Cell textCell(std::string text)
{
    return text.empty() ? Cell() : Cell(std::move(text));
}

Cell sinceStart(const model::Trace& trace, std::int64_t time)
{
    return time - trace.rangeStart;
}

Table start(const char* name, std::vector<TableColumn> columns)
{
    Table table;
    table.name = name;
    table.columns = std::move(columns);
    return table;
}

Table finished(Table table)
{
    table.total = table.rows.size();
    return table;
}

} // namespace

Table kernelTable(const model::Trace& trace, const TraceFigures& figures)
{
    Table table = start("kernels",
        {{"name", "", CellType::Text, true, false}, {"share", "share", CellType::Share, true, false},
            {"total_ns", "total", CellType::Duration, true, false}, {"calls", "calls", CellType::Count, true, false},
            {"timed_calls", "", CellType::Count, true, false}, {"avg_ns", "avg", CellType::Duration, true, false},
            {"min_ns", "", CellType::Duration, true, false}, {"p50_ns", "p50", CellType::Duration, true, false},
            {"p99_ns", "p99", CellType::Duration, true, false}, {"max_ns", "max", CellType::Duration, true, false},
            {"family", "family", CellType::Text, true, false}, {"tensor_core", "", CellType::Flag, true, false},
            {"short_name", "kernel", CellType::Text, true, true}, {"op", "launched by", CellType::Text, true, true}});
    for (const analysis::KernelRow& row : figures.kernels.rows) {
        const std::string_view name = trace.names.view(row.name);
        table.rows.push_back({std::string(name), row.share, row.totalNs, count(row.calls), count(row.timedCalls),
            maybe(row.avgNs), maybe(row.minNs), maybe(row.p50Ns), maybe(row.p99Ns), maybe(row.maxNs),
            std::string(analysis::familyName(row.family)), maybe(analysis::usesTensorCores(name, row.family)),
            analysis::shortKernelName(name), nameCell(trace, row.op)});
    }
    return finished(std::move(table));
}

Table familyTable(const TraceFigures& figures)
{
    Table table = start("families",
        {{"family", "family", CellType::Text, true, false}, {"share", "share", CellType::Share, true, false},
            {"total_ns", "total", CellType::Duration, true, false}, {"calls", "calls", CellType::Count, true, false}});
    std::map<analysis::KernelFamily, std::pair<std::int64_t, std::uint64_t>> sums;
    for (const analysis::KernelRow& row : figures.kernels.rows) {
        sums[row.family].first += row.totalNs;
        sums[row.family].second += row.calls;
    }
    const double all = std::max(1.0, static_cast<double>(figures.kernels.totalNs));
    for (const auto& [family, sum] : sums)
        table.rows.push_back({std::string(analysis::familyName(family)), static_cast<double>(sum.first) / all,
            sum.first, count(sum.second)});
    table.total = table.rows.size();
    (void)sortTable(table, "total_ns");
    return table;
}

Table operatorTable(const model::Trace& trace, const std::vector<analysis::OperatorRow>& rows)
{
    Table table = start("operators",
        {{"name", "operator", CellType::Text, true, true}, {"calls", "calls", CellType::Count, true, false},
            {"cpu_total_ns", "CPU total", CellType::Duration, true, false},
            {"cpu_self_ns", "CPU self", CellType::Duration, true, false},
            {"device_total_ns", "GPU total", CellType::Duration, true, false},
            {"device_self_ns", "GPU self", CellType::Duration, true, false},
            {"memory_bytes", "memory", CellType::Bytes, true, false},
            {"input_shapes", "input shapes", CellType::Text, true, true},
            {"stack", "called in", CellType::Text, true, true}});
    for (const analysis::OperatorRow& row : rows) {
        std::optional<std::string> shapes;
        if (row.shapes.valid())
            shapes = analysis::shapesText(trace.names.view(row.shapes));
        table.rows.push_back({std::string(trace.names.view(row.name)), count(row.calls), row.cpuTotalNs, row.cpuSelfNs,
            row.deviceTotalNs, row.deviceSelfNs, maybe(row.memoryBytes), maybe(shapes), nameCell(trace, row.stack)});
    }
    return finished(std::move(table));
}

namespace {

bool loadsData(const TraceFigures& figures)
{
    const std::vector<analysis::StepFigures>& steps = figures.steps.steps;
    return std::any_of(steps.begin(), steps.end(), [](const auto& step) { return step.dataLoadingNs > 0; });
}

} // namespace

Table stepTable(const model::Trace& trace, const TraceFigures& figures)
{
    Table table = start("steps",
        {{"number", "step", CellType::Count, true, false}, {"", "at", CellType::Duration, false, false},
            {"start_ns", "", CellType::Duration, true, false}, {"dur_ns", "CPU span", CellType::Duration, true, false},
            {"gpu_start_ns", "", CellType::Duration, true, false},
            {"gpu_dur_ns", "GPU span", CellType::Duration, true, false},
            {"gpu_busy_ns", "GPU busy", CellType::Duration, true, false},
            {"gpu_idle_ns", "GPU idle", CellType::Duration, true, false},
            {"kernels", "kernels", CellType::Count, true, false}, {"syncs", "syncs", CellType::Count, true, false},
            {"data_loading_ns", "data loading", CellType::Duration, true, false},
            {"", "remark", CellType::Text, false, false}, {"", "idle because of", CellType::Text, false, true},
            {"warm_up", "", CellType::Flag, true, false}, {"outlier", "", CellType::Flag, true, false}});
    for (std::size_t cause = 0; cause < analysis::kIdleCauses; ++cause)
        table.columns.push_back(
            {fmt::format("idle_{}_ns", analysis::idleCauseName(static_cast<analysis::IdleCause>(cause))), "",
                CellType::Duration, true, false});
    for (const std::uint32_t shown : figures.shownSteps) {
        const analysis::StepFigures& step = figures.steps.steps[shown];
        const std::optional<Interval>& gpu = step.span.gpu;
        const Cell remark = step.warmUp ? Cell(std::string("warm-up"))
            : step.outlier              ? Cell(std::string("outlier"))
                                        : Cell();
        std::optional<std::string> causes;
        if (step.idleByCause)
            causes = causesText(*step.idleByCause, 2);
        table.rows.push_back({step.span.number, sinceStart(trace, step.span.cpu.start), step.span.cpu.start,
            step.span.cpu.length(), gpu ? Cell(gpu->start) : Cell(), gpu ? Cell(gpu->length()) : Cell(),
            maybe(step.gpuBusyNs), maybe(step.gpuIdleNs), count(step.kernels), count(step.syncs), step.dataLoadingNs,
            remark, maybe(causes), step.warmUp, step.outlier});
        for (std::size_t cause = 0; cause < analysis::kIdleCauses; ++cause) {
            table.rows.back().emplace_back();
            if (step.idleByCause)
                table.rows.back().back() = (*step.idleByCause)[cause];
        }
    }
    const bool gpu = !figures.gpu.devices.empty();
    for (TableColumn& column : table.columns) {
        const bool loads = column.key != "data_loading_ns" || loadsData(figures);
        const bool counts = gpu || (column.key != "kernels" && column.key != "syncs");
        if (!loads || !counts)
            column.title.clear();
    }
    return finished(std::move(table));
}

Table gapTable(const model::Trace& trace, const TraceFigures& figures, const std::vector<std::uint32_t>& gaps)
{
    Table table = start("gaps",
        {{"device", "GPU", CellType::Count, true, false}, {"", "at", CellType::Duration, false, false},
            {"start_ns", "", CellType::Duration, true, false}, {"dur_ns", "idle", CellType::Duration, true, false},
            {"cause", "cause", CellType::Text, true, false}, {"activity", "meanwhile", CellType::Text, true, true},
            {"call", "in", CellType::Text, true, true}, {"thread", "thread", CellType::Text, true, true},
            {"launch_ns", "", CellType::Duration, true, false},
            {"", "launched before the end", CellType::Duration, false, false},
            {"kernel_after", "", CellType::Text, true, false}, {"", "ended by", CellType::Text, false, true}});
    for (const std::uint32_t index : gaps) {
        const analysis::DeviceGap& gap = figures.idle.causes.gaps[index];
        const std::string name(gap.workAfter.valid() ? trace.nameOf(gap.workAfter) : std::string_view());
        const bool linked = gap.launch.valid();
        const std::int64_t launch = linked ? trace.slices.start[gap.launch.index()] : 0;
        const analysis::GapPart* part = figures.idle.causes.mainPart(gap);
        const SliceId activity = part != nullptr ? part->activity : SliceId();
        const SliceId call = part != nullptr ? part->call : SliceId();
        table.rows.push_back({std::int64_t {figures.gpu.devices[gap.device].device}, sinceStart(trace, gap.span.start),
            gap.span.start, gap.span.length(), std::string(analysis::idleCauseName(gap.cause)),
            activity.valid() ? Cell(std::string(trace.nameOf(activity))) : Cell(),
            call.valid() ? Cell(std::string(trace.nameOf(call))) : Cell(),
            part != nullptr && part->thread.valid() ? Cell(rowLabel(trace, part->thread)) : Cell(),
            linked ? Cell(launch) : Cell(), linked ? Cell(Interval {launch, gap.span.end}.length()) : Cell(),
            name.empty() ? Cell() : Cell(name), name.empty() ? Cell() : Cell(analysis::shortKernelName(name))});
    }
    table.total = figures.idle.gapCount;
    return table;
}

std::vector<analysis::SyncMarker> syncsByBlocked(const TraceFigures& figures)
{
    std::vector<analysis::SyncMarker> markers = figures.syncs;
    std::stable_sort(markers.begin(), markers.end(),
        [](const analysis::SyncMarker& a, const analysis::SyncMarker& b) { return a.blockedNs() > b.blockedNs(); });
    return markers;
}

Table syncTable(const model::Trace& trace, const TraceFigures& figures)
{
    Table table = start("syncs",
        {{"name", "call", CellType::Text, true, true}, {"kind", "", CellType::Text, true, false},
            {"thread", "thread", CellType::Text, true, true}, {"", "at", CellType::Duration, false, false},
            {"start_ns", "", CellType::Duration, true, false}, {"dur_ns", "blocked", CellType::Duration, true, false},
            {"idle_after_ns", "GPU idle after", CellType::Duration, true, false},
            {"step", "step", CellType::Count, true, false}, {"at_step_end", "at step end", CellType::Flag, true, false},
            {"op", "operator", CellType::Text, true, true}, {"python", "Python", CellType::Text, true, true}});
    analysis::PythonLines lines(trace);
    for (const analysis::SyncMarker& marker : syncsByBlocked(figures)) {
        const bool inStep = marker.step != analysis::StepIndex::kNone;
        table.rows.push_back({std::string(trace.nameOf(marker.slice)), std::string(analysis::syncKindName(marker.kind)),
            rowLabel(trace, marker.track), sinceStart(trace, marker.start()), marker.start(), marker.blockedNs(),
            maybe(marker.idleAfterNs), inStep ? Cell(figures.stepIndex.steps[marker.step].number) : Cell(),
            maybe(marker.atStepEnd), nameCell(trace, marker.op), textCell(lines.of(marker.slice))});
    }
    return finished(std::move(table));
}

Table streamTable(const model::Trace& trace, const TraceFigures& figures)
{
    Table table = start("streams",
        {{"name", "stream", CellType::Text, true, true}, {"events", "events", CellType::Count, true, false},
            {"busy_ns", "busy", CellType::Duration, true, false},
            {"", "of the GPU's window", CellType::Share, false, false},
            {"gap_count", "gaps", CellType::Count, true, false}});
    for (const analysis::DeviceUse& device : figures.gpu.devices) {
        const std::int64_t window = device.window.length();
        for (const analysis::StreamUse& stream : device.streams) {
            std::string label = rowLabel(trace, stream.track);
            if (figures.gpu.devices.size() > 1)
                label.insert(0, fmt::format("GPU {} ", device.device));
            Cell share;
            if (window > 0)
                share = static_cast<double>(stream.busyNs) / static_cast<double>(window);
            table.rows.push_back({label, count(stream.events), stream.busyNs, share, count(stream.gapCount)});
        }
    }
    return finished(std::move(table));
}

Table copyTable(const TraceFigures& figures)
{
    Table table = start("copies",
        {{"direction", "copies", CellType::Text, true, false}, {"memory", "memory", CellType::Text, true, false},
            {"count", "count", CellType::Count, true, false}, {"bytes", "bytes", CellType::Bytes, true, false},
            {"total_ns", "total", CellType::Duration, true, false},
            {"bandwidth_gb_s", "GB/s", CellType::Bandwidth, true, false}});
    for (const analysis::CopyRow& row : figures.copies) {
        const Cell bytes = row.bytes ? count(*row.bytes) : Cell();
        table.rows.push_back({row.what.direction, std::string(analysis::copyMemoryName(row.what.memory)),
            count(row.count), bytes, row.totalNs, maybe(row.bandwidthGbS)});
    }
    return finished(std::move(table));
}

Table moduleTable(const TraceFigures& figures)
{
    Table table = start("modules",
        {{"path", "module", CellType::Text, true, true}, {"calls", "calls", CellType::Count, true, false},
            {"cpu_total_ns", "CPU total", CellType::Duration, true, false},
            {"device_total_ns", "GPU total", CellType::Duration, true, false},
            {"device_self_ns", "GPU self", CellType::Duration, true, false}});
    for (const analysis::ModuleRow& row : figures.modules)
        table.rows.push_back({row.path, count(row.calls), row.cpuTotalNs, row.deviceTotalNs, row.deviceSelfNs});
    return finished(std::move(table));
}

Table pythonTable(const model::Trace& trace, const std::vector<analysis::PythonRow>& rows)
{
    Table table = start("python",
        {{"name", "function", CellType::Text, true, true}, {"self_ns", "self", CellType::Duration, true, false},
            {"total_ns", "total", CellType::Duration, true, false}, {"calls", "calls", CellType::Count, true, false}});
    for (const analysis::PythonRow& row : rows)
        table.rows.push_back({nameCell(trace, row.name), row.selfNs, row.totalNs, count(row.calls)});
    return finished(std::move(table));
}

} // namespace stepscope::exporting
