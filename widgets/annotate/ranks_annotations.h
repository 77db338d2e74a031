// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The timeline of a job's ranks as something to write on: time on the common clock, and ranks by their names. A
// highlight is of a rank's part in a collective. What is written belongs to the job (the recording) that is shown; what
// is written over the events of a rank is left to their own timeline (timeline_annotations.h), and stands at the rank's
// row while that is folded. GUI thread only; view, axis and cursor must outlive it.

#include <cstdint> // first: moc cannot read <compare> on its own

#include "widgets/annotate/time_annotations.h"
#include "widgets/ranks/ranks_timeline_view.h"

#include <functional>

namespace stepscope::widgets {

class RanksAnnotations : public TimeAnnotations
{
public:
    using ShownJob = std::function<std::uint32_t()>; // its index

    RanksAnnotations(RanksTimelineView* view, TimeAxis* axis, const RanksCursor* cursor, ShownJob job);

    [[nodiscard]] bool owns(const share::Annotation& annotation) const override;
    [[nodiscard]] share::Annotation blank() const override;
    [[nodiscard]] bool isShown(const share::Annotation& annotation) const override;
    [[nodiscard]] std::optional<Spot> spotOf(const share::Anchor& anchor, Side side = Side::Middle) const override;
    [[nodiscard]] share::Anchor anchorAt(QPointF point) const override;
    [[nodiscard]] QPainterPath eventOutline(const share::Annotation& highlight) const override;
    [[nodiscard]] std::optional<share::Annotation> eventAt(QPointF point) override;
    [[nodiscard]] std::optional<share::Annotation> ofSelection(share::AnnotationKind kind) const override;
    [[nodiscard]] bool measures() const override { return false; }
    [[nodiscard]] bool hasRange() const override { return m_view->range().has_value(); }
    [[nodiscard]] QString placeText(const share::Annotation& annotation) const override;
    void reveal(const share::Annotation& annotation) override;

protected:
    [[nodiscard]] FrameGeometry frame() const override { return m_view->frame(); }
    [[nodiscard]] std::uint64_t layouts() const override { return m_view->layouts(); }
    void addEdges(std::vector<std::int64_t>& edges, QPointF point) override;

private:
    [[nodiscard]] const RankRow* rowOf(const std::string& name) const; // null: none of that name
    [[nodiscard]] share::Annotation highlightOf(std::uint32_t rank, const RankBar& bar) const;

    RanksTimelineView* m_view;
    const RanksCursor* m_cursor;
    ShownJob m_job;
};

} // namespace stepscope::widgets
