// SPDX-License-Identifier: GPL-3.0-or-later
// comm.exposed: communication that no compute hides. Cost: the part of each communication kernel in which its device
// computes nothing (copies hide nothing).
#include "core/analysis/findings/exposed_work.h"
#include "core/analysis/findings/rules.h"

#include <array>
#include <fmt/format.h>

namespace stepscope::analysis {
namespace {

// The collective that a name tells, in the words of torch.distributed; empty when it tells none.
std::string_view collectiveIn(std::string_view name)
{
    constexpr std::array<std::pair<const char*, const char*>, 16> kNames {
        {{"AllReduce", "all-reduce"}, {"all_reduce", "all-reduce"}, {"allreduce", "all-reduce"},
            {"AllGather", "all-gather"}, {"all_gather", "all-gather"}, {"allgather", "all-gather"},
            {"reduce_scatter", "reduce-scatter"}, {"all_to_all", "all-to-all"}, {"ReduceScatter", "reduce-scatter"},
            {"AlltoAll", "all-to-all"}, {"AllToAll", "all-to-all"}, {"Broadcast", "broadcast"},
            {"SendRecv", "send and receive"}, {"Reduce", "reduce"}, {"Send", "send"}, {"Recv", "receive"}}};
    for (const auto& [part, collective] : kNames) {
        if (name.find(part) != std::string_view::npos)
            return collective;
    }
    return {};
}

// Of a kernel, or where its name does not tell it (ncclDevKernel_Generic), of the calls around its launch.
std::string collectiveOf(const model::Trace& trace, SliceId kernel)
{
    if (const std::string_view told = collectiveIn(trace.nameOf(kernel)); !told.empty())
        return std::string(told);
    const GpuWorkId work = trace.gpuWorkOf(kernel);
    const SliceId launch = work.valid() ? trace.gpuWork.launch[work.index()] : SliceId();
    for (SliceId call = launch; call.valid(); call = trace.slices.parent[call.index()]) {
        if (const std::string_view told = collectiveIn(trace.nameOf(call)); !told.empty())
            return std::string(told);
    }
    return shortKernelName(trace.nameOf(kernel));
}

std::string costliestCollective(const Study& study, const Group& group)
{
    const std::string name = study.costliest(group).name;
    for (const Item& item : group.items) {
        if (item.slice.valid() && study.trace.nameOf(item.slice) == name)
            return collectiveOf(study.trace, item.slice);
    }
    return shortKernelName(name);
}

void describe(const Study& study, const Group& group, Finding& finding)
{
    finding.headline = fmt::format("Communication is not hidden behind compute for {}: mostly {}", study.amount(group),
        costliestCollective(study, group));
    finding.advice = {"overlap it with backward: smaller gradient buckets (bucket_cap_mb), or prefetching with FSDP",
        "send less: BF16 gradient compression, gradient accumulation with no_sync()",
        "compare the ranks: a long collective may only be waiting for a slow one"};
    std::int64_t whole = 0;
    for (const Item& item : group.items)
        whole += item.span.length();
    finding.metrics = {{"comm_ns", whole}};
}

} // namespace

void judgeCommunication(Study& study)
{
    WorkClasses classes(study.trace);
    std::vector<Item> items
        = exposedWork(study, [&](SliceId id, std::size_t) { return classes.of(id) == WorkClass::Communication; });
    study.conclude("comm.exposed", std::move(items), kLeastShare,
        [&](const Group& group, Finding& finding) { describe(study, group, finding); });
}

} // namespace stepscope::analysis
