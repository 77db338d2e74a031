// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/op_arguments.h"

#include "core/model/site_table.h"
#include "core/model/slice_grouping.h"

namespace stepscope::model {
namespace {

void placeConstants(const AssemblyInput& input, const PlacedSlices& placed, SiteTable& sites, InputShapes& shapes)
{
    for (std::size_t c = 0; c < input.chunks.size(); ++c) {
        input.stop.poll();
        const AssemblyChunk& chunk = input.chunks[c];
        const Column<RawArgument>& raw = input.workers[chunk.worker]->constants;
        for (std::uint32_t i = chunk.range.constants.first; i < chunk.range.constants.last; ++i)
            shapes.constants.emplace_back(
                placed.at(c, raw[i].slice - chunk.range.slices.first), sites.name(chunk.worker, raw[i].text));
    }
    std::uint32_t calls = 0;
    const auto before = [](const auto& a, const auto& b) { return a.first < b.first; };
    std::sort(shapes.constants.begin(), shapes.constants.end(), input.stop.polled(before, calls));
}

} // namespace

void placeShapes(AssemblyInput& input, const PlacedSlices& placed, SiteTable& sites, Trace& trace)
{
    Column<std::uint32_t>& dims = trace.shapes.dims;
    for (std::size_t c = 0; c < input.chunks.size(); ++c) {
        input.stop.poll();
        const AssemblyChunk& chunk = input.chunks[c];
        const Column<RawArgument>& raw = input.workers[chunk.worker]->shapes;
        if (chunk.range.shapes.first < chunk.range.shapes.last)
            dims.resize(trace.slices.size());
        for (std::uint32_t i = chunk.range.shapes.first; i < chunk.range.shapes.last; ++i) {
            const SliceId slice = placed.at(c, raw[i].slice - chunk.range.slices.first);
            dims[slice.index()] = sites.name(chunk.worker, raw[i].text).value + 1;
        }
    }
    for (auto& worker : input.workers)
        worker->shapes.release();
    placeConstants(input, placed, sites, trace.shapes);
}

} // namespace stepscope::model
