// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A memory timeline as something to write on: entries along the axis, whichever way it counts, and bytes above the
// bottom. A highlight is of an allocation, over its whole life. GUI thread only; view, axis and cursor must outlive it.

#include "widgets/annotate/annotation_surface.h"
#include "widgets/memory/memory_timeline_view.h"

#include <unordered_map>
#include <utility>

namespace stepscope::widgets {

class MemoryAnnotations : public AnnotationSurface
{
public:
    // `run`: of a comparison.
    MemoryAnnotations(MemoryTimelineView* view, TimeAxis* axis, MemoryCursor* cursor, std::uint32_t run = 0);

    [[nodiscard]] QWidget& canvas() override { return *m_view; }
    [[nodiscard]] QWidget& keyboard() override { return *m_view; }
    [[nodiscard]] QRect area() const override { return m_view->canvas(); }
    [[nodiscard]] CanvasState state() const override;
    [[nodiscard]] bool owns(const share::Annotation& annotation) const override;
    [[nodiscard]] share::Annotation blank() const override;
    [[nodiscard]] bool isShown(const share::Annotation& annotation) const override;
    [[nodiscard]] std::optional<Spot> spotOf(const share::Anchor& anchor, Side side = Side::Middle) const override;
    [[nodiscard]] share::Anchor anchorAt(QPointF point) const override;
    [[nodiscard]] share::Anchor moved(const share::Anchor& anchor, QPointF by) const override;
    [[nodiscard]] share::Anchor snapped(QPointF point) override { return anchorAt(point); }
    [[nodiscard]] QPainterPath eventOutline(const share::Annotation& highlight) const override;
    [[nodiscard]] std::optional<share::Annotation> eventAt(QPointF point) override;
    [[nodiscard]] std::optional<share::Annotation> ofSelection(share::AnnotationKind kind) const override;
    [[nodiscard]] bool measures() const override { return false; }
    [[nodiscard]] bool hasRange() const override { return m_cursor->range().has_value(); }
    [[nodiscard]] QString lengthText(const share::Annotation& annotation) const override;
    [[nodiscard]] QString placeText(const share::Annotation& annotation) const override;
    void reveal(const share::Annotation& annotation) override;

private:
    [[nodiscard]] std::int64_t positionOf(std::int64_t entry) const; // on the axis; of what is no entry the nearest
    [[nodiscard]] share::Anchor curveAt(std::int32_t entry) const;   // on the upper edge of what is in use
    [[nodiscard]] share::Anchor insideOf(AllocId allocation) const;  // of its band
    [[nodiscard]] QString changeText(const share::Annotation& span) const;
    [[nodiscard]] share::Annotation highlightOf(AllocId allocation) const;
    [[nodiscard]] AllocId allocationOf(const share::Annotation& highlight) const; // invalid: it is not there

    MemoryTimelineView* m_view;
    TimeAxis* m_axis;
    MemoryCursor* m_cursor;
    std::uint32_t m_run;
    // By number: looking for an allocation takes a pass over all of them.
    mutable std::unordered_map<std::uint32_t, std::pair<share::Annotation, AllocId>> m_found;
};

} // namespace stepscope::widgets
