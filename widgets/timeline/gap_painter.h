// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Draws idle time: hatched stretches on the rows of devices and streams, coloured by cause, and what is written on
// them. One lives as long as its TimelinePainter; begin() starts a picture. Gaps narrower than the filter are left to
// the strip of the device, which is tinted by the longest cause of each column. Patterns hang on the start of their
// gap, so that they move with it. Cost: O(visible wide gaps · log n + columns · log n a device), never a loop over all
// gaps.

#include "core/view/span_query.h"
#include "widgets/timeline/display.h"
#include "widgets/timeline/frame.h"
#include "widgets/timeline/hatch_fill.h"
#include "widgets/timeline/scanlines.h"
#include "widgets/timeline/timeline_marks.h"

#include <QRectF>
#include <QString>

#include <array>
#include <optional>
#include <vector>

class QFontMetricsF;
class QPainter;

namespace stepscope::widgets {

class GapPainter
{
public:
    GapPainter(const TimelineData& data, const Theme& theme);

    void setTheme(const Theme& theme) { m_theme = theme; }
    void setFilter(const GapFilter& filter) { m_filter = filter; }
    [[nodiscard]] const GapFilter& filter() const { return m_filter; }

    void begin(const TimelineMarks* marks, const FrameGeometry& frame); // null: there are no marks yet

    // Idle time of a device between the scanlines: tint(), then whatever shows work, then gaps().
    void tint(Scanlines& canvas, view::NodeId device, int y0, int y1);
    void gaps(Scanlines& canvas, view::NodeId device, int y0, int y1);
    // Idle time of the device on the row of a lane of a stream, or of all its streams merged, around the spans that are
    // drawn there.
    void streamGaps(Scanlines& canvas, const view::LayoutNode& stream, const std::vector<view::ColumnSpan>& spans,
        const Scanlines::Line& ground, int y0, int y1);
    void setPinned(bool pinned) { m_isPinned = pinned; } // whether the rows that follow are pinned ones
    // After all rows. `pinnedHeight`: logical px at the top that only pinned rows may write on.
    void labels(QPainter& painter, int pinnedHeight);

    [[nodiscard]] std::size_t drawn() const { return m_drawn; }                       // stretches in this picture
    [[nodiscard]] const std::vector<QRectF>& labelPlaces() const { return m_labels; } // of texts, logical px

private:
    struct Piece // of one cause, [x0, x1) device columns on the canvas
    {
        int x0 = 0;
        int x1 = 0;
        std::int64_t anchor = 0; // column of the gap's start, anywhere
        Interval span;           // ns
        const analysis::GapPart* part = nullptr;
        std::uint32_t gap = 0;
        bool opens = false;  // at the start of its gap
        bool closes = false; // at its end
    };
    struct LabelText
    {
        QString text;
        double inset = 0; // px between the edge of the piece and the text
    };
    struct Spot
    {
        Piece piece;
        int top = 0;
        int bottom = 0;
        bool isPinned = false;
    };

    [[nodiscard]] LabelText labelText(const Piece& piece, double width, const QFontMetricsF& metrics) const;
    void addSpot(const Piece& piece, int y0, int y1) { m_spots.push_back({piece, y0, y1, m_isPinned}); }
    const std::vector<Piece>& piecesOf(std::uint32_t device);
    void cutGap(const TimelineMarks::Device& device, std::size_t gap, std::int64_t minNs, std::vector<Piece>& out);
    void addPiece(
        Interval span, Interval whole, const analysis::GapPart* part, std::uint32_t gap, std::vector<Piece>& out) const;
    [[nodiscard]] std::vector<Piece> waitsOf(std::uint32_t device) const;
    [[nodiscard]] static bool fitBetween(
        const std::vector<view::ColumnSpan>& spans, std::vector<view::ColumnSpan>::const_iterator& at, Piece& piece);
    [[nodiscard]] std::int64_t minimumNs() const; // of what is drawn
    void hatch(Scanlines& canvas, const Piece& piece, std::span<const view::Argb> ground, int y0, int y1);
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> shownTimes() const;

    const TimelineData& m_data;
    Theme m_theme;
    GapFilter m_filter;
    const TimelineMarks* m_marks = nullptr;
    FrameGeometry m_frame;
    view::TimeScale m_scale; // device columns
    std::array<view::HatchTile, view::kCauseLooks> m_tiles;
    double m_tileRatio = 0;
    std::vector<std::optional<std::vector<Piece>>> m_pieces; // by device
    std::vector<Spot> m_spots;
    std::vector<QRectF> m_labels;
    Scanlines::Line m_ground;
    HatchFill m_fill;
    bool m_isPinned = false;
    std::size_t m_drawn = 0;
};

} // namespace stepscope::widgets
