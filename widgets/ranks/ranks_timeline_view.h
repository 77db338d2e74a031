// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The timeline of a job: one row a rank on the common clock, made of the world alone, with ruler, steps and names. The
// events of a rank can be shown under its row (RankLane), on the same axis. The picture is made when range, rows, size
// or theme change; what follows the pointer is laid over it. Where we look lives in the TimeAxis, what is chosen in
// RanksCursor; both must outlive the view. GUI thread only. Renders without a display.

#include <cstdint>

#include "widgets/common/paint_target.h"
#include "widgets/ranks/ranks_interaction.h"
#include "widgets/ranks/ranks_painter.h"
#include "widgets/timeline/timeline_commands.h"

#include <QAbstractScrollArea>
#include <QImage>
#include <QTimer>

#include <memory>
#include <optional>

namespace stepscope::widgets {

class HoverCard;
class RankLane;
class RankLanes;
class RanksHeader;
class RanksStepStrip;
class TimeRuler;
class ZoomEaser;

class RanksTimelineView : public QAbstractScrollArea, private RanksSurface
{
    Q_OBJECT

public:
    RanksTimelineView(TimeAxis* axis, RanksCursor* cursor, ThemeSource* theme, QWidget* parent = nullptr);
    ~RanksTimelineView() override;

    void setJob(RankJobPtr job); // sets the bounds of the axis
    [[nodiscard]] const RanksData& content() const { return *m_data; }
    [[nodiscard]] const RanksLayout& layout() const { return *m_layout; }
    [[nodiscard]] RanksHeader& header() { return *m_header; }
    [[nodiscard]] RanksStepStrip& steps() { return *m_steps; }
    [[nodiscard]] HoverCard& card() { return *m_card; }

    void setUnfolded(std::uint32_t rank, bool unfolded);
    [[nodiscard]] bool isUnfolded(std::uint32_t rank) const;
    [[nodiscard]] RankLane* lane(std::uint32_t rank);       // null: folded
    void showRank(std::uint32_t rank);                      // scrolls to its row
    void showCollective(std::uint32_t collective) override; // into the range, its last rank into view
    struct Top                                              // the row at the upper edge
    {
        QString label;  // empty: the rows are at their top
        int offset = 0; // px of it above the edge
    };
    [[nodiscard]] Top top() const;
    void keepAtTop(const Top& top);                              // however heights change, until somebody scrolls
    [[nodiscard]] Selection& selection() { return m_selection; } // for the range alone
    void selectBy(int direction);                                // the next or previous collective of the chosen rank

    [[nodiscard]] QRectF rectOf(std::uint32_t rank, std::uint32_t collective) const; // on the canvas
    [[nodiscard]] RanksHit hitAt(QPointF position) const override;                   // of the canvas
    [[nodiscard]] FrameGeometry frame() const { return frameFor({}); }               // that is shown
    [[nodiscard]] std::uint64_t layouts() const { return m_layouts; }                // how often rows were laid out
    [[nodiscard]] const std::optional<TimeRange>& range() const { return m_selection.range(); }
    [[nodiscard]] bool isIdle() const;
    [[nodiscard]] std::uint64_t pictures() const { return m_pictures; } // made so far

Q_SIGNALS:
    void commandRequested(stepscope::widgets::TimelineCommand command); // by key
    void pageRequested(std::uint32_t rank);                             // its trace as a tab of its own
    void eventsShown(std::uint32_t rank);                               // of an unfolded rank: they are read
    void eventSelected(std::uint32_t rank);                             // in its own events, or nothing any more

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] view::TimeScale shownScale() const override;
    void settle() override;
    void scrollRowsBy(double px) override;

    void connectParts();
    void arrange(); // places the parts around the canvas
    void lanesChanged();
    void rangeShown();
    void hoverChanged();
    void showCard();
    void setHeaderWidth(int px);
    void bringIntoView(int top, int bottom); // rows, px of the layout
    void placeKept();
    [[nodiscard]] FrameGeometry frameFor(const PaintTarget& target) const;

    TimeAxis* m_axis;
    RanksCursor* m_cursor;
    ThemeSource* m_theme;
    Selection m_selection;
    ZoomEaser* m_easer;
    TimeRuler* m_ruler;
    RanksStepStrip* m_steps;
    RanksHeader* m_header;
    RankLanes* m_lanes;
    HoverCard* m_card;
    QTimer m_cardTimer;
    RanksInteraction m_interaction;
    std::unique_ptr<RanksData> m_data;
    std::unique_ptr<RanksLayout> m_layout;
    std::unique_ptr<RanksPainter> m_painter;
    QImage m_picture;
    FrameGeometry m_frame; // of the picture
    bool m_isDirty = true;
    std::optional<Top> m_kept;
    bool m_placing = false;
    std::uint64_t m_pictures = 0;
    std::uint64_t m_layouts = 0;
    int m_headerWidth;
};

} // namespace stepscope::widgets
