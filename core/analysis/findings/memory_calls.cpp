// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/findings/memory_calls.h"

#include "core/analysis/sums.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace stepscope::analysis {
namespace {

constexpr double kWorthTelling = 1.0 / 3; // of the finding's cost
constexpr std::size_t kRepeated = 10;     // calls: more than the start of a run needs

bool isMemoryCall(std::string_view name)
{
    constexpr std::array<std::string_view, 10> kCalls {"cudaMalloc", "cudaFree", "cudaHostAlloc", "cudaFreeHost",
        "cudaMallocHost", "hipMalloc", "hipFree", "hipHostMalloc", "hipHostFree", "hipExtMallocWithFlags"};
    return std::find(kCalls.begin(), kCalls.end(), name) != kCalls.end();
}

} // namespace

void addMemoryCalls(const Study& study, const std::vector<IntervalSet>& granted, const Group& group, Finding& finding)
{
    const model::Trace& trace = study.trace;
    std::vector<bool> wanted(trace.names.size(), false);
    bool any = false;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        wanted[i] = isMemoryCall(trace.names.view(NameId(i)));
        any = any || wanted[i];
    }
    if (!any)
        return;
    std::vector<Interval> calls;
    std::map<NameId, std::int64_t> timeOf;
    for (std::size_t i = 0; i < trace.slices.size(); ++i) {
        const NameId name = trace.slices.name[i];
        if (!name.valid() || !wanted[name.index()] || !trace.slices.placed(SliceId(i)))
            continue;
        calls.push_back({trace.slices.start[i], trace.slices.end(SliceId(i))});
        addTo(timeOf[name], calls.back().length());
    }
    const IntervalSet all = makeSet(std::move(calls));
    std::vector<IntervalSet> idle;
    idle.reserve(granted.size());
    for (const IntervalSet& of : granted)
        idle.push_back(intersect(of, all));
    std::int64_t cost = 0;
    for (const Item& item : group.items)
        addTo(cost, overlapLength(idle[item.device], cut(study.units[item.unit].span, item.span.start, item.span.end)));
    const double part = group.cost > 0 ? static_cast<double>(cost) / static_cast<double>(group.cost) : 0;
    if (part < kWorthTelling)
        return;
    const auto most = std::max_element(
        timeOf.begin(), timeOf.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    finding.headline += fmt::format("; {} takes {} of that time", trace.names.view(most->first), wholePercent(part));
    finding.advice.insert(finding.advice.begin(),
        all.size() >= kRepeated
            ? "memory goes back to the driver in the loop: keep the caching allocator on, call no empty_cache(), and "
              "leave it room on the GPU"
            : "the driver is asked for memory a few times, as at the start of a run: warm up before recording");
    finding.metrics.emplace_back("memory_calls_ns", cost);
}

} // namespace stepscope::analysis
