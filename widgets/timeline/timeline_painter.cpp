// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_painter.h"

#include "widgets/common/style.h"
#include "widgets/timeline/item_text.h"
#include "widgets/timeline/steps_painter.h"
#include "widgets/timeline/strip_painter.h"
#include "widgets/timeline/sync_painter.h"
#include "widgets/timeline/wall_painter.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace stepscope::widgets {

namespace {

constexpr double kLabelWidth = 24; // logical px that a slice needs to get a label
constexpr double kLabelInset = 4;
constexpr double kDimming = 0.6;     // of the surface in what is not linked: 40 % of its colour are left
constexpr double kTextDimming = 0.3; // its name stays readable
constexpr double kHitLine = 3;       // logical px below a slice that a search has found

QColor colourOf(view::Argb argb)
{
    return QColor::fromRgb(argb);
}

} // namespace

std::pair<int, int> miniBand(const view::LayoutNode& node, std::uint32_t i, int height)
{
    const int bands = static_cast<int>(std::clamp(node.lanes(), 1U, view::kMiniLanes));
    const int inner = std::max(1, height - 2);
    const int index = static_cast<int>(i);
    return {1 + inner * index / bands, 1 + inner * (index + 1) / bands};
}

TimelinePainter::TimelinePainter(TimelineData& data, const Theme& theme)
    : m_data(data)
    , m_theme(theme)
    , m_palette(theme.dark)
    , m_labels(data, smallFont())
    , m_gaps(data, theme)
{
}

void TimelinePainter::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_palette = view::Palette(theme.dark);
    m_gaps.setTheme(theme);
}

bool TimelinePainter::setLinked(std::vector<SliceId> slices, Interval span)
{
    if (slices == m_linked && span == m_linkSpan)
        return false;
    m_linked = std::move(slices);
    m_linkSpan = span;
    return true;
}

bool TimelinePainter::isDimmed(SliceId slice) const
{
    return m_dims && !std::binary_search(m_linked.begin(), m_linked.end(), slice);
}

const std::vector<view::ColumnSpan>& TimelinePainter::spansOf(LaneId lane, const FrameGeometry& frame)
{
    const view::TimeScale scale = frame.scale();
    if (!(scale == m_spanScale) || frame.columns() != m_spanColumns || frame.coarseness != m_spanCoarseness) {
        m_spans.clear();
        m_spanScale = scale;
        m_spanColumns = frame.columns();
        m_spanCoarseness = frame.coarseness;
    }
    auto [it, isNew] = m_spans.try_emplace(lane.value);
    if (isNew) {
        it->second = view::columnSpans(
            m_data.layout().run(lane), scale, frame.columns(), frame.coarseness, &m_stats.query, &m_data.levels(lane));
    }
    return it->second;
}

void TimelinePainter::paint(QImage& image, const FrameGeometry& frame)
{
    const QSize pixels(std::max(1, frame.columns()), std::max(1, frame.lines()));
    if (image.size() != pixels || image.format() != QImage::Format_RGB32)
        image = QImage(pixels, QImage::Format_RGB32);
    image.setDevicePixelRatio(frame.ratio);
    m_stats = {};
    m_spots.clear();
    m_dims = !m_linked.empty() && m_linkSpan.start < frame.window.end() && m_linkSpan.end > frame.window.start;
    StepsPainter(m_data, frame, m_theme).ground(m_ground, m_clock);
    m_gaps.begin(m_marks, frame);
    m_comm.begin(m_marks, frame, m_theme);
    Scanlines canvas(image);

    const view::TrackLayout& layout = m_data.layout();
    const int pinned = layout.pinnedHeight();
    canvas.setTop(frame.device(pinned));
    const auto [first, last] = layout.rowsBetween(pinned + frame.scroll, frame.size.height() + frame.scroll + 1);
    paintRows(canvas, frame, std::max(first, layout.pinnedRows()), last);
    canvas.setTop(0);
    m_firstPinnedSpot = m_spots.size();
    m_gaps.setPinned(true);
    paintRows(canvas, frame, 0, layout.pinnedRows());
    for (std::size_t i = m_firstPinnedSpot; i < m_spots.size(); ++i)
        m_spots[i].pinned = true;
    dropNarrowSpots();
    if (!frame.lettered)
        return;
    QPainter painter(&image);
    write(painter, frame);
}

// The ground is only laid where no row covers it: memory is what a large picture costs.
void TimelinePainter::paintRows(Scanlines& canvas, const FrameGeometry& frame, std::size_t first, std::size_t last)
{
    const int pinned = frame.device(m_data.layout().pinnedHeight());
    const bool isPinned = last <= m_data.layout().pinnedRows();
    const int end = isPinned ? pinned : canvas.height();
    int reached = isPinned ? 0 : pinned;
    for (std::size_t i = first; i < last; ++i) {
        const view::Row& row = m_data.layout().rows()[i];
        const int top = frame.device(frame.topOf(row));
        const int bottom = frame.device(frame.topOf(row) + row.height);
        if (row.kind == view::RowKind::Lane) { // covers all of it but the line to the next
            canvas.fillRows(reached, top, m_ground);
            canvas.fillRows(bottom - frame.hairline(), bottom, m_ground);
        } else {
            canvas.fillRows(reached, bottom, m_ground);
        }
        reached = bottom;
        paintRow(canvas, frame, row);
    }
    canvas.fillRows(reached, end, m_ground);
}

void TimelinePainter::paintRow(Scanlines& canvas, const FrameGeometry& frame, const view::Row& row)
{
    const int y0 = frame.device(frame.topOf(row));
    const int y1 = frame.device(frame.topOf(row) + row.height);
    const int gap = frame.hairline();
    const view::LayoutNode& node = m_data.layout().node(row.node);
    StripPainter strips(canvas, frame, m_theme);
    switch (row.kind) {
    case view::RowKind::Steps:
        StepsPainter(m_data, frame, m_theme).row(canvas, y0, y1);
        break;
    case view::RowKind::Heading:
        paintHeading(canvas, frame, row, y0, y1);
        break;
    case view::RowKind::Brackets: // written with the labels
        break;
    case view::RowKind::Lane:
        paintLane(canvas, frame, row.lane, y0, y1 - gap, true);
        shadeCommunication(canvas, frame, node, row.lane, y0, y1 - gap);
        // The idle time of a stream stands on its first lane: the others only take what overlaps.
        if (row.lane == node.firstLane && isMarkedStream(node))
            m_gaps.streamGaps(canvas, node, spansOf(row.lane, frame), m_ground, y0, y1 - gap);
        break;
    case view::RowKind::Mini:
        paintMini(canvas, frame, node, y0, y1);
        break;
    case view::RowKind::Density:
        strips.activity(m_data, m_data.lanesBelow(row.node), y0 + 2 * gap, y1 - 2 * gap);
        break;
    case view::RowKind::Instants:
        strips.instants(m_data.trace(), node, y0, y1);
        strips.instantHits(m_data.trace(), hitsAmong(node), y0 + gap, y1 - gap);
        break;
    case view::RowKind::Counter:
        strips.counter(m_data, node, y0, y1 - gap);
        break;
    }
}

std::span<const InstantId> TimelinePainter::hitsAmong(const view::LayoutNode& instants) const
{
    if (!m_hits)
        return {};
    const std::vector<InstantId>& ids = m_hits->instantsById;
    const auto first = std::lower_bound(ids.begin(), ids.end(), InstantId(instants.first));
    const auto last = std::lower_bound(first, ids.end(), InstantId(instants.last));
    return {first, last};
}

void TimelinePainter::paintHeading(Scanlines& canvas, const FrameGeometry& frame, const view::Row& row, int y0, int y1)
{
    const int line = frame.hairline();
    const view::LayoutNode& node = m_data.layout().node(row.node);
    StripPainter strips(canvas, frame, m_theme);
    if (node.kind == view::NodeKind::Thread || node.kind == view::NodeKind::Stream) { // a track with sections only
        if (node.folded)
            strips.activity(m_data, m_data.lanesBelow(row.node), y0 + 5 * line, y1 - 5 * line);
        return;
    }
    canvas.fillRect(0, y0, canvas.width(), y1, pixel(m_theme.panel));

    if (const view::BusyIndex* busy = m_data.busy(row.node)) {
        m_gaps.tint(canvas, row.node, y0 + 3 * line, y1 - 3 * line);
        strips.busy(*busy, y0 + 3 * line, y1 - 3 * line);
        m_gaps.gaps(canvas, row.node, y0 + 3 * line, y1 - 3 * line);
    } else if (node.folded) {
        strips.activity(m_data, m_data.lanesBelow(row.node), y0 + 5 * line, y1 - 5 * line);
    }
    canvas.fillRect(0, y0, canvas.width(), y0 + line, pixel(m_theme.line));
    canvas.fillRect(0, y1 - line, canvas.width(), y1, pixel(m_theme.line));
}

void TimelinePainter::paintLane(
    Scanlines& canvas, const FrameGeometry& frame, LaneId lane, int y0, int y1, bool labelled)
{
    const std::vector<view::ColumnSpan>& spans = spansOf(lane, frame);
    m_line = m_ground;
    const int line = frame.hairline();
    const view::Argb surface = pixel(m_theme.surface);
    const int labelColumns = frame.device(kLabelWidth);
    for (const view::ColumnSpan& span : spans) {
        view::Argb colour = m_palette.colour(m_data.colours().of(span.slice));
        if (isDimmed(span.slice))
            colour = view::mix(colour, surface, kDimming);
        const auto from = m_line.begin() + span.x0;
        const auto to = m_line.begin() + span.x1;
        std::fill(from, to, colour);
        // A border at the right end keeps neighbours of one colour apart.
        if (span.x1 - span.x0 >= 3 * line && span.x1 < canvas.width())
            std::fill(to - line, to, view::mix(colour, surface, 0.6));
        if (labelled && span.x1 - span.x0 >= labelColumns)
            m_spots.push_back({span, y0, y1});
    }
    m_stats.spans += spans.size();
    canvas.fillRows(y0, y1, m_line);
    if (m_hits)
        underlineHits(canvas, spans, y1 - std::min(frame.device(kHitLine), y1 - y0), y1);
}

void TimelinePainter::underlineHits(Scanlines& canvas, const std::vector<view::ColumnSpan>& spans, int y0, int y1) const
{
    const view::Argb colour = pixel(m_theme.accent);
    for (const view::ColumnSpan& span : spans) {
        if (m_hits->contains(span.slice))
            canvas.fillRect(span.x0, y0, span.x1, y1, colour);
    }
}

// Lanes of a folded row. Idle time stands over all of them, where none of them shows work.
void TimelinePainter::paintMini(
    Scanlines& canvas, const FrameGeometry& frame, const view::LayoutNode& node, int y0, int y1)
{
    const bool isMarked = isMarkedStream(node);
    std::vector<view::ColumnSpan> work;
    for (std::uint32_t i = 0; i < std::min(node.lanes(), view::kMiniLanes); ++i) {
        const LaneId lane(node.firstLane.value + i);
        const auto [top, bottom] = miniBand(node, i, y1 - y0);
        const int space = bottom - top > 3 ? frame.hairline() : 0;
        paintLane(canvas, frame, lane, y0 + top, y0 + bottom - space, false);
        if (!isMarked)
            continue;
        shadeCommunication(canvas, frame, node, lane, y0 + top, y0 + bottom - space);
        const std::vector<view::ColumnSpan>& spans = spansOf(lane, frame);
        work.insert(work.end(), spans.begin(), spans.end());
    }
    if (isMarked)
        m_gaps.streamGaps(canvas, node, view::united(std::move(work)), m_ground, y0 + 1, y1 - frame.hairline());
}

bool TimelinePainter::isMarkedStream(const view::LayoutNode& node) const
{
    return m_marks && m_marks->workedBy(node).has_value();
}

// After a lane was painted, whose colours are still known.
void TimelinePainter::shadeCommunication(
    Scanlines& canvas, const FrameGeometry& frame, const view::LayoutNode& node, LaneId lane, int y0, int y1)
{
    if (const auto device = m_marks ? m_marks->workedBy(node) : std::nullopt)
        m_comm.shade(canvas, *device, spansOf(lane, frame), m_line, y0, y1);
}

void TimelinePainter::dropNarrowSpots()
{
    if (m_spots.size() <= kMaxLabels)
        return;
    const auto isWider
        = [](const LabelSpot& a, const LabelSpot& b) { return a.span.x1 - a.span.x0 > b.span.x1 - b.span.x0; };
    std::nth_element(m_spots.begin(), m_spots.begin() + kMaxLabels, m_spots.end(), isWider);
    m_spots.resize(kMaxLabels);
}

// What the flags of blocking calls leave of a slice for its name: left edge and width, logical px.
std::pair<double, double> TimelinePainter::roomBeside(
    const std::vector<QRectF>& flags, const FrameGeometry& frame, const LabelSpot& spot)
{
    double left = spot.span.x0 / frame.ratio;
    double right = spot.span.x1 / frame.ratio;
    const double middle = (spot.top + spot.bottom) / 2.0 / frame.ratio;
    for (const QRectF& flag : flags) {
        if (flag.top() > middle || flag.bottom() < middle || flag.left() >= right || flag.right() <= left)
            continue;
        if (flag.left() - left >= right - flag.right())
            right = flag.left();
        else
            left = flag.right();
    }
    return {left, std::max(0.0, right - left)};
}

void TimelinePainter::paintLabels(QPainter& painter, const FrameGeometry& frame)
{
    const int pinned = m_data.layout().pinnedHeight();
    painter.setFont(m_labels.font());
    const std::vector<QRectF> flags = m_marks ? SyncPainter(m_data, *m_marks, frame).flags() : std::vector<QRectF>();
    for (const LabelSpot& spot : m_spots) {
        const auto [left, width] = roomBeside(flags, frame, spot);
        const Label* label = m_labels.label(spot.span.slice, width - 2 * kLabelInset);
        if (!label)
            continue;
        if (spot.pinned)
            painter.setClipRect(0, 0, frame.size.width(), pinned);
        else
            painter.setClipRect(0, pinned, frame.size.width(), frame.size.height() - pinned);
        const double middle = (spot.top + spot.bottom) / 2.0 / frame.ratio;
        painter.setPen(isDimmed(spot.span.slice) ? blend(m_theme.text, m_theme.surface, kTextDimming)
                                                 : colourOf(m_palette.text(m_data.colours().of(spot.span.slice))));
        painter.drawStaticText(QPointF(left + kLabelInset, middle - m_labels.textHeight() / 2), label->text);
        ++m_stats.labels;
    }
}

void TimelinePainter::write(QPainter& painter, const FrameGeometry& frame)
{
    paintLabels(painter, frame);
    const int pinned = m_data.layout().pinnedHeight();
    painter.setClipRect(0, pinned, frame.size.width(), frame.size.height() - pinned);
    m_gaps.labels(painter, pinned);
    painter.setClipRect(0, pinned, frame.size.width(), frame.size.height() - pinned);
    m_stats.gaps = m_gaps.drawn();
    m_stats.gapLabels = m_gaps.labelPlaces();
    paintRowTexts(painter, frame);
    if (m_marks)
        SyncPainter(m_data, *m_marks, frame).paint(painter, m_theme);
    painter.setClipping(false);
    for (std::size_t i = 0; i < m_data.layout().pinnedRows(); ++i)
        paintRowText(painter, frame, m_data.layout().rows()[i]);
    if (pinned > 0 && m_data.layout().rows().front().kind == view::RowKind::Steps)
        StepsPainter(m_data, frame, m_theme).labels(painter);
    const bool hasPinnedRows = m_data.layout().pinnedRows() > 1 || (pinned > 0 && m_data.steps().empty());
    if (hasPinnedRows)
        painter.fillRect(QRectF(0, pinned - 1, frame.size.width(), 1), m_theme.muted);
}

void TimelinePainter::paintRowTexts(QPainter& painter, const FrameGeometry& frame)
{
    const view::TrackLayout& layout = m_data.layout();
    const auto [first, last]
        = layout.rowsBetween(layout.pinnedHeight() + frame.scroll, frame.size.height() + frame.scroll);
    for (std::size_t i = std::max(first, layout.pinnedRows()); i < last; ++i)
        paintRowText(painter, frame, layout.rows()[i]);
}

void TimelinePainter::paintRowText(QPainter& painter, const FrameGeometry& frame, const view::Row& row)
{
    if (row.kind == view::RowKind::Counter)
        paintCounterScale(painter, frame, row);
    else if (row.kind == view::RowKind::Brackets && m_marks)
        WallPainter(*m_marks, frame).paint(painter, row, m_data.layout().node(row.node).track, m_theme);
}

// What the top of a counter row stands for, at its right end.
void TimelinePainter::paintCounterScale(QPainter& painter, const FrameGeometry& frame, const view::Row& row)
{
    const view::LayoutNode& node = m_data.layout().node(row.node);
    const auto range = counterRange(m_data, node);
    if (!range)
        return;
    const QString text = m_data.counterText(node.first, range->high);
    const QFontMetricsF metrics(painter.font());
    const double width = metrics.horizontalAdvance(text);
    const QRectF place(
        frame.size.width() - width - 3 * kLabelInset, frame.topOf(row) + 1, width + 2 * kLabelInset, metrics.height());
    QColor ground = m_theme.surface;
    ground.setAlphaF(0.75F);
    painter.fillRect(place, ground);
    painter.setPen(m_theme.muted);
    painter.drawText(place, Qt::AlignCenter, text);
}

} // namespace stepscope::widgets
