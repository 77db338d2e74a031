// SPDX-License-Identifier: GPL-3.0-or-later
// How annotations come to be on one canvas: by a tool, at a point, of what is selected.
#include "widgets/annotate/annotation_gestures.h"

namespace stepscope::widgets {

using share::Annotation;
using share::AnnotationKind;

void AnnotationGestures::arm(std::optional<AnnotationKind> tool)
{
    m_tool = tool;
    if (m_drag == Drag::Drawing) {
        m_drag = Drag::None;
        m_layer->setDraft({});
    }
    showCursor(m_pointer.value_or(QPointF(-1, -1)));
}

void AnnotationGestures::disarm()
{
    arm({});
    Q_EMIT disarmed();
}

void AnnotationGestures::add(Annotation annotation)
{
    m_drag = Drag::None;
    annotation.number = m_layer->board().nextNumber();
    annotation.colour = m_layer->board().colour();
    disarm();
    m_layer->edit(annotation);
}

void AnnotationGestures::noteAt(QPointF point)
{
    Annotation note = m_layer->surface().blank();
    note.from = note.to = m_layer->surface().anchorAt(point);
    add(note);
}

void AnnotationGestures::annotateSelection(AnnotationKind kind)
{
    AnnotationSurface& surface = m_layer->surface();
    if (const auto annotation = surface.ofSelection(kind))
        return add(*annotation);
    const QPointF middle(surface.area().width() / 2.0, surface.area().height() / 2.0);
    if (kind == AnnotationKind::Highlight)
        return;                        // of an event or of nothing
    constexpr double kHalfHeight = 18; // px
    const QPointF half(surface.area().width() / 10.0, kHalfHeight);
    Annotation annotation = surface.blank();
    annotation.kind = kind;
    annotation.from = surface.anchorAt(kind == AnnotationKind::Note ? middle : middle - half);
    annotation.to = kind == AnnotationKind::Note ? annotation.from : surface.anchorAt(middle + half);
    add(annotation);
}

// ---- drawing ----

void AnnotationGestures::beginDraft(QPointF position)
{
    m_drag = Drag::Drawing;
    m_before = m_layer->surface().blank();
    m_before.kind = *m_tool;
    m_before.number = m_layer->board().nextNumber();
    m_before.colour = m_layer->board().colour();
    const bool isExact = *m_tool == AnnotationKind::Span || *m_tool == AnnotationKind::Region;
    m_before.from = isExact ? m_layer->surface().snapped(position) : m_layer->surface().anchorAt(position);
    m_before.to = m_before.from;
}

void AnnotationGestures::drawTo(QPointF position)
{
    if (*m_tool == AnnotationKind::Note || *m_tool == AnnotationKind::Highlight
        || (!m_layer->draft() && !isFar(position)))
        return;
    const bool isExact = *m_tool == AnnotationKind::Span || *m_tool == AnnotationKind::Region;
    m_before.to = isExact ? m_layer->surface().snapped(position) : m_layer->surface().anchorAt(position);
    m_layer->setDraft(m_before);
}

void AnnotationGestures::endDraft(QPointF position)
{
    m_drag = Drag::None;
    if (*m_tool == AnnotationKind::Note)
        return noteAt(position);
    if (*m_tool == AnnotationKind::Highlight) {
        if (const auto highlight = m_layer->surface().eventAt(position))
            add(*highlight);
        return;
    }
    if (m_layer->draft()) // a click draws nothing, and the tool waits for a drag
        add(m_before);
}

} // namespace stepscope::widgets
