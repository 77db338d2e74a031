// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How far one run is shifted against its alignment, as a number that can be dragged: to the right the later run stands
// later. Left and Right move it by a pixel (with Shift by ten), a double click or Home takes the shift away. GUI thread
// only.

#include "widgets/common/theme.h"
#include "widgets/compare/run_axes.h"

#include <QWidget>

#include <functional>

namespace stepscope::widgets {

class ShiftHandle : public QWidget
{
    Q_OBJECT

public:
    using Words = std::function<QString(double units)>; // "+3.2 ms"

    ShiftHandle(RunAxes* axes, Words words, ThemeSource* theme, QWidget* parent = nullptr);
    [[nodiscard]] QString text() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void describe();

    RunAxes* m_axes;
    Words m_words;
    ThemeSource* m_theme;
    double m_last = 0;
    bool m_dragging = false;
};

// Ctrl and drag on the canvas of a run moves it under the other one; a click with Ctrl stays what it is.
class ShiftDrag : public QObject
{
    Q_OBJECT

public:
    ShiftDrag(RunAxes* axes, std::size_t run, QWidget* canvas); // lives with the canvas

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool press(const QMouseEvent& event);
    bool move(const QMouseEvent& event);
    bool release(const QMouseEvent& event);

    RunAxes* m_axes;
    std::size_t m_run;
    QWidget* m_canvas;
    QPointF m_pressed;
    double m_last = 0;
    bool m_waiting = false; // pressed, not moved far enough yet
    bool m_dragging = false;
    bool m_replaying = false;
};

} // namespace stepscope::widgets
