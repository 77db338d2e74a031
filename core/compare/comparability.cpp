// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/comparability.h"

#include "core/analysis/producer.h"
#include "core/compare/shape_difference.h"
#include "core/compare/step_warnings.h"
#include "core/util/time.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace stepscope::compare {
namespace {

const std::string kNotRecorded = "not recorded";
using Values = std::array<std::string, 2>; // empty: not recorded

class Warnings
{
public:
    // A warning where the values differ and at least one is known.
    void add(const char* what, const Values& values, const char* effect, bool severe)
    {
        if (values[kBefore] == values[kAfter])
            return;
        const bool bothKnown = !values[kBefore].empty() && !values[kAfter].empty();
        const auto textOf = [&](std::size_t side) { return values[side].empty() ? kNotRecorded : values[side]; };
        m_out.push_back({what, textOf(kBefore), textOf(kAfter), effect, severe && bothKnown});
    }
    void add(Warning warning) { m_out.push_back(std::move(warning)); }
    std::vector<Warning> take()
    {
        std::stable_sort(
            m_out.begin(), m_out.end(), [](const Warning& a, const Warning& b) { return a.severe && !b.severe; });
        return std::move(m_out);
    }

private:
    std::vector<Warning> m_out;
};

template <class F> Values ofBoth(const Runs& runs, const F& f)
{
    return {f(runs[kBefore]), f(runs[kAfter])};
}

// Of the devices that worked; of all where the file describes none of these (its ids may be those of another
// numbering).
std::string gpuNames(const Run& run)
{
    std::set<std::string> used;
    std::set<std::string> all;
    for (const model::DeviceInfo& info : run.trace->devices) {
        all.insert(info.name);
        for (const analysis::DeviceUse& device : run.figures->gpu.devices) {
            if (info.id == device.device)
                used.insert(info.name);
        }
    }
    return fmt::format("{}", fmt::join(used.empty() ? all : used, ", "));
}

std::string gpuCount(const Run& run)
{
    return fmt::format("{}", run.figures->gpu.devices.size());
}

// CUDA writes 12040 for 12.4.
std::string cudaVersion(const std::string& text)
{
    if (text.size() != 5 || text.find_first_not_of("0123456789") != std::string::npos)
        return text;
    const int number = std::stoi(text);
    return fmt::format("CUDA {}.{}", number / 1000, number % 1000 / 10);
}

// HIP writes 60443483 for 6.4.43483.
std::string hipVersion(const std::string& text)
{
    if (text.size() != 8 || text.find_first_not_of("0123456789") != std::string::npos)
        return "HIP " + text;
    const int number = std::stoi(text);
    return fmt::format("HIP {}.{}.{}", number / 10'000'000, number / 100'000 % 100, number % 100'000);
}

std::string runtimeOf(const Run& run)
{
    if (const std::string cuda = analysis::metadataValue(*run.trace, "cuda_runtime_version");
        !cuda.empty() && cuda != "0")
        return cudaVersion(cuda);
    const std::string hip = analysis::metadataValue(*run.trace, "hip_runtime_version");
    return hip.empty() || hip == "0" ? std::string() : hipVersion(hip);
}

std::string driverOf(const Run& run)
{
    const std::string cuda = analysis::metadataValue(*run.trace, "cuda_driver_version");
    return cuda.empty() || cuda == "0" ? std::string() : cudaVersion(cuda);
}

std::string writerOf(const Run& run)
{
    if (const std::string version = analysis::metadataValue(*run.trace, "torch_version"); !version.empty())
        return "torch " + version;
    const analysis::Producer producer = analysis::guessProducer(*run.trace);
    return producer.era.empty() ? producer.name : fmt::format("{} (torch {})", producer.name, producer.era);
}

// What of BF16 or FP16 and TF32 the matrix kernels show; empty: no matrix kernels, or their names do not tell.
std::string precisionOf(const Run& run)
{
    bool told = false;
    std::vector<std::string> seen;
    for (const analysis::ChecklistItem& item : run.figures->judgement.checklist) {
        const std::size_t end = item.check.find(" matrix kernels");
        if (end == std::string::npos || item.state == analysis::CheckState::CannotTell)
            continue;
        told = true;
        if (item.state == analysis::CheckState::Seen)
            seen.push_back(item.check.substr(0, end));
    }
    if (!told)
        return {};
    return seen.empty() ? std::string("FP32") : fmt::format("{}", fmt::join(seen, " and "));
}

bool lacks(const Run& run, std::string_view what)
{
    const auto& missing = run.figures->missing;
    return std::any_of(
        missing.begin(), missing.end(), [what](const analysis::MissingData& one) { return one.what == what; });
}

// Of other writers' files nobody knows what was not recorded (missing.h).
bool hasSettings(const Run& run)
{
    return analysis::guessProducer(*run.trace).kind == analysis::ProducerKind::PyTorch;
}

void addSettings(const Runs& runs, Warnings& out)
{
    if (!hasSettings(runs[kBefore]) || !hasSettings(runs[kAfter]))
        return;
    struct Setting
    {
        const char* what; // as missing.h calls it
        const char* effect;
        bool severe;
    };
    constexpr std::array<Setting, 6> kSettings {{
        {"GPU work", "GPU time cannot be compared, only the CPU's", true},
        {"operators", "what the CPU did can be told for one run only", true},
        {"launch calls", "why the GPU waited can be told for one run only", true},
        {"Python stacks",
            "recording stacks slows the CPU down: launches, operators and idle time of that run look longer", true},
        {"input shapes",
            "recording shapes slows operators down a little, and whether the work is the same is not known", true},
        {"memory events", "recording memory slows operators down a little", false},
    }};
    for (const Setting& setting : kSettings) {
        const Values values = ofBoth(
            runs, [&](const Run& run) { return std::string(lacks(run, setting.what) ? "not recorded" : "recorded"); });
        out.add(setting.what, values, setting.effect, setting.severe);
    }
}

std::string damageOf(const Diagnostics& diagnostics)
{
    if (diagnostics.count(DiagnosticKind::truncated_file) > 0)
        return "cut off";
    if (diagnostics.count(DiagnosticKind::damaged_compression) > 0)
        return "damaged compression";
    if (const std::uint64_t damaged = diagnostics.count(DiagnosticKind::damaged_event); damaged > 0)
        return fmt::format("{} damaged events", formatCount(damaged));
    if (diagnostics.count(DiagnosticKind::history_overflow) > 0)
        return "old entries overwritten";
    if (diagnostics.count(DiagnosticKind::no_history) > 0)
        return "no history";
    return "whole";
}

// Part of a run's time in operators (without any: kernels) whose names the other run has too.
double sharedTime(const Run& run, const Run& other)
{
    std::set<std::string_view> names;
    for (const analysis::OperatorRow& row : other.figures->operators)
        names.insert(other.trace->names.view(row.name));
    for (const analysis::KernelRow& row : other.figures->kernels.rows)
        names.insert(other.trace->names.view(row.name));
    double shared = 0;
    double all = 0;
    const auto add = [&](NameId name, std::int64_t ns) {
        all += static_cast<double>(ns);
        shared += names.contains(run.trace->names.view(name)) ? static_cast<double>(ns) : 0;
    };
    for (const analysis::OperatorRow& row : run.figures->operators)
        add(row.name, row.cpuSelfNs);
    if (run.figures->operators.empty()) {
        for (const analysis::KernelRow& row : run.figures->kernels.rows)
            add(row.name, row.totalNs);
    }
    return all > 0 ? shared / all : 1;
}

void addProgram(const Runs& runs, Warnings& out)
{
    std::array<double, 2> shared {};
    Values texts;
    for (std::size_t side = 0; side < 2; ++side) {
        shared[side] = sharedTime(runs[side], runs[1 - side]);
        texts[side] = fmt::format(
            "{} of its operator time is in operators of {}", formatPercent(shared[side]), runs[1 - side].label);
    }
    if (std::min(shared[kBefore], shared[kAfter]) < kSameProgram)
        out.add("program", texts,
            "two programs, or two ways to run one (eager and compiled): totals can be compared, names cannot", true);
}

void addTraceWarnings(const Runs& runs, const StepAlignment& alignment, Warnings& out)
{
    addProgram(runs, out);
    out.add(
        "GPU", ofBoth(runs, gpuNames), "another GPU: times differ for that alone, and kernels have other names", true);
    out.add(
        "number of GPUs in the file", ofBoth(runs, gpuCount), "times are averages over the GPUs of each file", true);
    out.add("world size",
        ofBoth(runs,
            [](const Run& run) {
                return run.trace->worldSize ? fmt::format("{}", *run.trace->worldSize) : std::string();
            }),
        "another number of ranks: communication, and the work of each rank, are not the same", true);
    out.add(
        "precision of matrix kernels", ofBoth(runs, precisionOf), "kernels run at another speed for that alone", true);
    if (const auto shapes = shapeDifference(runs); shapes && shapes->share > kOtherShapes) {
        const auto text = [&](std::size_t side) {
            return shapes->shapes[side].empty() ? std::string("no such shapes")
                                                : fmt::format("{} {}", shapes->op, shapes->shapes[side]);
        };
        out.add("input shapes", {text(kBefore), text(kAfter)},
            "not the same work: another batch size, sequence length or model. Compare per sample", true);
    }
    addSettings(runs, out);
    out.add("state of the trace", ofBoth(runs, [](const Run& run) { return damageOf(run.trace->diagnostics); }),
        "what is lost of one run looks like a difference", true);
    for (Warning& warning : stepWarnings(runs, alignment))
        out.add(std::move(warning));
    out.add("written by", ofBoth(runs, writerOf), "kernels and operators may have other names", false);
    out.add("runtime", ofBoth(runs, runtimeOf), "kernels may have other names", false);
    out.add("driver", ofBoth(runs, driverOf), "launches may take another time", false);
    out.add("rank",
        ofBoth(
            runs, [](const Run& run) { return run.trace->rank ? fmt::format("{}", *run.trace->rank) : std::string(); }),
        "ranks of one job differ in what they wait for", false);
}

// Of the device that tells most of them.
std::string memoryStepsOf(const Run& run)
{
    std::size_t most = 0;
    for (const analysis::MemoryDeviceFigures& device : run.memory->devices)
        most = std::max(most, device.steps.size());
    return most == 0 ? std::string() : fmt::format("{}", most);
}

// The settings that are not the same in both.
std::string otherSettings(const Run& run, const Run& other)
{
    const auto& others = other.snapshot->record.settings;
    std::vector<std::string> texts;
    for (const auto& setting : run.snapshot->record.settings) {
        if (std::find(others.begin(), others.end(), setting) == others.end())
            texts.push_back(fmt::format("{}={}", setting.first, setting.second));
    }
    return fmt::format("{}", fmt::join(texts, ", "));
}

std::string stacksOf(const Run& run)
{
    const auto& devices = run.snapshot->devices;
    const bool recorded = std::any_of(devices.begin(), devices.end(), [](const model::MemoryDevice& device) {
        return std::any_of(device.allocations.stack.begin(), device.allocations.stack.end(),
            [](StackId stack) { return stack.valid(); });
    });
    return recorded ? "recorded" : "not recorded";
}

void addSnapshotWarnings(const Runs& runs, Warnings& out)
{
    if (runs[kBefore].snapshot->devices.empty() || runs[kAfter].snapshot->devices.empty())
        return;
    out.add("state of the snapshot",
        ofBoth(runs, [](const Run& run) { return damageOf(run.snapshot->record.diagnostics); }),
        "peaks before the first entry that is left are not known", true);
    out.add("stacks of the snapshot", ofBoth(runs, stacksOf), "memory cannot be compared by stack", true);
    out.add("steps in the snapshot", ofBoth(runs, memoryStepsOf),
        "what stays from step to step adds up to more in the longer run: compare growth per step, not peaks", true);
    out.add("allocator settings",
        {otherSettings(runs[kBefore], runs[kAfter]), otherSettings(runs[kAfter], runs[kBefore])},
        "reserved memory differs for that alone", false);
}

} // namespace

std::vector<Warning> comparabilityWarnings(const Runs& runs, const StepAlignment& alignment)
{
    Warnings out;
    if (runs[kBefore].trace != nullptr && runs[kAfter].trace != nullptr)
        addTraceWarnings(runs, alignment, out);
    if (runs[kBefore].snapshot != nullptr && runs[kAfter].snapshot != nullptr)
        addSnapshotWarnings(runs, out);
    return out.take();
}

} // namespace stepscope::compare
