// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/missing.h"

#include "core/analysis/producer.h"
#include "core/analysis/recorded_stack.h"
#include "core/analysis/step_names.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace stepscope::analysis {
namespace {

struct Content
{
    std::array<std::uint64_t, 16> slicesOfKind {};
    std::size_t steps = 0;  // distinct step marks
    std::size_t cycles = 0; // of the profiler
    bool modules = false;
    bool shapes = false;
    bool stacks = false; // as frames, or within operators
    bool memory = false;

    [[nodiscard]] std::uint64_t of(model::EventKind kind) const { return slicesOfKind[static_cast<std::size_t>(kind)]; }
};

bool flagSet(const model::Trace& trace, std::string_view key)
{
    return std::any_of(trace.metadata.begin(), trace.metadata.end(),
        [key](const model::MetadataEntry& entry) { return entry.key == key && entry.json == "1"; });
}

bool hasShapes(const model::ArgValue& event)
{
    const model::ArgValue* args = event.find("args");
    return args != nullptr && (args->find("Input Dims") != nullptr || args->find("Input dims") != nullptr);
}

// What is not said at the top of the file is asked of the first few operators.
bool anyOperator(const model::Trace& trace, bool (*has)(const model::ArgValue& event))
{
    int asked = 0;
    for (std::size_t i = 0; trace.args && i < trace.slices.size() && asked < 8; ++i) {
        if (trace.kindOf(SliceId(i)) != model::EventKind::CpuOp)
            continue;
        ++asked;
        const Expected<model::ArgValue> event = trace.args->eventAt(trace.slices.offset(SliceId(i)));
        if (event && has(*event))
            return true;
    }
    return false;
}

bool anyName(const model::Trace& trace, std::string_view prefix)
{
    for (std::size_t i = 0; i < trace.names.size(); ++i) {
        if (trace.names.view(NameId(i)).substr(0, prefix.size()) == prefix)
            return true;
    }
    return false;
}

// Each cycle of a schedule leaves a span "PyTorch Profiler (0)"; other profilers leave spans of their own beside it.
std::size_t profilerCycles(const model::Trace& trace)
{
    constexpr std::string_view kSpan = "PyTorch Profiler";
    std::size_t cycles = 0;
    for (std::size_t i = 0; i < trace.slices.size(); ++i) {
        const SliceId id(i);
        if (trace.kindOf(id) == model::EventKind::ProfilerSpan && trace.nameOf(id).substr(0, kSpan.size()) == kSpan)
            ++cycles;
    }
    return cycles;
}

Content contentOf(const model::Trace& trace)
{
    Content content;
    std::vector<std::uint64_t> ofCategory(trace.categories.size(), 0);
    for (const std::uint16_t category : trace.slices.category)
        ++ofCategory[category];
    for (std::size_t i = 0; i < ofCategory.size(); ++i)
        content.slicesOfKind[static_cast<std::size_t>(trace.categories[i].kind)] += ofCategory[i];
    const std::vector<bool> steps = stepNames(trace);
    content.steps = static_cast<std::size_t>(std::count(steps.begin(), steps.end(), true));
    content.cycles = profilerCycles(trace);
    content.modules = anyName(trace, "nn.Module: ");
    content.memory = trace.names.find("[memory]").valid();
    content.shapes = flagSet(trace, "record_shapes") || anyOperator(trace, hasShapes);
    content.stacks = content.of(model::EventKind::PythonFunction) > 0
        || anyOperator(trace, [](const model::ArgValue& event) { return !recordedStack(event).empty(); });
    return content;
}

constexpr const char* kActivities = "activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]";

void addRecords(const model::Trace& trace, const Content& content, std::vector<MissingData>& missing)
{
    const bool gpu = trace.gpuWork.size() > 0;
    const bool launches = !trace.launches.launches.empty() || !trace.launches.withoutWork.empty();
    if (!gpu)
        missing.push_back({"GPU work", "every finding: busy and idle time, kernels, copies, communication",
            launches ? "check the recording for errors of CUPTI or roctracer: launches are there, their work is not"
                     : kActivities});
    if (content.of(model::EventKind::CpuOp) == 0)
        missing.push_back({"operators",
            "what the CPU did while the GPU waited (idle.host_dispatch, idle.input), and which operator launched a "
            "kernel "
            "or a sync (wall.short_kernels, sync.in_step, host.overhead, copy.redundant)",
            kActivities});
    if (gpu && !launches)
        missing.push_back({"launch calls",
            "why the GPU was idle (idle.*), launch delays, and which operator a kernel belongs to", kActivities});
}

void addSteps(const Content& content, std::vector<MissingData>& missing)
{
    if (content.steps == 0)
        missing.push_back({"step marks", "figures per training step (step.warm_up, step.outlier, step.throttled)",
            "call prof.step() at the end of each iteration"});
    else if (content.steps == 1)
        missing.push_back(
            {"a second step", "whether the step is like the others (step.warm_up, step.outlier, step.throttled)",
                "schedule(wait=1, warmup=2, active=3) and prof.step() at the end of each iteration"});
    if (content.cycles > 1)
        missing.push_back({"one recording without breaks",
            fmt::format("what happened between the {} cycles of the profiler: idle time there is that of the break",
                content.cycles),
            "repeat=1 in schedule(), or a file for each cycle: on_trace_ready=tensorboard_trace_handler(folder)"});
}

} // namespace

bool endsEarly(const Diagnostics& diagnostics)
{
    return diagnostics.count(DiagnosticKind::truncated_file) > 0
        || diagnostics.count(DiagnosticKind::damaged_compression) > 0;
}

std::vector<MissingData> missingData(const model::Trace& trace)
{
    std::vector<MissingData> missing;
    if (guessProducer(trace).kind != ProducerKind::PyTorch)
        return missing;
    const Content content = contentOf(trace);
    addRecords(trace, content, missing);
    addSteps(content, missing);
    if (!content.stacks)
        missing.push_back({"Python stacks",
            "the source line of a sync, a gap or an operator (sync.in_step, idle.input, idle.host_dispatch), time by "
            "module",
            "with_stack=True"});
    else if (!content.modules && content.of(model::EventKind::PythonFunction) > 0)
        missing.push_back({"nn.Module calls", "time by module", "with_modules=True and with_stack=True"});
    if (content.of(model::EventKind::CpuOp) > 0 && !content.shapes)
        missing.push_back(
            {"input shapes", "which shapes an operator ran with (kernel.shapes), FLOPs and the share of the GPU's peak",
                "record_shapes=True"});
    if (!content.memory)
        missing.push_back({"memory events", "memory over time, large temporaries", "profile_memory=True"});
    if (endsEarly(trace)) {
        for (MissingData& part : missing) // it may have been recorded all the same
            part.setting = "the file ends early: copy it again, this may be in the lost part; else " + part.setting;
    }
    return missing;
}

} // namespace stepscope::analysis
