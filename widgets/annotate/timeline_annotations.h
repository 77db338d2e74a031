// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A timeline as something to write on: time and pixel by its axis, row and lane by the layout of its rows. A row that
// is folded into another has its anchors there; an event is found again by its row, start and name. GUI thread only;
// the view, axis and selection must outlive it.

#include "widgets/annotate/annotation_surface.h"
#include "widgets/timeline/timeline_view.h"

namespace stepscope::widgets {

class TimelineAnnotations : public AnnotationSurface
{
public:
    // `run`: of a comparison.
    TimelineAnnotations(TimelineView* view, TimeAxis* axis, const Selection* selection, std::uint32_t run = 0);

    [[nodiscard]] QWidget& canvas() override { return *m_canvas; }
    [[nodiscard]] QWidget& keyboard() override { return *m_view; }
    [[nodiscard]] QRect area() const override { return m_canvas->rect(); }
    [[nodiscard]] CanvasState state() const override;
    [[nodiscard]] bool owns(const share::Annotation& annotation) const override;
    [[nodiscard]] share::Annotation blank() const override;
    [[nodiscard]] bool isShown(const share::Annotation& annotation) const override;
    [[nodiscard]] std::optional<Spot> spotOf(const share::Anchor& anchor, Side side = Side::Middle) const override;
    [[nodiscard]] share::Anchor anchorAt(QPointF point) const override;
    [[nodiscard]] share::Anchor moved(const share::Anchor& anchor, QPointF by) const override;
    [[nodiscard]] share::Anchor snapped(QPointF point) override;
    [[nodiscard]] QPainterPath eventOutline(const share::Annotation& highlight) const override;
    [[nodiscard]] std::optional<share::Annotation> eventAt(QPointF point) override;
    [[nodiscard]] std::optional<share::Annotation> ofSelection(share::AnnotationKind kind) const override;
    [[nodiscard]] bool measures() const override { return m_selection->measured().valid(); }
    [[nodiscard]] bool hasRange() const override { return m_selection->range().has_value(); }
    [[nodiscard]] QString lengthText(const share::Annotation& annotation) const override;
    [[nodiscard]] QString placeText(const share::Annotation& annotation) const override;
    void reveal(const share::Annotation& annotation) override;

private:
    [[nodiscard]] const view::TrackLayout& layout() const { return m_view->content().layout(); }
    [[nodiscard]] QRectF clipOf(const view::Row& row) const;
    [[nodiscard]] double yOf(std::size_t row, view::NodeId id, double lane) const;
    [[nodiscard]] share::Annotation highlightOf(SliceId slice) const;
    [[nodiscard]] SliceId eventOf(const share::Annotation& highlight) const; // invalid: it is not there
    [[nodiscard]] std::optional<TimeRange> selectedTimes(share::AnnotationKind kind) const;

    TimelineView* m_view;
    QWidget* m_canvas; // its viewport: asked for while the view itself goes
    TimeAxis* m_axis;
    const Selection* m_selection;
    std::uint32_t m_run;
};

} // namespace stepscope::widgets
