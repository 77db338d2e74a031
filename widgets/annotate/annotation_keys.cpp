// SPDX-License-Identifier: GPL-3.0-or-later
// What keys do with the annotations of one canvas.
#include "widgets/annotate/annotation_gestures.h"

#include <QKeyEvent>

#include <cmath>

namespace stepscope::widgets {

using share::Annotation;
using share::AnnotationKind;

namespace {

constexpr double kNudge = 8;     // px of an arrow key along the axis
constexpr double kNudgeRow = 18; // … and across it

bool isReturn(const QKeyEvent& event)
{
    return event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter;
}

bool isArrow(const QKeyEvent& event)
{
    return event.key() == Qt::Key_Left || event.key() == Qt::Key_Right || event.key() == Qt::Key_Up
        || event.key() == Qt::Key_Down;
}

// By so much along the axis or across it; with Shift by a pixel where that is asked for.
QPointF stepOf(const QKeyEvent& event, double along, double across)
{
    const bool isAlong = event.key() == Qt::Key_Left || event.key() == Qt::Key_Right;
    const bool isBack = event.key() == Qt::Key_Left || event.key() == Qt::Key_Up;
    const QPointF step = isAlong ? QPointF(along, 0) : QPointF(0, across);
    return isBack ? -step : step;
}

} // namespace

bool AnnotationGestures::means(const QKeyEvent& event) const
{
    const bool hasAlt = event.modifiers().testFlag(Qt::AltModifier);
    if (event.modifiers().testFlag(Qt::MetaModifier) || (hasAlt && !isArrow(event)))
        return false;
    const bool isEscape = event.key() == Qt::Key_Escape;
    if (m_drag != Drag::None || m_tool)
        return isEscape || isReturn(event);
    const Annotation* annotation = m_layer->board().find(m_layer->board().selected());
    if (annotation == nullptr || !m_layer->surface().owns(*annotation))
        return false;
    return isEscape || isReturn(event) || isArrow(event);
}

void AnnotationGestures::keyPress(const QKeyEvent& event)
{
    if (event.key() == Qt::Key_Escape && m_drag != Drag::None) {
        m_drag = Drag::None;
        m_layer->setDraft({});
    } else if (m_tool) {
        if (event.key() == Qt::Key_Escape)
            disarm();
        else if (m_drag == Drag::None)
            annotateSelection(*m_tool);
    } else if (event.key() == Qt::Key_Escape) {
        m_layer->board().select(0);
    } else if (isReturn(event)) {
        m_layer->edit(*selected());
    } else if (event.modifiers().testFlag(Qt::AltModifier)) {
        nudgeLabel(event);
    } else {
        nudge(event);
    }
}

// Far zoomed in an entry is wider than a step: the steps grow until something moves.
void AnnotationGestures::nudge(const QKeyEvent& event)
{
    constexpr double kFarthest = 4096; // px
    const Annotation before = *selected();
    if (before.kind == AnnotationKind::Highlight)
        return;
    Grip grip;
    if (event.modifiers().testFlag(Qt::ControlModifier))
        grip.fromAlong = grip.fromAcross = before.kind == AnnotationKind::Note;
    QPointF step = stepOf(event, event.modifiers().testFlag(Qt::ShiftModifier) ? 1 : kNudge, kNudgeRow);
    const auto stays = [&before, along = step.x() != 0](const Annotation& moved) {
        return along ? moved.from.at == before.from.at && moved.to.at == before.to.at : moved == before;
    };
    Annotation moved = movedBy(before, grip, step, m_layer->surface());
    while (stays(moved) && std::abs(step.x()) + std::abs(step.y()) < kFarthest) {
        step *= 2;
        moved = movedBy(before, grip, step, m_layer->surface());
    }
    m_layer->board().change(moved, tr("Move note %1").arg(before.number), AnnotationBoard::Step::Merges);
}

// What is out of sight has no label to move.
void AnnotationGestures::nudgeLabel(const QKeyEvent& event)
{
    const PlacedAnnotation* item = m_layer->scene().find(m_layer->board().selected());
    if (item == nullptr)
        return;
    const double by = event.modifiers().testFlag(Qt::ShiftModifier) ? 1 : kNudge;
    const Annotation moved
        = item->withLabelAt(item->labelCorner() + stepOf(event, by, by), m_layer->surface().area().size());
    m_layer->board().change(moved, tr("Move the label of note %1").arg(moved.number), AnnotationBoard::Step::Merges);
}

} // namespace stepscope::widgets
