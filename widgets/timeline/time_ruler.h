// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The scale above the canvas: ticks with sensible units, the time under the pointer and the length of the marked range.
// A drag on it marks a range, a double click zooms to the range (or shows everything). Times count from the start of
// the trace, or are those of the clock on the wall, in local time. Part of a TimelineView, GUI thread only.

#include "core/view/clock_text.h"
#include "widgets/common/theme.h"
#include "widgets/timeline/zoom_easer.h"
#include "widgets/viewmodel/selection.h"

#include <QRectF>
#include <QWidget>

#include <array>
#include <optional>
#include <utility>

class QPainter;

namespace stepscope::widgets {

// The clock on the wall, in this machine's zone at that time of the trace; nothing when the trace does not tell.
[[nodiscard]] std::optional<view::ClockBase> localClock(std::optional<std::int64_t> baseTimeNs, std::int64_t time);

// Ticks of the ruler, and of the grid below it. Without a clock they count from the origin.
[[nodiscard]] view::RulerTicks timelineTicks(
    const view::TimeWindow& window, double widthPx, std::int64_t origin, const std::optional<view::ClockBase>& clock);

class TimeRuler : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kHeight = 26;

    TimeRuler(TimeAxis* axis, ZoomEaser* easer, Selection* selection, ThemeSource* theme, std::int64_t origin,
        QWidget* parent = nullptr);

    void setOrigin(std::int64_t origin);
    void setClock(const std::optional<view::ClockBase>& clock); // nothing: times count from the start of the trace

Q_SIGNALS:
    void rangeDragged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    [[nodiscard]] view::TimeScale scale() const;
    [[nodiscard]] QString timeText(std::int64_t time) const; // as exactly as a pixel is worth
    void cursorMoved();
    void paintTicks(QPainter& painter, const std::array<QRectF, 2>& chips); // no labels under these
    void paintRange(QPainter& painter, const QRectF& chip);
    void paintCursor(QPainter& painter, const QRectF& chip);
    [[nodiscard]] QRectF cursorChip() const;
    [[nodiscard]] QRectF rangeChip() const;                    // beside it
    [[nodiscard]] std::pair<double, double> rangeEnds() const; // px
    [[nodiscard]] QRectF chipBounds() const;

    TimeAxis* m_axis;
    ZoomEaser* m_easer;
    Selection* m_selection;
    ThemeSource* m_theme;
    std::int64_t m_origin; // where times count from
    std::optional<view::ClockBase> m_clock;
    std::int64_t m_anchor = 0;
    bool m_dragging = false;
    QRectF m_chip; // of the pointer, when last painted
};

} // namespace stepscope::widgets
