// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/annotate/annotation_gestures.h"

#include "widgets/details/detail_text.h"

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

using share::Annotation;
using share::AnnotationKind;

namespace {

constexpr double kDragDistance = 3; // px before a press becomes a drag

} // namespace

AnnotationGestures::AnnotationGestures(AnnotationLayer* layer)
    : QObject(layer)
    , m_layer(layer)
{
    m_layer->surface().canvas().installEventFilter(this);
    if (&m_layer->surface().keyboard() != &m_layer->surface().canvas())
        m_layer->surface().keyboard().installEventFilter(this);
}

bool AnnotationGestures::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_layer->surface().canvas() && onCanvas(*event))
        return true;
    if (watched == &m_layer->surface().keyboard()) {
        if (event->type() == QEvent::ShortcutOverride && means(*static_cast<QKeyEvent*>(event))) {
            event->accept();
            return true;
        }
        if (event->type() == QEvent::KeyPress && means(*static_cast<QKeyEvent*>(event))) {
            keyPress(*static_cast<QKeyEvent*>(event));
            return true;
        }
        if (event->type() == QEvent::FocusIn)
            Q_EMIT used();
    }
    return QObject::eventFilter(watched, event);
}

bool AnnotationGestures::onCanvas(QEvent& event)
{
    switch (event.type()) {
    case QEvent::MouseButtonPress:
        return press(static_cast<QMouseEvent&>(event));
    case QEvent::MouseMove:
        return move(static_cast<QMouseEvent&>(event));
    case QEvent::MouseButtonRelease:
        return release(static_cast<QMouseEvent&>(event));
    case QEvent::MouseButtonDblClick:
        return doubleClick(static_cast<QMouseEvent&>(event));
    case QEvent::ContextMenu:
        return askForMenu(static_cast<QContextMenuEvent&>(event));
    case QEvent::ToolTip:
        return showText(event);
    case QEvent::Leave:
        m_pointer.reset();
        return false;
    default:
        return false;
    }
}

QPointF AnnotationGestures::inArea(QPointF position) const
{
    return position - m_layer->surface().area().topLeft();
}

const Annotation* AnnotationGestures::selected()
{
    const Annotation* annotation = m_layer->board().find(m_layer->board().selected());
    return annotation != nullptr && m_layer->surface().owns(*annotation) ? annotation : nullptr;
}

// ---- mouse ----

bool AnnotationGestures::press(const QMouseEvent& event)
{
    Q_EMIT used();
    const QPointF position = inArea(event.position());
    if (event.button() != Qt::LeftButton || m_drag != Drag::None)
        return m_drag != Drag::None;
    if (m_layer->isEditing())
        m_layer->surface().keyboard().setFocus(); // ends it
    m_pressed = position;
    if (m_tool) {
        leaveCanvas();
        beginDraft(position);
        return true;
    }
    const bool isPlain = event.modifiers() == Qt::NoModifier;
    const auto hit = isPlain ? m_layer->scene().hitAt(position, m_layer->board().selected()) : std::nullopt;
    if (!hit) {
        if (isPlain)
            m_layer->board().select(0);
        return false;
    }
    m_layer->board().select(hit->number);
    m_layer->surface().keyboard().setFocus();
    m_before = *m_layer->board().find(hit->number);
    m_grip = hit->grip.value_or(Grip());
    m_label = hit->isLabel ? std::optional(m_layer->scene().find(hit->number)->labelCorner()) : std::nullopt;
    m_drag = Drag::Pressed;
    leaveCanvas();
    return true;
}

bool AnnotationGestures::isFar(QPointF position) const
{
    const QPointF way = position - m_pressed;
    return std::max(std::abs(way.x()), std::abs(way.y())) >= kDragDistance;
}

// While something is drawn or dragged the canvas sees no more of the pointer: what it said of its place goes.
void AnnotationGestures::leaveCanvas()
{
    const auto pointer = m_pointer;
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(&m_layer->surface().canvas(), &leave);
    m_pointer = pointer;
}

bool AnnotationGestures::move(const QMouseEvent& event)
{
    const QPointF position = inArea(event.position());
    m_pointer = position;
    if (m_drag == Drag::Drawing)
        drawTo(position);
    else if (m_drag != Drag::None)
        dragTo(position);
    else if (event.buttons() == Qt::NoButton)
        showCursor(position);
    return m_drag != Drag::None;
}

void AnnotationGestures::dragTo(QPointF position)
{
    if (m_drag == Drag::Pressed && !isFar(position))
        return;
    m_drag = Drag::Moving;
    AnnotationSurface& surface = m_layer->surface();
    if (m_label) {
        if (const PlacedAnnotation* item = m_layer->scene().find(m_before.number))
            m_layer->setDraft(item->withLabelAt(*m_label + position - m_pressed, surface.area().size()));
        return;
    }
    if (m_before.kind == AnnotationKind::Highlight) { // onto another event
        if (auto other = surface.eventAt(position)) {
            other->number = m_before.number;
            other->text = m_before.text;
            other->colour = m_before.colour;
            other->label = m_before.label;
            m_layer->setDraft(*other);
        }
        return;
    }
    m_layer->setDraft(snappedEnd(movedBy(m_before, m_grip, position - m_pressed, surface)));
}

// What is measured between ends goes to the edge of something near the one that is dragged.
Annotation AnnotationGestures::snappedEnd(Annotation annotation)
{
    const bool isMeasured = annotation.kind == AnnotationKind::Span || annotation.kind == AnnotationKind::Region;
    if (!isMeasured || m_grip.fromAlong == m_grip.toAlong)
        return annotation;
    share::Anchor& end = m_grip.fromAlong ? annotation.from : annotation.to;
    AnnotationSurface& surface = m_layer->surface();
    if (const auto spot = surface.spotOf(end)) {
        const share::Anchor snapped = surface.snapped(spot->point);
        end.at = snapped.at;
        end.resolution = snapped.resolution;
    }
    return annotation;
}

bool AnnotationGestures::release(const QMouseEvent& event)
{
    if (m_drag == Drag::None || event.button() != Qt::LeftButton)
        return m_drag != Drag::None;
    const Drag ended = std::exchange(m_drag, Drag::None);
    if (ended == Drag::Drawing) {
        endDraft(inArea(event.position()));
    } else if (ended == Drag::Moving && m_layer->draft()) {
        const Annotation moved = *m_layer->draft();
        m_layer->setDraft({});
        m_layer->board().change(
            moved, (m_label ? tr("Move the label of note %1") : tr("Move note %1")).arg(moved.number));
    }
    return true;
}

bool AnnotationGestures::doubleClick(const QMouseEvent& event)
{
    const auto hit = m_layer->scene().hitAt(inArea(event.position()), m_layer->board().selected());
    if (!hit || event.button() != Qt::LeftButton || m_tool)
        return m_tool.has_value();
    m_drag = Drag::None;
    m_layer->edit(*m_layer->board().find(hit->number));
    return true;
}

bool AnnotationGestures::askForMenu(const QContextMenuEvent& event)
{
    const auto hit = m_layer->scene().hitAt(inArea(event.pos()), m_layer->board().selected());
    if (!hit)
        return false;
    m_layer->board().select(hit->number);
    Q_EMIT menuRequested(event.globalPos());
    return true;
}

// The whole text where the label has no room for it.
bool AnnotationGestures::showText(QEvent& event)
{
    const auto& help = static_cast<QHelpEvent&>(event);
    const auto hit = m_layer->scene().hitAt(inArea(help.pos()), 0);
    const PlacedAnnotation* item = hit ? m_layer->scene().find(hit->number) : nullptr;
    if (item == nullptr || (!item->label.isCut && item->place.size == LabelSize::Full))
        return false;
    QToolTip::showText(help.globalPos(), toQString(item->value.text).toHtmlEscaped(), &m_layer->surface().canvas());
    return true;
}

void AnnotationGestures::showCursor(QPointF position)
{
    QWidget& canvas = m_layer->surface().canvas();
    const auto hit = m_tool ? std::nullopt : m_layer->scene().hitAt(position, m_layer->board().selected());
    if (m_tool)
        canvas.setCursor(Qt::CrossCursor);
    else if (hit)
        canvas.setCursor(hit->grip ? Qt::SizeAllCursor : Qt::PointingHandCursor);
    else if (m_hasCursor)
        canvas.unsetCursor();
    m_hasCursor = m_tool || hit;
}

} // namespace stepscope::widgets
