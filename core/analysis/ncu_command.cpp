// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ncu_command.h"

#include "core/analysis/kernel_names.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>
#include <vector>

namespace stepscope::analysis {

namespace {

std::string escapedForRegex(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (std::string_view(R"(\^$.|?*+()[]{})").find(c) != std::string_view::npos)
            out += '\\';
        out += c;
    }
    return out;
}

// For a POSIX shell: in single quotes, which nothing but a single quote ends.
std::string quoted(std::string_view text)
{
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'')
            out += R"('\'')";
        else
            out += c;
    }
    return out + "'";
}

// When a piece of GPU work came into its queue: with its launch call, in order of start where that launched several.
std::tuple<std::int64_t, std::int64_t, std::uint32_t> launchOrder(const model::Trace& trace, std::size_t work)
{
    const SliceId slice = trace.gpuWork.slice[work];
    const SliceId launch = trace.gpuWork.launch[work];
    const std::int64_t start = trace.slices.start[slice.index()];
    return {launch.valid() ? trace.slices.start[launch.index()] : start, start, slice.value};
}

ProcessId processOf(const model::Trace& trace, std::size_t work)
{
    const SliceId launch = trace.gpuWork.launch[work];
    return trace.tracks[trace.trackOf(launch.valid() ? launch : trace.gpuWork.slice[work]).index()].process;
}

// Where its launch is not in the file, the others tell, and the versions that the profiler of ROCm writes at the top.
bool isOfHip(const model::Trace& trace, SliceId launch)
{
    const auto isHip = [&trace](SliceId call) { return trace.nameOf(call).substr(0, 3) == "hip"; };
    if (launch.valid())
        return isHip(launch);
    const auto& launches = trace.launches.launches;
    return (!launches.empty() && isHip(launches.front()))
        || std::any_of(trace.metadata.begin(), trace.metadata.end(),
            [](const model::MetadataEntry& entry) { return entry.key == "hip_runtime_version"; });
}

} // namespace

std::optional<NcuCommand> ncuCommand(const model::Trace& trace, SliceId kernel)
{
    const GpuWorkId wanted = trace.gpuWorkOf(kernel);
    if (!wanted.valid() || trace.kindOf(kernel) != model::EventKind::Kernel
        || isOfHip(trace, trace.gpuWork.launch[wanted.index()]))
        return std::nullopt;
    const std::string function = kernelFunctionName(trace.nameOf(kernel));
    if (function.empty())
        return std::nullopt;

    enum : std::uint8_t
    {
        kUnknown,
        kSame,
        kOther
    };
    std::vector<std::uint8_t> known(trace.names.size(), kUnknown);
    const auto isSame = [&](SliceId slice) {
        const NameId name = trace.slices.name[slice.index()];
        if (name.index() >= known.size())
            return false;
        std::uint8_t& same = known[name.index()];
        if (same == kUnknown)
            same = kernelFunctionName(trace.names.view(name)) == function ? kSame : kOther;
        return same == kSame;
    };
    const ProcessId process = processOf(trace, wanted.index());
    const auto order = launchOrder(trace, wanted.index());
    NcuCommand command;
    for (std::size_t i = 0; i < trace.gpuWork.size(); ++i) {
        const SliceId slice = trace.gpuWork.slice[i];
        if (trace.kindOf(slice) == model::EventKind::Kernel && isSame(slice) && launchOrder(trace, i) < order
            && processOf(trace, i) == process)
            ++command.launchesBefore;
    }
    command.text = fmt::format("ncu --kernel-name {} --launch-skip {} --launch-count 1 --set full -o kernel",
        quoted(fmt::format("regex:^{}$", escapedForRegex(function))), command.launchesBefore);
    return command;
}

} // namespace stepscope::analysis
