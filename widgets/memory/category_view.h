// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A memory timeline by category: stacked curves over time, the scale of bytes at the left, the ruler below. Wheel, drag
// and keys as in the memory timeline; a click chooses a point, Left and Right go to the next change; the card at the
// pointer says what is held there. GUI thread only; what it is given must outlive it.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "core/analysis/memory/category_figures.h"
#include "core/view/category_columns.h"
#include "widgets/common/paint_target.h"
#include "widgets/common/theme.h"
#include "widgets/memory/category_painter.h"
#include "widgets/memory/memory_timeline_height.h"
#include "widgets/timeline/zoom_easer.h"
#include "widgets/viewmodel/time_axis.h"

#include <QTimer>
#include <QWidget>

namespace stepscope::widgets {

class HoverCard;

class CategoryView : public QWidget
{
    Q_OBJECT

public:
    CategoryView(const model::CategoryTimeline& timeline, const analysis::CategoryFigures& figures, TimeAxis* axis,
        ThemeSource* theme, QWidget* parent = nullptr);

    [[nodiscard]] std::int32_t point() const { return m_point; } // -1: before the first time
    void setPoint(std::int32_t point);
    [[nodiscard]] std::optional<std::int32_t> hovered() const; // the point that the column under the pointer shows
    [[nodiscard]] const view::CategoryColumns& content() const { return m_columns; }
    [[nodiscard]] QRect canvas() const;
    [[nodiscard]] bool idle() const;
    [[nodiscard]] QString timeText(std::int32_t point) const; // "+12.4 ms", since the first time

Q_SIGNALS:
    void pointChanged();
    void hoveredChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    [[nodiscard]] MemoryFrame frameFor(const PaintTarget& target) const;
    [[nodiscard]] std::optional<std::int32_t> pointAt(QPointF position) const;
    void aimHeight(bool atOnce);
    void hoverAt(std::optional<QPointF> position);
    void showCard();
    void step(std::int32_t by);

    const model::CategoryTimeline& m_timeline;
    const analysis::CategoryFigures& m_figures;
    view::CategoryColumns m_columns;
    TimeAxis* m_axis;
    ThemeSource* m_theme;
    ZoomEaser* m_easer;
    HeightEaser* m_height;
    HoverCard* m_card;
    CategoryPainter m_painter;
    QTimer m_cardTimer;
    QImage m_base;
    MemoryFrame m_frame;
    bool m_dirty = true;
    std::int32_t m_point = -1;
    std::optional<QPointF> m_pointer;
    std::optional<QPointF> m_pressed;
    QPointF m_last;
    bool m_panning = false;
};

} // namespace stepscope::widgets
