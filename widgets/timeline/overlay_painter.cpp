// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/overlay_painter.h"

#include "widgets/common/chip.h"
#include "widgets/common/style.h"
#include "widgets/details/slice_distance.h"
#include "widgets/details/step_words.h"
#include "widgets/timeline/overlay_shapes.h"
#include "widgets/timeline/sync_painter.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope::widgets {

namespace {

constexpr double kPlateInset = 3; // of a label's ground
constexpr double kBesideRow = 12; // from the row of two slices to the line between them
constexpr double kChip = 18;      // height of the length on it
constexpr double kNarrow = 3;     // a selected slice is marked as one of that width
constexpr double kPointer = 5;    // height of the triangles above and below it
constexpr double kBesideFrame = 3;

// Where the line between two slices runs: halfway from the one's row to the other's, above a row that both are in.
double lineBetween(const QRectF& a, const QRectF& b)
{
    const QRectF& upper = a.top() <= b.top() ? a : b;
    const QRectF& lower = a.top() <= b.top() ? b : a;
    if (upper.top() < lower.top())
        return std::floor((upper.bottom() + lower.top()) / 2) + 0.5;
    return std::floor(
               upper.top() > view::kHeadingHeight + kBesideRow ? upper.top() - kBesideRow : upper.bottom() + kBesideRow)
        + 0.5;
}

} // namespace

OverlayPainter::OverlayPainter(
    QPainter& painter, const TimelineData& data, const FrameGeometry& frame, const Theme& theme)
    : m_painter(painter)
    , m_data(data)
    , m_frame(frame)
    , m_theme(theme)
    , m_scale(frame.window, frame.size.width())
{
    m_painter.setRenderHint(QPainter::Antialiasing);
}

bool OverlayPainter::isPinned(SliceId slice) const
{
    const auto row
        = slice.valid() ? m_data.layout().rowOfLane(m_data.layout().laneOf(slice)) : std::optional<std::size_t>();
    return row && m_data.layout().rows()[*row].pinned;
}

void OverlayPainter::clipBelowPinned(bool isAmongPinned)
{
    const int pinned = isAmongPinned ? 0 : m_data.layout().pinnedHeight();
    m_painter.setClipRect(0, pinned, m_frame.size.width(), m_frame.size.height() - pinned);
}

void OverlayPainter::emptyState()
{
    m_painter.setFont(uiFont());
    m_painter.setPen(m_theme.muted);
    m_painter.drawText(QRect(QPoint(), m_frame.size), Qt::AlignCenter | Qt::TextWordWrap,
        QCoreApplication::translate("Timeline",
            "This trace holds no event with a time.\nRecord with activities=[CPU, CUDA] and at least one active "
            "step."));
}

void OverlayPainter::range(const std::optional<TimeRange>& range)
{
    if (!range)
        return;
    const double x0 = std::clamp(m_scale.toPx(range->start), -kBeyond, m_frame.size.width() + kBeyond);
    const double x1 = std::clamp(m_scale.toPx(range->end), -kBeyond, m_frame.size.width() + kBeyond);
    QColor fill = m_theme.accent;
    fill.setAlphaF(m_theme.dark ? 0.14F : 0.10F);
    m_painter.fillRect(QRectF(x0, 0, x1 - x0, m_frame.size.height()), fill);
    m_painter.setPen(QPen(m_theme.accent, 1));
    for (const double x : {x0, x1})
        m_painter.drawLine(QPointF(x, 0), QPointF(x, m_frame.size.height()));
}

void OverlayPainter::outline(const QRectF& rect, const QColor& colour, double width)
{
    m_painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    m_painter.setBrush(Qt::NoBrush);
    // Outside of what it marks, so that a slice one pixel wide stays visible in its frame.
    m_painter.drawRect(rect.adjusted(-width / 2, -width / 2 + 0.5, width / 2, width / 2));
}

// What is narrower than can be seen gets a frame that can, between two triangles that point at it.
void OverlayPainter::selected(const QRectF& rect)
{
    if (rect.width() >= kNarrow)
        return outline(rect, m_theme.accent, 2);
    const double x = rect.center().x();
    outline(QRectF(x - kNarrow / 2, rect.top(), kNarrow, rect.height()), m_theme.accent, 2);
    const auto triangle = [&](double tip, double base) {
        const QPointF corners[] = {{x, tip}, {x - kPointer, base}, {x + kPointer, base}};
        m_painter.drawPolygon(corners, 3);
    };
    m_painter.setPen(QPen(m_theme.surface, 1)); // over slices of any colour
    m_painter.setBrush(m_theme.accent);
    triangle(rect.top() - kBesideFrame, rect.top() - kBesideFrame - kPointer);
    triangle(rect.bottom() + kBesideFrame, rect.bottom() + kBesideFrame + kPointer);
}

void OverlayPainter::selection(const Item& item, const view::LaunchChain& chain)
{
    if (!item.valid())
        return;
    m_painter.save();
    const double strength = chain.links.size() > 1 ? 0.55 : 1.0;
    for (const auto& [launch, work] : chain.links) {
        const auto from = sliceRect(m_data, m_frame, launch);
        const auto to = sliceRect(m_data, m_frame, work);
        clipBelowPinned(isPinned(launch) || isPinned(work));
        if (from && to)
            link(*from, *to, strength);
    }
    for (const SliceId related : {chain.op, chain.launch}) {
        const auto rect = sliceRect(m_data, m_frame, related);
        clipBelowPinned(isPinned(related));
        if (rect && related != item.slice())
            outline(*rect, m_theme.accent, 1);
    }
    clipBelowPinned(isPinned(item.slice()));
    if (const auto rect = itemRect(m_data, m_frame, item))
        selected(*rect);
    m_painter.restore();
    if (const auto rect = stepRect(m_data, m_frame, item.slice()))
        outline(*rect, m_theme.accent, 2);
}

void OverlayPainter::flows(const std::vector<model::Flow>& flows)
{
    m_painter.save();
    const model::Trace& trace = m_data.trace();
    for (const model::Flow& flow : flows) {
        clipBelowPinned(isPinned(flow.from) || isPinned(flow.to));
        const auto from = sliceRect(m_data, m_frame, flow.from);
        const auto to = sliceRect(m_data, m_frame, flow.to);
        if (!from || !to)
            continue;
        const std::string_view category = flow.category < trace.categories.size()
            ? trace.names.view(trace.categories[flow.category].name)
            : std::string_view();
        link(*from, *to, 1, QString::fromUtf8(category.data(), static_cast<qsizetype>(category.size())));
        outline(*from, m_theme.accent, 1);
        outline(*to, m_theme.accent, 1);
    }
    m_painter.restore();
}

// With a label: dashed.
void OverlayPainter::link(const QRectF& from, const QRectF& to, double strength, const QString& label)
{
    const LinkCurve curve(from, to);
    const QPainterPath path = curve.path();
    QColor colour = m_theme.accent;
    colour.setAlphaF(static_cast<float>(strength));
    // A halo of the surface keeps the line readable over slices of any colour.
    QColor halo = m_theme.surface;
    halo.setAlphaF(static_cast<float>(0.7 * strength));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(halo, 4));
    m_painter.drawPath(path);
    m_painter.setPen(QPen(colour, 1.5, label.isEmpty() ? Qt::SolidLine : Qt::DashLine));
    m_painter.drawPath(path);
    if (!label.isEmpty())
        plate(path.pointAtPercent(0.5), label);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(colour);
    m_painter.drawEllipse(curve.start, 3, 3);
    const QPointF head[] = {curve.end, curve.end + QPointF(-7, -4), curve.end + QPointF(-7, 4)};
    m_painter.drawPolygon(head, 3);
}

void OverlayPainter::plate(QPointF centre, const QString& text)
{
    m_painter.setFont(smallFont());
    const QFontMetricsF metrics(m_painter.font());
    QRectF place(0, 0, metrics.horizontalAdvance(text) + 2 * kPlateInset, metrics.height());
    place.moveCenter(centre);
    m_painter.fillRect(place, m_theme.surface);
    m_painter.setPen(m_theme.muted);
    m_painter.drawText(place, Qt::AlignCenter | Qt::TextSingleLine, text);
}

void OverlayPainter::distance(SliceId from, SliceId to)
{
    const auto a = sliceRect(m_data, m_frame, from);
    const auto b = sliceRect(m_data, m_frame, to);
    if (!a || !b)
        return;
    const model::Trace& trace = m_data.trace();
    const Distance distance = distanceBetween(trace, from, to);
    const QRectF& first = distance.first == from ? *a : *b;
    const QRectF& second = distance.first == from ? *b : *a;
    const double x0 = distance.apart() ? first.right() : first.left();
    const double x1 = std::max(second.left(), x0);
    const double y = lineBetween(*a, *b);
    m_painter.save();
    if (!isPinned(from) && !isPinned(to))
        clipBelowPinned();
    outline(*b, m_theme.accent, 1);
    const auto line = [this](const QColor& colour, double width, QPointF p, QPointF q) {
        m_painter.setPen(QPen(colour, width));
        m_painter.drawLine(p, q);
    };
    constexpr double kTick = 5;
    for (const auto& [colour, width] : {std::pair(m_theme.surface, 4.0), std::pair(m_theme.accent, 1.5)}) {
        line(colour, width, {x0, y}, {x1, y});
        line(colour, width, {x0, std::min(first.center().y(), y - kTick)},
            {x0, std::max(first.center().y(), y + kTick)});
        line(colour, width, {x1, std::min(second.center().y(), y - kTick)},
            {x1, std::max(second.center().y(), y + kTick)});
    }
    const double seen0 = std::max(x0, 0.0);
    const double seen1 = std::min<double>(x1, m_frame.size.width());
    if (seen0 <= seen1) {
        m_painter.setFont(smallFont());
        const QRectF bounds(0, y - kChip / 2, m_frame.size.width(), kChip);
        const QString text = distanceLabel(distance);
        paintChip(m_painter, chipRect(m_painter.font(), bounds, (seen0 + seen1) / 2, text), text, true, m_theme);
    }
    m_painter.restore();
}

void OverlayPainter::hover(const Item& item)
{
    QColor colour = m_theme.text;
    colour.setAlphaF(0.7F);
    if (const auto rect = stepRect(m_data, m_frame, item.slice()))
        outline(*rect, colour, 1);
    const auto rect = itemRect(m_data, m_frame, item);
    if (!rect)
        return;
    m_painter.save();
    if (!isPinned(item.slice()))
        clipBelowPinned();
    outline(*rect, colour, 1);
    m_painter.restore();
}

void OverlayPainter::mark(const MarkRef& mark, const MarkContext& context, const TimelineMarks& marks)
{
    if (!mark.valid())
        return;
    m_painter.save();
    for (const MarkRect& shown : OverlayShapes(m_data, m_frame).ofMark(mark, marks)) {
        clipBelowPinned(shown.pinned);
        outline(shown.rect, m_theme.text, 1.5);
    }
    for (const SliceId cause : context.causes) {
        const auto rect = sliceRect(m_data, m_frame, cause);
        if (!rect)
            continue;
        QColor light = m_theme.accent;
        light.setAlphaF(0.25F);
        clipBelowPinned(isPinned(cause));
        m_painter.fillRect(*rect, light);
        outline(*rect, m_theme.accent, 2);
    }
    const auto launch = sliceRect(m_data, m_frame, context.launch);
    const auto work = sliceRect(m_data, m_frame, context.workAfter);
    clipBelowPinned(isPinned(context.launch) || isPinned(context.workAfter));
    if (launch && work)
        link(*launch, *work, 1);
    for (const auto& rect : {launch, work}) {
        if (rect)
            outline(*rect, m_theme.accent, 1.5);
    }
    m_painter.restore();
}

void OverlayPainter::sync(SliceId call, const TimelineMarks& marks)
{
    if (!marks.syncOf(call))
        return;
    m_painter.save();
    SyncPainter(m_data, marks, m_frame).paintAlso(m_painter, m_theme, call);
    m_painter.restore();
}

void OverlayPainter::stepOnGpu(SliceId slice, const TimelineMarks& marks)
{
    const analysis::StepFigures* step = stepFiguresOf(m_data.trace(), marks.figures(), slice);
    if (step == nullptr || !step->span.gpu)
        return;
    const view::TrackLayout& layout = m_data.layout();
    m_painter.save();
    for (const TimelineMarks::Device& device : marks.devices()) {
        const auto index = device.node.valid() ? layout.rowOfNode(device.node) : std::nullopt;
        if (!index)
            continue;
        const view::Row& row = layout.rows()[*index];
        clipBelowPinned(row.pinned);
        const double x0 = std::clamp(m_scale.toPx(step->span.gpu->start), -kBeyond, m_frame.size.width() + kBeyond);
        const double x1 = std::clamp(m_scale.toPx(step->span.gpu->end), -kBeyond, m_frame.size.width() + kBeyond);
        outline(QRectF(x0, m_frame.topOf(row) + 1, std::max(1.0, x1 - x0), row.height - 3), m_theme.accent, 2);
    }
    m_painter.restore();
}

void OverlayPainter::cursor(std::optional<std::int64_t> time)
{
    if (!time)
        return;
    const double x = std::floor(m_scale.toPx(*time)) + 0.5;
    QColor colour = m_theme.text;
    colour.setAlphaF(0.35F);
    m_painter.setPen(QPen(colour, 1));
    m_painter.drawLine(QPointF(x, 0), QPointF(x, m_frame.size.height()));
}

} // namespace stepscope::widgets
