// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host_overhead.h"

#include "core/analysis/recompiles.h"
#include "core/analysis/sums.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace stepscope::analysis {
namespace {

bool toldElsewhere(std::string_view name)
{
    return name == "aten::_local_scalar_dense" || name == "aten::item" || isCompileName(name);
}

void keepLonger(const model::Trace& trace, SliceId id, SliceId& longest)
{
    if (!longest.valid() || trace.slices.dur[id.index()] > trace.slices.dur[longest.index()])
        longest = id;
}

std::vector<OverheadRow> overheadRows(const model::Trace& trace, const Window& window)
{
    std::map<NameId, OverheadRow> byName; // few distinct names
    for (const model::Lane& lane : trace.lanes) {
        const model::TrackKind kind = trace.tracks[lane.track.index()].kind;
        if (kind != model::TrackKind::Overhead && kind != model::TrackKind::CpuThread)
            continue;
        for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i) {
            const SliceId id(i);
            if (trace.kindOf(id) != model::EventKind::Overhead)
                continue;
            const Share share = shareOf(trace, id, window.cpu, window.whole);
            if (!share.counts)
                continue;
            OverheadRow& row = byName[trace.slices.name[i]];
            row.name = trace.slices.name[i];
            ++row.count;
            addTo(row.totalNs, share.span.length());
            if (share.timed)
                keepLonger(trace, id, row.longest);
        }
    }
    std::vector<OverheadRow> rows;
    rows.reserve(byName.size());
    for (const auto& [name, row] : byName)
        rows.push_back(row);
    std::stable_sort(
        rows.begin(), rows.end(), [](const OverheadRow& a, const OverheadRow& b) { return a.totalNs > b.totalNs; });
    return rows;
}

std::vector<HostBoundRow> hostBoundRows(
    const model::Trace& trace, const std::vector<OperatorRow>& operators, std::int64_t hostNs)
{
    std::vector<HostBoundRow> rows;
    for (const OperatorRow& op : operators) {
        if (op.annotation || hostNs <= 0 || op.cpuSelfNs / HostOverhead::kFactor < op.deviceSelfNs)
            continue;
        const double share = static_cast<double>(op.cpuSelfNs) / static_cast<double>(hostNs);
        if (share < HostOverhead::kMinShare || toldElsewhere(trace.names.view(op.name)))
            continue;
        rows.push_back({op.name, op.calls, op.cpuSelfNs, op.deviceSelfNs, std::min(1.0, share), {}});
    }
    std::stable_sort(rows.begin(), rows.end(),
        [](const HostBoundRow& a, const HostBoundRow& b) { return a.cpuSelfNs > b.cpuSelfNs; });
    rows.resize(std::min(rows.size(), HostOverhead::kReported));
    return rows;
}

void addLongest(const model::Trace& trace, const Window& window, std::vector<HostBoundRow>& rows)
{
    std::vector<std::uint8_t> rowOfName(rows.empty() ? 0 : trace.names.size(), 0xff);
    for (std::size_t r = 0; r < rows.size(); ++r)
        rowOfName[rows[r].name.index()] = static_cast<std::uint8_t>(r);
    for (const model::Lane& lane : trace.lanes) {
        if (rows.empty() || trace.tracks[lane.track.index()].kind != model::TrackKind::CpuThread)
            continue;
        for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i) {
            const SliceId id(i);
            const NameId name = trace.slices.name[i];
            const std::size_t row = name.index() < rowOfName.size() ? rowOfName[name.index()] : rows.size();
            if (row < rows.size() && trace.kindOf(id) == model::EventKind::CpuOp
                && shareOf(trace, id, window.cpu, window.whole).timed)
                keepLonger(trace, id, rows[row].longest);
        }
    }
}

} // namespace

std::int64_t hostTime(
    const StepIndex& steps, const std::vector<std::uint32_t>& shownSteps, const Window& window, Interval range)
{
    if (shownSteps.empty())
        return range.length();
    std::int64_t sum = 0;
    for (const std::uint32_t step : shownSteps) {
        const Interval cpu = steps.steps[step].cpu;
        addTo(sum, cut(window.cpu, cpu.start, cpu.end).length());
    }
    return sum;
}

HostOverhead hostOverhead(
    const model::Trace& trace, const std::vector<OperatorRow>& operators, std::int64_t hostNs, const Window& window)
{
    HostOverhead out;
    out.profiler = overheadRows(trace, window);
    if (trace.gpuWork.size() > 0)
        out.operators = hostBoundRows(trace, operators, hostNs);
    addLongest(trace, window, out.operators);
    return out;
}

} // namespace stepscope::analysis
