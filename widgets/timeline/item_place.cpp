// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/item_place.h"

#include "widgets/timeline/timeline_painter.h"

#include <algorithm>

namespace stepscope::widgets {

namespace {

double clampedX(double x, const FrameGeometry& frame)
{
    return std::clamp(x, -kBeyond, frame.size.width() + kBeyond);
}

} // namespace

std::optional<QRectF> sliceRect(const TimelineData& data, const FrameGeometry& frame, SliceId slice)
{
    if (!slice.valid())
        return {};
    const model::Trace& trace = data.trace();
    const LaneId lane = data.layout().laneOf(slice);
    const auto index = data.layout().rowOfLane(lane);
    if (!index)
        return {};
    const view::Row& row = data.layout().rows()[*index];
    const view::LayoutNode& node = data.layout().node(row.node);
    double top = frame.topOf(row);
    double height = row.height;
    const std::uint32_t depth = lane.value - node.firstLane.value;
    if (row.kind == view::RowKind::Lane) {
        height -= 1;
    } else if (row.kind == view::RowKind::Mini && depth < view::kMiniLanes) {
        const auto [from, to] = miniBand(node, depth, row.height);
        top += from;
        height = to - from;
    }
    const view::TimeScale scale = frame.scale();
    const auto left = static_cast<double>(scale.edgeOf(trace.slices.start[slice.index()]));
    const auto right = std::max(static_cast<double>(scale.edgeOf(trace.slices.end(slice))), left + 1);
    const double x0 = clampedX(left / frame.ratio, frame);
    const double x1 = clampedX(right / frame.ratio, frame);
    return QRectF(x0, top, x1 - x0, height);
}

std::optional<QRectF> stepRect(const TimelineData& data, const FrameGeometry& frame, SliceId slice)
{
    const auto& steps = data.steps();
    if (!slice.valid() || steps.empty())
        return {};
    const std::size_t i = view::firstStepEndingAfter(steps, data.trace().slices.start[slice.index()]);
    if (i >= steps.size() || steps[i].slice != slice)
        return {};
    const view::TimeScale scale(frame.window, frame.size.width());
    const double x0 = clampedX(scale.toPx(steps[i].start), frame);
    const double x1 = clampedX(scale.toPx(steps[i].end), frame);
    return QRectF(x0, 1, x1 - x0, view::kHeadingHeight - 2);
}

std::optional<QRectF> itemRect(const TimelineData& data, const FrameGeometry& frame, const Item& item)
{
    if (item.kind == ItemKind::Slice)
        return sliceRect(data, frame, item.slice());
    const view::TimeScale scale(frame.window, frame.size.width());
    const bool isInstant = item.kind == ItemKind::Instant;
    for (std::size_t i = 0; item.valid() && i < data.layout().rows().size(); ++i) {
        const view::Row& row = data.layout().rows()[i];
        const view::LayoutNode& node = data.layout().node(row.node);
        const std::uint32_t index = isInstant ? item.index : item.series;
        const auto kind = isInstant ? view::RowKind::Instants : view::RowKind::Counter;
        if (row.kind != kind || index < node.first || index >= node.last)
            continue;
        const std::int64_t time
            = isInstant ? data.trace().instants.time[item.index] : data.series(item.series).time[item.index];
        const double x = clampedX(scale.toPx(time), frame);
        return QRectF(x - 2, frame.topOf(row) + 1, 4, row.height - 2);
    }
    return {};
}

} // namespace stepscope::widgets
