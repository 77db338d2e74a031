// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Draws the canvas of the timeline, everything but the overlay of hover and selection, into a picture: spans go
// straight into scanlines, QPainter only writes labels. Knows no widget. GUI thread only; owned by the TimelineView.
// Cost of a picture: O(visible rows · columns · log n), never a loop over the events of the trace (stats() tells).
// Spans of a lane are kept until the scale changes, so scrolling rows asks nothing anew.

#include "core/view/clock_text.h"
#include "core/view/span_query.h"
#include "widgets/timeline/comm_painter.h"
#include "widgets/timeline/frame.h"
#include "widgets/timeline/gap_painter.h"
#include "widgets/timeline/label_cache.h"
#include "widgets/timeline/scanlines.h"
#include "widgets/timeline/timeline_data.h"
#include "widgets/viewmodel/search_hits.h"

#include <QImage>

#include <unordered_map>
#include <utility>
#include <vector>

class QPainter;

namespace stepscope::widgets {

struct PaintStats // of the last picture
{
    view::QueryStats query;
    std::size_t spans = 0;
    std::size_t labels = 0;
    std::size_t gaps = 0;          // stretches of idle time
    std::vector<QRectF> gapLabels; // where something is written on them, logical px
};

// Where the i-th of the lanes of a Mini row lies in it: [top, bottom) in device scanlines of a row of `height`.
[[nodiscard]] std::pair<int, int> miniBand(const view::LayoutNode& node, std::uint32_t i, int height);

class TimelinePainter
{
public:
    static constexpr std::size_t kMaxLabels = 500; // the widest slices get theirs

    TimelinePainter(TimelineData& data, const Theme& theme);

    void setTheme(const Theme& theme);
    void setMarks(const TimelineMarks* marks) { m_marks = marks; } // null: none yet; not owned
    [[nodiscard]] const TimelineMarks* marks() const { return m_marks; }
    void setHits(SearchHitsPtr hits) { m_hits = std::move(hits); } // of a search; null: none
    // What stays as it is while all other slices are dimmed, and the time over which links lead: nothing is dimmed
    // where none of it is seen. Ascending. False: they were these.
    bool setLinked(std::vector<SliceId> slices, Interval span);
    void setGapFilter(const GapFilter& filter) { m_gaps.setFilter(filter); }
    [[nodiscard]] const GapFilter& gapFilter() const { return m_gaps.filter(); }
    void setClock(const std::optional<view::ClockBase>& clock) { m_clock = clock; } // whose times the grid goes by
    [[nodiscard]] const Theme& theme() const { return m_theme; }
    [[nodiscard]] const view::Palette& palette() const { return m_palette; }

    // `image` gets the size, format and ratio of the frame; it is only made anew when those change.
    void paint(QImage& image, const FrameGeometry& frame);
    // The texts of the picture painted last, and the thin lines that belong to them: for where it was not lettered.
    void write(QPainter& painter, const FrameGeometry& frame);
    [[nodiscard]] const PaintStats& stats() const { return m_stats; }

    // Spans of a lane in device columns of this frame: what paint() draws, for hit tests.
    [[nodiscard]] const std::vector<view::ColumnSpan>& spansOf(LaneId lane, const FrameGeometry& frame);

private:
    struct LabelSpot
    {
        view::ColumnSpan span;
        int top = 0; // device scanlines
        int bottom = 0;
        bool pinned = false;
    };

    void paintRows(Scanlines& canvas, const FrameGeometry& frame, std::size_t first, std::size_t last);
    void paintRow(Scanlines& canvas, const FrameGeometry& frame, const view::Row& row);
    void paintHeading(Scanlines& canvas, const FrameGeometry& frame, const view::Row& row, int y0, int y1);
    void paintLane(Scanlines& canvas, const FrameGeometry& frame, LaneId lane, int y0, int y1, bool labelled);
    void underlineHits(Scanlines& canvas, const std::vector<view::ColumnSpan>& spans, int y0, int y1) const;
    [[nodiscard]] std::span<const InstantId> hitsAmong(const view::LayoutNode& instants) const;
    void paintMini(Scanlines& canvas, const FrameGeometry& frame, const view::LayoutNode& node, int y0, int y1);
    [[nodiscard]] bool isMarkedStream(const view::LayoutNode& node) const;
    void shadeCommunication(
        Scanlines& canvas, const FrameGeometry& frame, const view::LayoutNode& node, LaneId lane, int y0, int y1);
    [[nodiscard]] bool isDimmed(SliceId slice) const;
    [[nodiscard]] static std::pair<double, double> roomBeside(
        const std::vector<QRectF>& flags, const FrameGeometry& frame, const LabelSpot& spot);
    void paintLabels(QPainter& painter, const FrameGeometry& frame);
    void dropNarrowSpots();
    void paintRowTexts(QPainter& painter, const FrameGeometry& frame); // of rows whose text is no slice's
    void paintRowText(QPainter& painter, const FrameGeometry& frame, const view::Row& row);
    void paintCounterScale(QPainter& painter, const FrameGeometry& frame, const view::Row& row);

    TimelineData& m_data;
    Theme m_theme;
    view::Palette m_palette;
    LabelCache m_labels;
    GapPainter m_gaps;
    CommPainter m_comm;
    const TimelineMarks* m_marks = nullptr;
    SearchHitsPtr m_hits;
    std::vector<SliceId> m_linked;
    Interval m_linkSpan;
    bool m_dims = false; // in the picture that is painted
    std::optional<view::ClockBase> m_clock;
    PaintStats m_stats;

    view::TimeScale m_spanScale; // of m_spans
    int m_spanColumns = 0;
    int m_spanCoarseness = 1;
    std::unordered_map<std::uint32_t, std::vector<view::ColumnSpan>> m_spans; // by lane
    Scanlines::Line m_ground; // background of slices: surface, bands of the steps, grid
    Scanlines::Line m_line;
    std::vector<LabelSpot> m_spots;
    std::size_t m_firstPinnedSpot = 0;
};

} // namespace stepscope::widgets
