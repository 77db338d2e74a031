// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The timeline of one trace: overview, ruler, row names and the canvas, one widget for the window to put somewhere.
// The canvas is a picture that the painter makes when range, rows, size or theme change; hover, selection and crosshair
// are laid over it and repaint alone. Holds no data but the shared immutable trace; where we look and what is selected
// live in the TimeAxis and the Selection, which must outlive the view. GUI thread only.
// Renders at any size and ratio without a display: QWidget::grab() and render() give what the screen would show.

#include "core/model/trace.h"
#include "core/view/launch_links.h"
#include "widgets/common/paint_target.h"
#include "widgets/common/theme.h"
#include "widgets/timeline/canvas_picture.h"
#include "widgets/timeline/display.h"
#include "widgets/timeline/frame.h"
#include "widgets/timeline/timeline_commands.h"
#include "widgets/timeline/timeline_surface.h"
#include "widgets/timeline/zoom_easer.h"
#include "widgets/viewmodel/search_hits.h"
#include "widgets/viewmodel/selection.h"
#include "widgets/viewmodel/time_axis.h"

#include <QAbstractScrollArea>
#include <QRegion>

#include <chrono>
#include <functional>
#include <memory>

namespace stepscope::widgets {

class Figures;
class HoverGuide;
class Interaction;
class OverviewBar;
class RowScroll;
class TimeRuler;
class TimelineMarks;
class TimelinePainter;
class TrackHeader;
struct PaintStats;

class TimelineView : public QAbstractScrollArea, private TimelineSurface
{
    Q_OBJECT

public:
    TimelineView(std::shared_ptr<const model::Trace> trace, TimeAxis* axis, Selection* selection, ThemeSource* theme,
        QWidget* parent = nullptr);
    ~TimelineView() override;

    // Where gaps, walls and syncs come from; they appear when the figures of the whole trace are ready. Not owned.
    void setFigures(const Figures* figures);
    [[nodiscard]] const TimelineMarks* marks() const { return m_marks.get(); } // null until then
    void setDisplay(const TimelineDisplay& display);
    void setOverviewVisible(bool visible);
    void setRulerVisible(bool visible);        // not where another one stands above
    void setHeaderWidth(int width);            // of the row names
    void setOrigin(std::int64_t time);         // the ruler counts from there, not from the start of the trace
    void setGapFilter(const GapFilter& filter) // of the display
    {
        m_display.gaps = filter;
        setDisplay(m_display);
    }
    [[nodiscard]] const std::vector<model::Flow>& shownFlows() const { return m_flows; }
    [[nodiscard]] bool showsFlows() const { return m_showsFlows; } // of whatever is selected
    void setShowsFlows(bool shows);
    [[nodiscard]] const TimelineDisplay& display() const { return m_display; }
    void setHits(const SearchHitsPtr& hits);                    // of a search; null: none
    void setVisibleRange(std::int64_t start, std::int64_t end); // ns, at once
    // Brings a slice into view: unfolds what hides it, scrolls to its row, and pans where it lies outside the range.
    void reveal(SliceId slice) { bringIntoView(slice); }
    [[nodiscard]] RowScroll& scroller() { return *m_rows; }
    [[nodiscard]] OverviewBar& overview() { return *m_overview; }
    [[nodiscard]] TrackHeader& header() { return *m_header; }
    [[nodiscard]] TimelineCommands& commands() { return *m_commands; }
    // Nothing is about to change what is seen: no easing, no drag, no card about to appear.
    [[nodiscard]] bool idle() const;

    [[nodiscard]] TimelineData& content() { return *m_data; }
    [[nodiscard]] Hit hitAt(QPointF position) override;                // of the canvas
    [[nodiscard]] FrameGeometry frame() const { return frameFor({}); } // that is shown
    [[nodiscard]] std::uint64_t layouts() const { return m_layouts; }  // how often rows were laid out
    [[nodiscard]] QRectF rectOf(SliceId slice) const;                  // on the canvas; empty when its row is hidden
    [[nodiscard]] const PaintStats& paintStats() const;
    [[nodiscard]] std::chrono::nanoseconds paintCost() const { return m_picture.cost(); } // of the last picture
    void setFolded(view::NodeId node, bool folded);
    void showLayout() { rowsChanged(); }                 // after the layout of content() was changed
    void keepPlace(const std::function<void()>& change); // of the layout: what is seen stays where it is

Q_SIGNALS:
    void goToTimeRequested();
    void rangeDragged(); // by mouse, to its end
    void itemClicked();  // by mouse, and is selected
    void layoutChanged();
    void menuRequested(const stepscope::widgets::Hit& hit, QPoint at); // of the screen

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
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
    [[nodiscard]] double canvasWidth() const override;
    void hoverMark(const MarkRef& mark) override;
    [[nodiscard]] QRegion evidenceRegion() const override;
    [[nodiscard]] GapLinks gapLinks(const TimeRange& range) const override;
    void settle() override;
    void scrollRowsBy(double px) override;
    bool scrollPinnedAt(QPointF at, double px) override;
    void bringIntoView(SliceId slice) override;
    void toggleFold(view::NodeId node) override;
    void toggleFlows() override;

    void connectParts(ThemeSource* theme);
    void arrange(); // places the parts around the canvas
    void rowsChanged();
    void marksChanged();
    void rangeShown();
    void selectionChanged();
    void updateCursorShape();
    [[nodiscard]] FrameGeometry frameFor(const PaintTarget& target) const;
    void overlayMoved();
    [[nodiscard]] QRegion overlayRegion() const;

    std::unique_ptr<TimelineData> m_data;
    TimeAxis* m_axis;
    Selection* m_selection;
    ThemeSource* m_theme;
    std::unique_ptr<TimelineMarks> m_marks;
    const Figures* m_figures = nullptr;
    std::unique_ptr<TimelinePainter> m_painter;
    CanvasPicture m_picture;
    ZoomEaser* m_easer;
    TimelineCommands* m_commands;
    Interaction* m_interaction;
    OverviewBar* m_overview;
    TimeRuler* m_ruler;
    TrackHeader* m_header;
    HoverGuide* m_hover;
    std::unique_ptr<RowScroll> m_rows;
    TimelineDisplay m_display;
    std::uint64_t m_layouts = 0;
    bool m_showsFlows = false;
    std::vector<model::Flow> m_flows; // of the selection, where they are shown
    view::LaunchChain m_chain;        // of the selection
    QRegion m_overlaid;               // what was covered when last painted
    int m_rulerHeight;                // 0: there is none
    int m_headerWidth;
};

} // namespace stepscope::widgets
