// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The whole trace in a strip above the timeline: how busy each GPU is (or how much happens on the threads, where there
// is no GPU), and the visible window, which can be dragged, resized at its handles or put elsewhere by a click; a drag
// beside it, or where all is shown, draws a new one. Below
// the strip the findings are ticks, above it the hits of a search; a click on one goes there, and findings that are
// looked at or pointed to light up. It has no scale of its own: the ruler below counts from the start of the trace at
// every zoom. The picture of the trace is made once for each size and theme. Part of a TimelineView, GUI thread only.

#include "widgets/common/theme.h"
#include "widgets/timeline/finding_ticks.h"
#include "widgets/timeline/hit_ticks.h"
#include "widgets/timeline/timeline_data.h"
#include "widgets/timeline/zoom_easer.h"
#include "widgets/viewmodel/figures.h"

#include <QImage>
#include <QWidget>

class QPainter;

namespace stepscope::widgets {

class OverviewBar : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kHeight = 36 + FindingTicks::kLane;

    OverviewBar(
        const TimelineData& source, TimeAxis* axis, ZoomEaser* easer, ThemeSource* theme, QWidget* parent = nullptr);

    // Space for the name of the strip, left of it, so that it aligns with the canvas below.
    void setMargins(int left, int right);
    void setFindings(const Figures* figures, const FindingCursor* cursor); // both outlive this
    void setHits(const SearchHitsPtr& hits);                               // of a search; null: none
    [[nodiscard]] QRectF stripRect() const;
    [[nodiscard]] QRectF ticksRect() const;
    [[nodiscard]] QRectF windowRect() const; // of the visible range

Q_SIGNALS:
    void findingClicked(std::size_t finding, std::size_t evidence);
    void hitClicked(const stepscope::widgets::Item& item);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    enum class Grip : std::uint8_t
    {
        None,
        Left,
        Right,
        Window,
        Draw // a new window
    };

    [[nodiscard]] view::TimeScale scale() const; // of the strip, logical px from its left border
    [[nodiscard]] view::TimeWindow bounds() const;
    [[nodiscard]] Grip gripAt(QPointF position) const;
    [[nodiscard]] std::optional<FindingCursor::Place> findingAt(QPointF position) const;
    [[nodiscard]] Item hitAt(QPointF position) const;
    [[nodiscard]] QRectF drawnRect() const;
    void renderStrip(double ratio);
    void paintWindow(QPainter& painter);
    void paintName(QPainter& painter); // and how long the whole trace is: other times are the ruler's to tell

    const TimelineData& m_data;
    TimeAxis* m_axis;
    ZoomEaser* m_easer;
    ThemeSource* m_theme;
    int m_left = 0;
    int m_right = 0;
    QImage m_strip;
    FindingTicks m_ticks;
    HitTicks m_hits;
    Grip m_grip = Grip::None;
    double m_last = 0;
    double m_pressed = 0; // px where the drag began
};

} // namespace stepscope::widgets
