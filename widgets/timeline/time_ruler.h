// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The scale above the canvas: ticks with sensible units, the time under the pointer and the length of the marked range.
// A drag on it marks a range, a double click zooms to the range (or shows everything). Times count from the start of
// the trace. Part of a TimelineView, GUI thread only.

#include "widgets/common/theme.h"
#include "widgets/timeline/zoom_easer.h"
#include "widgets/viewmodel/selection.h"

#include <QWidget>

class QPainter;

namespace stepscope::widgets {

class TimeRuler : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kHeight = 26;

    TimeRuler(TimeAxis* axis, ZoomEaser* easer, Selection* selection, ThemeSource* theme, std::int64_t origin,
        QWidget* parent = nullptr);

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
    void paintTicks(QPainter& painter);
    void paintRange(QPainter& painter);
    void paintCursor(QPainter& painter);
    [[nodiscard]] QRectF chipBounds() const;

    TimeAxis* m_axis;
    ZoomEaser* m_easer;
    Selection* m_selection;
    ThemeSource* m_theme;
    std::int64_t m_origin;
    std::int64_t m_anchor = 0;
    bool m_dragging = false;
};

} // namespace stepscope::widgets
