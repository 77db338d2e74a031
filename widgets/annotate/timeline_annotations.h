// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A timeline as something to write on: time and pixel by its axis, row and lane by the layout of its rows. A row that
// is folded into another has its anchors there; an event is found again by its row, start and name. Also the timeline
// of one of many ranks: its anchors tell the rank as their row, and what is written shows at the rank's own row while
// its events are folded (ranks_annotations.h). GUI thread only; the view, axis and selection must outlive it.

#include "widgets/annotate/time_annotations.h"
#include "widgets/timeline/timeline_view.h"

#include <string>

namespace stepscope::widgets {

struct TimelineSite // whose timeline it is
{
    std::uint32_t run = 0;  // of a comparison; of ranks the recording
    std::string rank;       // name of the rank's row; empty: of no rank
    std::int64_t shift = 0; // added to times of the trace for those of the axis
};

class TimelineAnnotations : public TimeAnnotations
{
public:
    TimelineAnnotations(TimelineView* view, TimeAxis* axis, const Selection* selection, TimelineSite site);

    [[nodiscard]] bool owns(const share::Annotation& annotation) const override;
    [[nodiscard]] share::Annotation blank() const override;
    [[nodiscard]] bool isShown(const share::Annotation& annotation) const override;
    [[nodiscard]] std::optional<Spot> spotOf(const share::Anchor& anchor, Side side = Side::Middle) const override;
    [[nodiscard]] share::Anchor anchorAt(QPointF point) const override;
    [[nodiscard]] QPainterPath eventOutline(const share::Annotation& highlight) const override;
    [[nodiscard]] std::optional<share::Annotation> eventAt(QPointF point) override;
    [[nodiscard]] std::optional<share::Annotation> ofSelection(share::AnnotationKind kind) const override;
    [[nodiscard]] bool measures() const override { return m_selection->measured().valid(); }
    [[nodiscard]] bool hasRange() const override { return m_selection->range().has_value(); }
    [[nodiscard]] QString placeText(const share::Annotation& annotation) const override;
    void reveal(const share::Annotation& annotation) override;

protected:
    [[nodiscard]] FrameGeometry frame() const override { return m_view->frame(); }
    [[nodiscard]] std::uint64_t layouts() const override { return m_view->layouts(); }
    void addEdges(std::vector<std::int64_t>& edges, QPointF point) override;
    [[nodiscard]] std::int64_t shift() const override { return m_site.shift; }

private:
    [[nodiscard]] const view::TrackLayout& layout() const { return m_view->content().layout(); }
    [[nodiscard]] const std::string& keyOf(const share::Anchor& anchor) const; // of its row in the layout
    void setKey(share::Anchor& anchor, std::string key) const;
    void addGaps(std::vector<std::int64_t>& edges, std::int64_t time) const;
    [[nodiscard]] QRectF clipOf(const view::Row& row) const;
    [[nodiscard]] double yOf(std::size_t row, view::NodeId id, double lane) const;
    [[nodiscard]] share::Annotation highlightOf(SliceId slice) const;
    [[nodiscard]] SliceId eventOf(const share::Annotation& highlight) const; // invalid: it is not there
    [[nodiscard]] std::optional<TimeRange> selectedTimes(share::AnnotationKind kind) const;

    TimelineView* m_view;
    const Selection* m_selection;
    TimelineSite m_site;
};

} // namespace stepscope::widgets
