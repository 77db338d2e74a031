// SPDX-License-Identifier: GPL-3.0-or-later
// What keeps the host from launching, told by name: the compiler at work in the middle of training (host.recompile),
// and the driver or the profiler (host.overhead: first use of kernels, full command buffers). Cost: the idle time of
// the devices under such a span that no rule before has claimed; without GPU work the span itself. Where nothing idles,
// nothing is said.
#include "core/analysis/findings/rules.h"

#include "core/util/time.h"

#include <algorithm>
#include <fmt/format.h>

namespace stepscope::analysis {
namespace {

struct HostSpan
{
    Interval span;
    TrackId row;
    SliceId slice;
};

// Every device waits for the one host. Where spans overlap, the one that began first answers for the time.
std::vector<Item> itemsOf(Study& study, std::vector<HostSpan> spans)
{
    std::stable_sort(spans.begin(), spans.end(), [](const HostSpan& a, const HostSpan& b) {
        return a.span.start != b.span.start ? a.span.start < b.span.start : a.span.end > b.span.end;
    });
    std::vector<Interval> all;
    all.reserve(spans.size());
    for (const HostSpan& span : spans)
        all.push_back(span.span);
    const IntervalSet wanted = makeSet(std::move(all));
    std::vector<Item> items;
    const auto add = [&](std::uint32_t device, const IntervalSet& granted) {
        std::int64_t covered = spans.empty() ? 0 : spans.front().span.start;
        for (const HostSpan& span : spans) {
            const Interval own {std::max(span.span.start, covered), span.span.end};
            if (own.start >= own.end)
                continue;
            study.addItems({0, device, 0, own, span.row, span.slice, 0}, granted, items);
            covered = own.end;
        }
    };
    if (study.hostOnly)
        add(0, wanted);
    for (std::uint32_t device = 0; device < study.figures.gpu.devices.size(); ++device)
        add(device, study.ledger.claim(device, wanted));
    return items;
}

std::vector<HostSpan> overheadSpans(const model::Trace& trace, const Window& window)
{
    std::vector<HostSpan> spans;
    for (const model::Lane& lane : trace.lanes) {
        if (trace.tracks[lane.track.index()].kind != model::TrackKind::Overhead
            || lane.section == model::LaneSection::Unplaced)
            continue;
        for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i) {
            const SliceId id(i);
            const Interval span {trace.slices.start[i], trace.slices.end(id)};
            if (trace.kindOf(id) == model::EventKind::Overhead && overlaps(window.cpu, span.start, span.end))
                spans.push_back({cut(window.cpu, span.start, span.end), lane.track, id});
        }
    }
    return spans;
}

void describeCompile(const Study& study, const Group& group, Finding& finding)
{
    finding.headline = study.hostOnly ? fmt::format("torch.compile compiles again: {}", study.amount(group))
                                      : fmt::format("torch.compile compiles again {} and leaves {} idle for {}",
                                          study.place(group), study.gpus(group), study.amount(group));
    finding.advice = {"find what changes with TORCH_LOGS=recompiles: shapes, dtypes, Python values the guards check",
        "mark changing sizes with torch._dynamo.mark_dynamic() or compile with dynamic=True",
        "pad batches to a few fixed shapes"};
    finding.metrics = {{"span", study.costliest(group).name}};
}

void describeOverhead(const Study& study, const Group& group, Finding& finding)
{
    const std::string name = study.costliest(group).name;
    finding.headline = fmt::format("{} for {} while the driver is busy with something else: {}",
        study.gpusThat(group, "idle"), study.amount(group), name);
    if (name.find("Buffer Full") != std::string::npos)
        finding.advice = {"the launch queue is full: launch fewer kernels (fusion, CUDA graphs)"};
    else if (name.find("Loading") != std::string::npos)
        finding.advice = {"kernels are loaded at first use: warm up longer, or set CUDA_MODULE_LOADING=EAGER"};
    else
        finding.advice = {"this is the profiler's own work: record fewer steps, or without stacks and shapes"};
}

} // namespace

void judgeRecompiles(Study& study)
{
    std::vector<HostSpan> spans;
    spans.reserve(study.figures.recompiles.spans.size());
    for (const CompileSpan& compile : study.figures.recompiles.spans)
        spans.push_back({compile.span, compile.track, compile.slice});
    study.conclude("host.recompile", itemsOf(study, std::move(spans)), kLeastShare,
        [&](const Group& group, Finding& finding) { describeCompile(study, group, finding); });
}

void judgeHost(Study& study)
{
    study.conclude("host.overhead", itemsOf(study, overheadSpans(study.trace, study.figures.window)), kLeastShare,
        [&](const Group& group, Finding& finding) { describeOverhead(study, group, finding); });
}

} // namespace stepscope::analysis
