// SPDX-License-Identifier: GPL-3.0-or-later
// comm.exposed: communication that no compute hides. Cost: the part of each communication kernel in which its device
// computes nothing (copies hide nothing).
#include "core/analysis/findings/exposed_work.h"
#include "core/analysis/findings/rules.h"

#include <array>
#include <fmt/format.h>

namespace stepscope::analysis {
namespace {

// The collective that a kernel's name tells, in the words of torch.distributed.
std::string collectiveOf(std::string_view kernel)
{
    constexpr std::array<std::pair<const char*, const char*>, 11> kNames {{{"AllReduce", "all-reduce"},
        {"all_reduce", "all-reduce"}, {"AllGather", "all-gather"}, {"ReduceScatter", "reduce-scatter"},
        {"AlltoAll", "all-to-all"}, {"AllToAll", "all-to-all"}, {"Broadcast", "broadcast"},
        {"SendRecv", "send and receive"}, {"Reduce", "reduce"}, {"Send", "send"}, {"Recv", "receive"}}};
    for (const auto& [part, name] : kNames) {
        if (kernel.find(part) != std::string_view::npos)
            return name;
    }
    return shortKernelName(kernel);
}

void describe(const Study& study, const Group& group, Finding& finding)
{
    finding.headline = fmt::format("Communication is not hidden behind compute for {}: mostly {}", study.amount(group),
        collectiveOf(study.costliest(group).name));
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
