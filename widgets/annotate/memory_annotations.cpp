// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/annotate/memory_annotations.h"

#include "core/view/memory_shape.h"
#include "widgets/annotate/time_annotations.h"
#include "widgets/details/detail_text.h"
#include "widgets/memory/memory_timeline_overlay.h"
#include "widgets/memory/memory_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace stepscope::widgets {

using share::Anchor;
using share::Annotation;
using share::AnnotationKind;

MemoryAnnotations::MemoryAnnotations(MemoryTimelineView* view, TimeAxis* axis, MemoryCursor* cursor, std::uint32_t run)
    : m_view(view)
    , m_axis(axis)
    , m_cursor(cursor)
    , m_run(run)
{
}

CanvasState MemoryAnnotations::state() const
{
    const MemoryFrame& frame = m_view->frame();
    const auto mode = static_cast<std::uint64_t>(m_view->content().positions().mode());
    return {frame.window, frame.size, 0, frame.bytesPerPixel,
        (static_cast<std::uint64_t>(m_cursor->device()) << 48U) + (mode << 44U) + m_view->pictures().count()};
}

bool MemoryAnnotations::owns(const Annotation& annotation) const
{
    return annotation.view == share::AnnotationView::Memory && annotation.run == m_run;
}

Annotation MemoryAnnotations::blank() const
{
    Annotation annotation;
    annotation.view = share::AnnotationView::Memory;
    annotation.run = m_run;
    annotation.device = static_cast<std::uint32_t>(m_cursor->device());
    return annotation;
}

bool MemoryAnnotations::isShown(const Annotation& annotation) const
{
    return annotation.device == m_cursor->device();
}

// ---- anchors ----

std::int64_t MemoryAnnotations::positionOf(std::int64_t entry) const
{
    const view::EntryPositions& positions = m_view->content().positions();
    return positions.of(
        static_cast<std::int32_t>(std::clamp<std::int64_t>(entry, model::kBeforeHistory, positions.count())));
}

std::optional<Spot> MemoryAnnotations::spotOf(const Anchor& anchor, Side side) const
{
    const MemoryFrame& frame = m_view->frame();
    const view::TimeScale scale = frame.scale();
    const double begin = scale.toPx(positionOf(anchor.at));
    const double end = scale.toPx(positionOf(std::min(anchor.at, std::numeric_limits<std::int64_t>::max() - 1) + 1));
    const double inside = (begin + end) / 2 + std::clamp(anchor.lane, -0.5, 0.5) * (end - begin);
    const double x = side == Side::Begin ? begin : side == Side::End ? end : inside;
    return Spot {{x, frame.yOf(anchor.bytes)}, QRectF(QPointF(0, 0), QSizeF(area().size()))};
}

Anchor MemoryAnnotations::anchorAt(QPointF point) const
{
    const MemoryFrame& frame = m_view->frame();
    Anchor anchor;
    const std::int64_t position = frame.scale().toNs(point.x());
    anchor.at = m_view->content().positions().entryAt(position);
    const std::int64_t begin = positionOf(anchor.at);
    const double width = view::timeDifference(positionOf(anchor.at + 1), begin);
    if (width > 0) // entries may last long where the axis is one of time
        anchor.lane = std::clamp(view::timeDifference(position, begin) / width, 0.0, 1.0) - 0.5;
    const double up = std::clamp(frame.size.height() - point.y(), 0.0, static_cast<double>(frame.size.height()));
    anchor.bytes = static_cast<std::uint64_t>(up * frame.ratio) * frame.bytesPerPixel;
    return anchor;
}

Anchor MemoryAnnotations::moved(const Anchor& anchor, QPointF by) const
{
    const auto spot = spotOf(anchor);
    const Anchor there = anchorAt(spot->point + by);
    Anchor moved = anchor;
    if (by.x() != 0) {
        moved.at = there.at;
        moved.lane = there.lane;
    }
    if (by.y() != 0)
        moved.bytes = there.bytes;
    return moved;
}

Anchor MemoryAnnotations::curveAt(std::int32_t entry) const
{
    const view::CurvePeaks& active = m_view->content().active();
    Anchor anchor;
    anchor.at = entry;
    anchor.bytes = m_view->content().hasHistory() ? active.curve().at(entry) : 0;
    return anchor;
}

// In the middle of its band, at the cursor or, where it does not live then, as near to it as it does.
Anchor MemoryAnnotations::insideOf(AllocId allocation) const
{
    const model::AllocationTable& table = m_view->content().device().allocations;
    const std::int32_t last = std::max(table.died[allocation.index()] - 1, 0);
    const std::int32_t entry = std::clamp(m_cursor->entry(), std::clamp(table.born[allocation.index()], 0, last), last);
    const std::array column {entry};
    const view::BandShape band = view::bandShape(m_view->content().blocks(), column, allocation.index());
    if (band.bottoms.empty())
        return curveAt(entry);
    Anchor anchor;
    anchor.at = entry;
    anchor.bytes = band.bottoms.front() + band.size / 2;
    return anchor;
}

// ---- allocations ----

// `from` is its birth and its size, `to` its end.
Annotation MemoryAnnotations::highlightOf(AllocId allocation) const
{
    const model::AllocationTable& table = m_view->content().device().allocations;
    Annotation highlight = blank();
    highlight.kind = AnnotationKind::Highlight;
    highlight.event = m_view->content().stacks().label(table.stack[allocation.index()]);
    highlight.from.at = table.born[allocation.index()];
    highlight.from.bytes = table.size[allocation.index()];
    highlight.to.at = table.died[allocation.index()];
    return highlight;
}

AllocId MemoryAnnotations::allocationOf(const Annotation& highlight) const
{
    const auto known = m_found.find(highlight.number);
    if (known != m_found.end() && known->second.first == highlight)
        return known->second.second;
    const model::AllocationTable& table = m_view->content().device().allocations;
    AllocId found;
    for (std::size_t i = 0; i < table.count() && !found.valid(); ++i) {
        const bool isIt = table.born[i] == highlight.from.at && table.died[i] == highlight.to.at
            && table.size[i] == highlight.from.bytes;
        if (isIt && m_view->content().stacks().label(table.stack[i]) == highlight.event)
            found = AllocId(i);
    }
    m_found[highlight.number] = {highlight, found};
    return found;
}

QPainterPath MemoryAnnotations::eventOutline(const Annotation& highlight) const
{
    const AllocId allocation = allocationOf(highlight);
    const MemoryPictures& pictures = m_view->pictures();
    if (!allocation.valid() || allocation.index() >= m_view->content().blocks().count())
        return {};
    const QPainterPath band = bandOutline(
        view::bandShape(m_view->content().blocks(), pictures.entries(), allocation.index()), pictures.frame());
    return pictures.placeIn(m_view->frame()).map(band);
}

std::optional<Annotation> MemoryAnnotations::eventAt(QPointF point)
{
    const AllocId allocation = m_view->hitAt(point).allocation;
    return allocation.valid() ? std::optional(highlightOf(allocation)) : std::nullopt;
}

// The range, else the life of the allocation; where only a point is asked for one of the allocation, else the cursor.
std::optional<Annotation> MemoryAnnotations::ofSelection(AnnotationKind kind) const
{
    const AllocId allocation = m_cursor->allocation();
    const bool isChosen = allocation.index() < m_view->content().device().allocations.count();
    if (kind == AnnotationKind::Highlight)
        return isChosen ? std::optional(highlightOf(allocation)) : std::nullopt;
    if (!m_view->content().hasHistory())
        return std::nullopt;
    constexpr double kArrowLength = 56; // px
    Annotation annotation = blank();
    annotation.kind = kind;
    const bool hasBand = isChosen && allocation.index() < m_view->content().blocks().count();
    annotation.from = annotation.to = hasBand ? insideOf(allocation) : curveAt(m_cursor->entry());
    if (kind == AnnotationKind::Arrow)
        annotation.from = moved(annotation.to, {-kArrowLength, -kArrowLength});
    if (kind == AnnotationKind::Note || kind == AnnotationKind::Arrow)
        return annotation;
    const std::int32_t last = m_view->content().device().entryCount() - 1;
    if (const auto& range = m_cursor->range()) {
        annotation.from = curveAt(range->first);
        annotation.to = curveAt(range->last);
    } else if (isChosen) {
        const model::AllocationTable& table = m_view->content().device().allocations;
        annotation.from = curveAt(table.born[allocation.index()]);
        annotation.to = curveAt(std::min(table.died[allocation.index()], last));
    } else {
        return std::nullopt;
    }
    if (kind == AnnotationKind::Box)
        annotation.to.bytes = 0;
    return annotation;
}

// ---- words ----

// How much more, or less, is in use at the end of a span than at its start.
QString MemoryAnnotations::changeText(const Annotation& span) const
{
    const auto& devices = m_view->content().snapshot().devices;
    if (span.device >= devices.size())
        return QStringLiteral("unknown");
    const model::MemoryDevice& device = devices[span.device];
    const auto inUse = [&device](std::int64_t entry) {
        return device.active.at(static_cast<std::int32_t>(std::clamp<std::int64_t>(
            entry, model::kBeforeHistory, std::max(device.entryCount() - 1, model::kBeforeHistory))));
    };
    const std::uint64_t before = inUse(std::min(span.from.at, span.to.at));
    const std::uint64_t after = inUse(std::max(span.from.at, span.to.at));
    if (before == after)
        return QStringLiteral("no change");
    return after > before ? QLatin1Char('+') + bytesText(after - before) : QChar(0x2212) + bytesText(before - after);
}

QString MemoryAnnotations::lengthText(const Annotation& annotation) const
{
    const auto& [first, last] = std::minmax(annotation.from.at, annotation.to.at);
    const std::uint64_t entries = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) + 1;
    QString count = countedText(entries, QStringLiteral("entry"), QStringLiteral("entries"));
    if (annotation.kind == AnnotationKind::Region)
        return count;
    if (annotation.kind == AnnotationKind::Span) // however high it is drawn
        return QStringLiteral("%1 over %2").arg(changeText(annotation), count);
    const std::uint64_t bytes
        = std::max(annotation.from.bytes, annotation.to.bytes) - std::min(annotation.from.bytes, annotation.to.bytes);
    return QStringLiteral("%1 over %2").arg(bytesText(bytes), count);
}

QString MemoryAnnotations::placeText(const Annotation& annotation) const
{
    const auto& devices = m_view->content().snapshot().devices;
    QStringList parts;
    if (annotation.device < devices.size())
        parts << memoryDeviceText(devices[annotation.device]);
    const std::int64_t entry = std::clamp<std::int64_t>(annotation.from.at, model::kBeforeHistory,
        annotation.device < devices.size() ? devices[annotation.device].entryCount() : 0);
    parts << entryText(static_cast<std::int32_t>(entry));
    const bool hasLength = annotation.kind == AnnotationKind::Box || annotation.kind == AnnotationKind::Span
        || annotation.kind == AnnotationKind::Region;
    parts << (hasLength ? lengthText(annotation) : bytesText(annotation.from.bytes));
    return parts.join(QStringLiteral(" · "));
}

void MemoryAnnotations::reveal(const Annotation& annotation)
{
    if (annotation.device < m_view->content().snapshot().devices.size())
        m_cursor->setDevice(annotation.device);
    const std::int64_t from = positionOf(annotation.from.at);
    revealTimes(*m_axis, from, annotation.kind == AnnotationKind::Note ? from : positionOf(annotation.to.at));
}

} // namespace stepscope::widgets
