// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/findings/exposed_work.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

void addExposed(const Study& study, Item item, Interval part, std::vector<Item>& items)
{
    if (part.start >= part.end)
        return;
    const IntervalSet& compute = study.figures.gpu.devices[item.device].compute;
    forEachUnit(study.units, part, [&](std::uint32_t unit, Interval inUnit) {
        item.unit = unit;
        item.cost = inUnit.length() - overlapLength(compute, inUnit);
        if (item.cost > 0)
            items.push_back(item);
    });
}

} // namespace

std::vector<Item> exposedWork(const Study& study, const std::function<bool(SliceId, std::size_t work)>& select)
{
    const model::Trace& trace = study.trace;
    std::vector<Item> pieces;
    for (std::size_t work = 0; work < trace.gpuWork.size(); ++work) {
        const SliceId id = trace.gpuWork.slice[work];
        if (!trace.slices.placed(id) || !select(id, work))
            continue;
        const std::uint32_t device = study.deviceIndexOf(id);
        if (device == Study::kNoDevice)
            continue;
        const std::uint64_t bytes = trace.gpuWork.bytes[work];
        pieces.push_back({0, device, 0, {trace.slices.start[id.index()], trace.slices.end(id)}, trace.trackOf(id), id,
            bytes == model::GpuWorkTable::kUnknownBytes ? 0 : bytes});
    }
    std::stable_sort(pieces.begin(), pieces.end(), [](const Item& a, const Item& b) {
        return a.device != b.device ? a.device < b.device : a.span.start < b.span.start;
    });
    std::vector<Item> items;
    std::int64_t covered = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const bool first = i == 0 || pieces[i].device != pieces[i - 1].device;
        const Interval span = pieces[i].span;
        addExposed(study, pieces[i], {first ? span.start : std::max(span.start, covered), span.end}, items);
        covered = first ? span.end : std::max(covered, span.end);
    }
    return items;
}

} // namespace stepscope::analysis
