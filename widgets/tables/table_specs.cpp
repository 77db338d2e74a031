// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/table_specs.h"

#include <array>

namespace stepscope::widgets {

namespace {

constexpr ShownColumn kSteps[] = {
    {"number", "Step", "Number of the ProfilerStep"},
    {"at", "Start", "From the start of the trace"},
    {"dur_ns", "CPU span", "Length of the step on the CPU"},
    {"gpu_dur_ns", "GPU span", "From the end of the GPU work before to the end of the step's own"},
    {"gpu_busy_ns", "GPU busy", "Any stream at work inside the GPU span, summed over the devices"},
    {"gpu_idle_ns", "GPU idle", "Rest of the GPU span", ColumnLook::Bar},
    {"kernels", "Kernels", "Launched in the step", ColumnLook::Plain, nullptr, true},
    {"syncs", "Syncs", "Calls that make the CPU wait for the GPU", ColumnLook::Plain, nullptr, true},
    {"data_loading_ns", "Data loading", "Time in the DataLoader on the step's thread"},
    {"remark", "Remark", "Warm-up, or longer than 1.3 × the median"},
    {"idle because of", "Idle because of", "The largest causes of the idle time"},
};
constexpr ShownColumn kOperators[] = {
    {"name", "Operator", "Operators and record_function labels by name", ColumnLook::Mono},
    {"calls", "Calls", "Also those cut by the range"},
    {"cpu_total_ns", "CPU total", "Summed duration, children included", ColumnLook::Bar},
    {"cpu_self_ns", "CPU self", "Without the direct children"},
    {"device_total_ns", "GPU total", "GPU work launched inside, children included", ColumnLook::Bar, nullptr, true},
    {"device_self_ns", "GPU self", "GPU work that no other operator inside launched", ColumnLook::Plain, nullptr, true},
};
constexpr ShownColumn kModules[] = {
    {"path", "Module", "nn.Module calls inside each other", ColumnLook::Tree},
    {"calls", "Calls", "Also those cut by the range"},
    {"cpu_total_ns", "CPU total", "Summed duration of the calls", ColumnLook::Bar},
    {"device_total_ns", "GPU total", "GPU work launched inside (forward only)", ColumnLook::Bar, nullptr, true},
    {"device_self_ns", "GPU self", "GPU work that no module further inside launched", ColumnLook::Plain, nullptr, true},
};
constexpr ShownColumn kKernels[] = {
    {"short_name", "Kernel", "Kernels by name", ColumnLook::Kernel, "name"},
    {"share", "Share", "Of the time of all kernels", ColumnLook::Bar},
    {"total_ns", "Total", "Summed duration"},
    {"calls", "Calls", "Also those cut by the range"},
    {"avg_ns", "Average", "Of the calls whose duration can be trusted"},
    {"p50_ns", "Median", "Half of the calls are at most as long"},
    {"p99_ns", "99 %", "99 of 100 calls are at most as long"},
    {"max_ns", "Longest", "Double click leads to it"},
    {"family", "Family", "Told from the name"},
    {"op", "Launched by", "The operator that launched most of it", ColumnLook::Mono},
};
constexpr ShownColumn kGaps[] = {
    {"device", "GPU", "Number of the device"},
    {"at", "Start", "From the start of the trace"},
    {"dur_ns", "Idle", "Nothing on any stream of the device, or on the stream that is named", ColumnLook::Bar},
    {"idle_row", "What",
        "GPU: nothing runs on it. A stream: it stands still while the GPU only communicates, which is no idle time of "
        "the GPU"},
    {"cause", "Cause", "Of the largest part", ColumnLook::Cause},
    {"activity", "Meanwhile", "What the launching thread did, or what was waited for", ColumnLook::Mono},
    {"thread", "Thread", "The one that launched the work after the gap"},
    {"launched before the end", "Launch before end", "From the launch call to the end of the gap"},
    {"ended by", "Ended by", "The work after the gap", ColumnLook::Kernel, "kernel_after"},
};
constexpr ShownColumn kSyncs[] = {
    {"name", "Call", "The call that blocks", ColumnLook::Mono},
    {"at", "Start", "From the start of the trace"},
    {"dur_ns", "Blocked", "How long the CPU waited", ColumnLook::Bar},
    {"idle_after_ns", "GPU idle after", "Until the first work launched afterwards", ColumnLook::Bar},
    {"step", "Step", "Number of the ProfilerStep"},
    {"at_step_end", "At step end", "Nothing is launched between it and the end of the step"},
    {"op", "Operator", "Around the call", ColumnLook::Mono},
    {"python", "Python", "Frame of your code around the call", ColumnLook::Mono},
    {"thread", "Thread", "The one that waits"},
};
constexpr ShownColumn kCopies[] = {
    {"direction", "Direction", "H: host memory, D: device memory"},
    {"memory", "Host memory", "Pageable memory cannot be copied in the background"},
    {"count", "Copies", "Also those cut by the range"},
    {"bytes", "Bytes", "Of the copies that recorded them"},
    {"total_ns", "Total", "Summed duration", ColumnLook::Bar},
    {"bandwidth_gb_s", "Bandwidth", "Bytes ÷ duration"},
};
constexpr ShownColumn kPython[] = {
    {"name", "Function", "Python frames by name", ColumnLook::Mono},
    {"self_ns", "Self", "Without calls of other frames, operators and runtime", ColumnLook::Bar},
    {"total_ns", "Total", "With all it calls; recursion counts once"},
    {"calls", "Calls", "Also those cut by the range"},
};

const QString kGpuSetting = QStringLiteral("activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]");

QString notRecorded(TableKind kind)
{
    switch (kind) {
    case TableKind::Steps:
        return QStringLiteral("No steps are marked in this trace. Call prof.step() at the end of each training step.");
    case TableKind::Operators:
        return QStringLiteral("No operators were recorded. Profile with activities=[ProfilerActivity.CPU, …].");
    case TableKind::Modules:
        return QStringLiteral("No nn.Module calls were recorded. Profile with with_stack=True.");
    case TableKind::Python:
        return QStringLiteral(
            "No Python frames were recorded as events: profile with with_stack=True. Profilers before torch "
            "1.12 kept stacks within operators, without times: select one to see them.");
    case TableKind::Kernels:
        return QStringLiteral("No kernels were recorded. Profile with %1.").arg(kGpuSetting);
    case TableKind::Gaps:
        return QStringLiteral("No GPU work was recorded, so nothing is known of idle time. Profile with %1.")
            .arg(kGpuSetting);
    case TableKind::Syncs:
        return QStringLiteral("Nothing in this trace makes the CPU wait for the GPU.");
    case TableKind::Copies:
        return QStringLiteral("No copies were recorded.");
    }
    return {};
}

} // namespace

const TableSpec& tableSpec(TableKind kind)
{
    static constexpr std::array<TableSpec, kTableKinds> kSpecs {{{kSteps, "number", false},
        {kOperators, "cpu_total_ns", true}, {kModules, nullptr, false}, {kKernels, "total_ns", true},
        {kGaps, "dur_ns", true}, {kSyncs, "dur_ns", true}, {kCopies, "total_ns", true}, {kPython, "self_ns", true}}};
    return kSpecs[static_cast<std::size_t>(kind)];
}

QString emptyTableText(TableKind kind, const analysis::TraceFigures& figures)
{
    if (!figures.window.whole)
        return QStringLiteral("There is nothing of this kind in the step or range that is looked at.");
    if (kind == TableKind::Gaps && !figures.gpu.devices.empty())
        return QStringLiteral("The GPU was never idle.");
    return notRecorded(kind);
}

} // namespace stepscope::widgets
