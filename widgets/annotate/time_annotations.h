// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What all views with a time axis and rows do alike as something to write on: pixels and times, snapping to the edges
// of what is near, moving. What is special to one is in the classes derived from it. GUI thread only; canvas, view and
// axis must outlive it.

#include "widgets/annotate/annotation_surface.h"
#include "widgets/timeline/frame.h"

#include <cstdint>
#include <vector>

namespace stepscope::widgets {

class TimeAxis;

class TimeAnnotations : public AnnotationSurface
{
public:
    // `canvas` is asked for while the view itself, which gets the keys, goes.
    TimeAnnotations(QWidget* canvas, QWidget* view, TimeAxis* axis);

    [[nodiscard]] QWidget& canvas() override { return *m_canvas; }
    [[nodiscard]] QWidget& keyboard() override { return *m_keyboard; }
    [[nodiscard]] QRect area() const override;
    [[nodiscard]] CanvasState state() const override;
    [[nodiscard]] share::Anchor moved(const share::Anchor& anchor, QPointF by) const override;
    [[nodiscard]] share::Anchor snapped(QPointF point) override;
    [[nodiscard]] std::int64_t resolution() const override;
    [[nodiscard]] QString lengthText(const share::Annotation& annotation) const override;

protected:
    [[nodiscard]] virtual FrameGeometry frame() const = 0;
    [[nodiscard]] virtual std::uint64_t layouts() const = 0; // how often rows were laid out
    // Edges of things at a point, in times of the anchors.
    virtual void addEdges(std::vector<std::int64_t>& edges, QPointF point) = 0;
    // Added to times of the view for those of the axis and the anchors.
    [[nodiscard]] virtual std::int64_t shift() const { return 0; }

    [[nodiscard]] TimeAxis& axis() const { return *m_axis; }
    [[nodiscard]] double pxOf(std::int64_t at) const;
    [[nodiscard]] std::int64_t timeAt(double px) const;
    [[nodiscard]] std::int64_t toView(std::int64_t at) const;
    [[nodiscard]] std::int64_t fromView(std::int64_t time) const;
    // An annotation of that kind where a highlight would be.
    [[nodiscard]] share::Annotation aroundEvent(share::Annotation highlight, share::AnnotationKind kind) const;
    // Row (may be empty), when (since `origin`), and for how long.
    [[nodiscard]] QString textOfPlace(
        const share::Annotation& annotation, const QString& row, std::int64_t origin) const;
    void revealTimes(const share::Annotation& annotation);

    static constexpr double kSnap = 5; // px to an edge

private:
    QWidget* m_canvas;
    QWidget* m_keyboard;
    TimeAxis* m_axis;
};

// Shows this stretch of the axis; where it is seen well already nothing moves.
void revealTimes(TimeAxis& axis, std::int64_t from, std::int64_t to);

} // namespace stepscope::widgets
