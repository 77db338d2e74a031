// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A view that can be written over: where an anchor is on its canvas now, which anchor a point of the canvas has, and
// what it knows of the things that are annotated. All that annotations need of a view, so that they are drawn and
// edited alike over each. Points are logical px of the area that is written on. GUI thread only.

#include "core/share/annotation.h"
#include "core/view/time_scale.h"

#include <QPainterPath>
#include <QPointF>
#include <QRect>
#include <QString>

#include <optional>

class QWidget;

namespace stepscope::widgets {

struct Spot // where an anchor is
{
    QPointF point;
    QRectF clip; // what is fixed there is seen only in this part of the area: rows scroll beneath pinned ones
};

enum class Side : std::uint8_t // of a thing that has a width of its own, such as an entry far zoomed in
{
    Middle,
    Begin,
    End,
};

struct CanvasState // spots are where they are as long as this is the same
{
    view::TimeWindow window;
    QSize size;
    int scroll = 0;
    std::uint64_t scale = 0; // bytes in a pixel
    std::uint64_t rows = 0;  // another one when rows are folded, hidden or moved, or another device is shown
    friend bool operator==(const CanvasState&, const CanvasState&) = default;
};

class AnnotationSurface
{
public:
    AnnotationSurface() = default;
    virtual ~AnnotationSurface() = default;
    AnnotationSurface(const AnnotationSurface&) = delete;
    AnnotationSurface& operator=(const AnnotationSurface&) = delete;

    [[nodiscard]] virtual QWidget& canvas() = 0;   // gets the mouse
    [[nodiscard]] virtual QWidget& keyboard() = 0; // gets the keys
    [[nodiscard]] virtual QRect area() const = 0;  // of the canvas
    [[nodiscard]] virtual CanvasState state() const = 0;
    [[nodiscard]] virtual bool owns(const share::Annotation& annotation) const = 0; // it is of this view
    [[nodiscard]] virtual share::Annotation blank() const = 0;                      // of this view, the rest unset

    // Nothing where its row or device is not shown. What stands for a folded row stands for its anchors.
    [[nodiscard]] virtual bool isShown(const share::Annotation& annotation) const = 0; // its device and its rows are
    [[nodiscard]] virtual std::optional<Spot> spotOf(const share::Anchor& anchor, Side side = Side::Middle) const = 0;
    [[nodiscard]] virtual share::Anchor anchorAt(QPointF point) const = 0;
    // Along the axis exactly, whatever the zoom; across it to the row that is there.
    [[nodiscard]] virtual share::Anchor moved(const share::Anchor& anchor, QPointF by) const = 0;
    // To the edge of something near the point, else the anchor of the point itself.
    [[nodiscard]] virtual share::Anchor snapped(QPointF point) = 0;

    // How exactly a pixel tells a place along the axis, as Anchor::resolution says it.
    [[nodiscard]] virtual std::int64_t resolution() const { return 1; }

    // A highlight's outline; empty where its event is not shown.
    [[nodiscard]] virtual QPainterPath eventOutline(const share::Annotation& highlight) const = 0;
    [[nodiscard]] virtual std::optional<share::Annotation> eventAt(QPointF point) = 0; // a highlight of it
    // What is selected, as the annotation of that kind which it would be; nothing where nothing fits.
    [[nodiscard]] virtual std::optional<share::Annotation> ofSelection(share::AnnotationKind kind) const = 0;
    [[nodiscard]] virtual bool measures() const = 0; // two events are selected for the length between them
    [[nodiscard]] virtual bool hasRange() const = 0; // a stretch of the axis is selected

    [[nodiscard]] virtual QString lengthText(
        const share::Annotation& annotation) const = 0; // from its one end to the other
    [[nodiscard]] virtual QString placeText(const share::Annotation& annotation) const = 0; // row and time
    virtual void reveal(const share::Annotation& annotation) = 0; // into view, unfolding what hides it
};

} // namespace stepscope::widgets
