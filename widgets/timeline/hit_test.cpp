// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/hit_test.h"

#include "widgets/timeline/strip_painter.h"

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
    Hit hit;
    switch (row.kind) {
    case view::RowKind::Lane:
        hit = inLane(row.lane, position);
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
    case view::RowKind::Heading:
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
    return {{}, Item::of(span->slice), span->count};
}

Hit HitTest::inMini(const view::Row& row, QPointF position)
{
    const view::LayoutNode& node = m_data.layout().node(row.node);
    const int y = static_cast<int>(std::floor(position.y())) - m_frame.topOf(row);
    for (std::uint32_t i = 0; i < std::min(node.lanes(), view::kMiniLanes); ++i) {
        const auto [top, bottom] = miniBand(node, i, row.height);
        if (y >= top && y < bottom)
            return inLane(LaneId(node.firstLane.value + i), position);
    }
    return {};
}

Hit HitTest::inSteps(QPointF position) const
{
    const auto& steps = m_data.steps();
    const std::int64_t time = m_scale.toNs(position.x());
    const std::size_t i = view::firstStepEndingAfter(steps, time);
    if (i >= steps.size() || steps[i].start > time)
        return {};
    return {{}, Item::of(steps[i].slice), 1};
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
    return {{}, Item::of(InstantId(static_cast<std::size_t>(best - begin))), static_cast<std::uint32_t>(last - first)};
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
        const auto sample = m_data.counter(series).sampleAt(m_scale.toNs(position.x()));
        if (!sample)
            continue;
        const double distance = std::abs(m_data.trace().counters[series].value[*sample] - value);
        if (hit.item.valid() && distance >= nearest)
            continue;
        nearest = distance;
        hit = {{}, Item::ofSample(series, static_cast<std::uint32_t>(*sample)), 1};
    }
    return hit;
}

} // namespace stepscope::widgets
