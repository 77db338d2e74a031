// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/hit_test.h"

#include "widgets/timeline/stream_idle.h"
#include "widgets/timeline/strip_painter.h"
#include "widgets/timeline/sync_painter.h"
#include "widgets/timeline/wall_painter.h"

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

HitTest::HitTest(TimelineData& data, TimelinePainter& painter, const FrameGeometry& frame)
    : m_data(data)
    , m_painter(painter)
    , m_frame(frame)
    , m_scale(frame.window, frame.size.width())
{
}

std::optional<std::size_t> HitTest::rowAt(QPointF position) const
{
    const view::TrackLayout& layout = m_data.layout();
    const int y = static_cast<int>(std::floor(position.y()));
    if (y < 0 || y >= m_frame.size.height() || position.x() < 0 || position.x() >= m_frame.size.width())
        return {};
    return layout.rowAt(y < layout.pinnedHeight() ? y : y + m_frame.scroll);
}

Hit HitTest::at(QPointF position)
{
    const auto index = rowAt(position);
    if (!index)
        return {};
    const view::Row& row = m_data.layout().rows()[*index];
    const view::LayoutNode& node = m_data.layout().node(row.node);
    if (auto flag = onFlag(position)) {
        flag->row = index;
        return *flag;
    }
    Hit hit;
    switch (row.kind) {
    case view::RowKind::Lane:
        hit = inLaneRow(row, position);
        break;
    case view::RowKind::Mini:
        hit = inMini(row, position);
        break;
    case view::RowKind::Steps:
        hit = inSteps(position);
        break;
    case view::RowKind::Instants:
        hit = inInstants(node, position);
        break;
    case view::RowKind::Counter:
        hit = inCounter(node, row, position);
        break;
    case view::RowKind::Brackets:
        hit = inBrackets(node.track, position);
        break;
    case view::RowKind::Heading:
        hit = inDevice(row.node, position);
        break;
    case view::RowKind::Density:
        break;
    }
    hit.row = index;
    return hit;
}

Hit HitTest::inLane(LaneId lane, QPointF position)
{
    const auto& spans = m_painter.spansOf(lane, m_frame);
    const int column = static_cast<int>(std::floor(position.x() * m_frame.ratio));
    const view::ColumnSpan* span = view::spanAt(spans, column, m_frame.device(kTolerance));
    if (!span)
        return {};
    return {{}, Item::of(span->slice), {}, span->count};
}

// ---- marks ----

std::optional<Hit> HitTest::onFlag(QPointF position) const
{
    const TimelineMarks* marks = m_painter.marks();
    if (!marks)
        return {};
    const auto index = SyncPainter(m_data, *marks, m_frame).syncAt(position);
    if (!index)
        return {};
    const analysis::SyncMarker& sync = marks->figures().syncs[*index];
    return Hit {{}, Item::of(sync.slice), {MarkKind::Sync, *index, {sync.start(), sync.end()}, {}}, 1};
}

Hit HitTest::inBrackets(TrackId stream, QPointF position) const
{
    const TimelineMarks* marks = m_painter.marks();
    const auto index = marks ? WallPainter(*marks, m_frame).wallAt(stream, position.x()) : std::nullopt;
    if (!index)
        return {};
    const Interval span = marks->figures().walls[*index].span;
    return {{}, {}, {MarkKind::Wall, *index, {span.start, span.end}, {}}, 1};
}

MarkRef HitTest::gapAt(std::uint32_t device, std::int64_t time) const
{
    const TimelineMarks::Device& marks = m_painter.marks()->devices()[device];
    const auto [first, last] = marks.gaps.within(time, view::addTime(time, 1).whole);
    if (first >= last)
        return {};
    const Interval span = marks.gaps.at(first);
    return {MarkKind::Gap, static_cast<std::uint32_t>(marks.firstGap + first), {span.start, span.end}, {}};
}

// The longest gap that is seen at the pointer: many may share its column.
Hit HitTest::inDevice(view::NodeId node, QPointF position) const
{
    const TimelineMarks* marks = m_painter.marks();
    const auto index = marks ? marks->deviceOf(node) : std::nullopt;
    if (!index)
        return {};
    const TimelineMarks::Device& device = marks->devices()[*index];
    const double column = std::floor(position.x() * m_frame.ratio) / m_frame.ratio;
    const std::int64_t left = m_scale.toNs(column);
    const std::int64_t right = m_scale.toNs(column + 1 / m_frame.ratio);
    const auto [first, last] = device.gaps.within(left, std::max(right, view::addTime(left, 1).whole));
    const auto longest = device.gaps.longest(first, last);
    if (!longest)
        return {};
    const Interval span = device.gaps.at(*longest);
    return {{}, {}, {MarkKind::Gap, static_cast<std::uint32_t>(device.firstGap + *longest), {span.start, span.end}, {}},
        static_cast<std::uint32_t>(last - first)};
}

bool HitTest::isOver(LaneId lane, QPointF position)
{
    const int column = static_cast<int>(std::floor(position.x() * m_frame.ratio));
    return view::spanAt(m_painter.spansOf(lane, m_frame), column, 0) != nullptr;
}

Hit HitTest::inLaneRow(const view::Row& row, QPointF position)
{
    return inStream(row, inLane(row.lane, position), isOver(row.lane, position), position);
}

Hit HitTest::inMini(const view::Row& row, QPointF position)
{
    const view::LayoutNode& node = m_data.layout().node(row.node);
    const int y = static_cast<int>(std::floor(position.y())) - m_frame.topOf(row);
    Hit near;
    bool isWork = false;
    for (std::uint32_t i = 0; i < std::min(node.lanes(), view::kMiniLanes); ++i) {
        const LaneId lane(node.firstLane.value + i);
        const auto [top, bottom] = miniBand(node, i, row.height);
        isWork = isWork || isOver(lane, position);
        if (y >= top && y < bottom)
            near = inLane(lane, position);
    }
    return inStream(row, near, isWork, position);
}

// Between the pieces of work of a stream lies idle time. A gap that is drawn goes before the reach of its neighbours.
Hit HitTest::inStream(const view::Row& row, Hit near, bool isWork, QPointF position) const
{
    const view::LayoutNode& node = m_data.layout().node(row.node);
    const TimelineMarks* marks = m_painter.marks();
    const auto device = marks ? marks->workedBy(node) : std::nullopt;
    if (!device || isWork)
        return near;
    const std::int64_t time = m_scale.toNs(position.x());
    MarkRef gap = gapAt(*device, time);
    if (!gap.valid() && !near.item.valid() && node.kind == view::NodeKind::Stream)
        gap = idleOfStream(node.track, time);
    const GapFilter& filter = m_painter.gapFilter();
    const bool isDrawn = gap.valid() && gap.span.length() >= filter.ns
        && static_cast<double>(gap.span.length()) >= filter.px * m_scale.nsPerPx;
    return isDrawn || !near.item.valid() ? Hit {{}, {}, gap, 1} : near;
}

MarkRef HitTest::idleOfStream(TrackId stream, std::int64_t time) const
{
    const auto idle = idleAt(*m_painter.marks(), stream, time);
    return idle ? MarkRef {MarkKind::Idle, 0, {idle->start, idle->end}, stream} : MarkRef {};
}

Hit HitTest::inSteps(QPointF position) const
{
    const auto& steps = m_data.steps();
    const std::int64_t time = m_scale.toNs(position.x());
    const std::size_t i = view::firstStepEndingAfter(steps, time);
    if (i >= steps.size() || steps[i].start > time)
        return {};
    return {{}, Item::of(steps[i].slice), {}, 1};
}

Hit HitTest::inInstants(const view::LayoutNode& node, QPointF position) const
{
    const auto& times = m_data.trace().instants.time;
    const auto* begin = times.begin();
    const auto* first
        = std::lower_bound(begin + node.first, begin + node.last, m_scale.toNs(position.x() - kTolerance));
    const auto* last = std::upper_bound(first, begin + node.last, m_scale.toNs(position.x() + kTolerance));
    if (first == last)
        return {};
    // The one nearest to the pointer.
    const std::int64_t time = m_scale.toNs(position.x());
    const auto* after = std::lower_bound(first, last, time);
    const auto* best = after == last ? last - 1 : after;
    if (after != first
        && std::abs(view::timeDifference(time, *(after - 1))) < std::abs(view::timeDifference(*best, time)))
        best = after - 1;
    return {
        {}, Item::of(InstantId(static_cast<std::size_t>(best - begin))), {}, static_cast<std::uint32_t>(last - first)};
}

Hit HitTest::inCounter(const view::LayoutNode& node, const view::Row& row, QPointF position) const
{
    const auto range = counterRange(m_data, node);
    if (!range)
        return {};
    // Of several series the one whose line is nearest.
    const double share = 1 - (position.y() - m_frame.topOf(row)) / row.height;
    const double value = range->low + share * (range->high - range->low);
    Hit hit;
    double nearest = 0;
    for (std::uint32_t series = node.first; series < node.last; ++series) {
        const std::int64_t time = m_scale.toNs(position.x());
        const auto sample = m_data.counter(series).sampleAt(time);
        const auto shown = m_data.counterValue(series, time, m_scale);
        if (!sample || !shown)
            continue;
        const double distance = std::abs(*shown - value);
        if (hit.item.valid() && distance >= nearest)
            continue;
        nearest = distance;
        hit = {{}, Item::ofSample(series, static_cast<std::uint32_t>(*sample)), {}, 1, *shown};
    }
    return hit;
}

} // namespace stepscope::widgets
