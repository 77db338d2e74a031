// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The names of the rows, left of the canvas: indented by level, with a mark on rows that fold, elided, with the full
// name and figures as a tooltip. A click on a row that folds folds it; a drag moves
// it among its siblings; a drag at the right border changes the width.
// Above the rows, beside the ruler, it says how much time is visible. Part of a TimelineView, GUI thread only.

#include "widgets/common/theme.h"
#include "widgets/timeline/timeline_data.h"

#include <QWidget>

#include <optional>

class QPainter;

namespace stepscope::widgets {

class TrackHeader : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kDefaultWidth = 208;
    static constexpr int kMinimumWidth = 120;
    static constexpr int kMaximumWidth = 480;

    TrackHeader(const TimelineData& source, ThemeSource* theme, QWidget* parent = nullptr);

    void setCorner(int height, const QString& text); // what stands beside the ruler
    void setScroll(int pixels);
    void setSelectedRow(std::optional<std::size_t> row);
    [[nodiscard]] int corner() const { return m_corner; } // height of what stands beside the ruler
    [[nodiscard]] QRect foldMark(std::size_t row) const;  // in widget coordinates

Q_SIGNALS:
    void foldRequested(view::NodeId node);
    void widthRequested(int width);
    void menuRequested(stepscope::view::NodeId node, QPoint at); // on the screen; invalid node: below all rows
    void moveRequested(stepscope::view::NodeId node, stepscope::view::NodeId before); // invalid: to the end
    void scrolledBy(int pixels, QPointF at);                                          // wheel over the names

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    [[nodiscard]] std::optional<std::size_t> rowAt(int y) const;
    [[nodiscard]] int topOf(const view::Row& row) const;
    // The row whose name stands at the top of what scrolls, its own place being above; nothing where all names are
    // where they belong.
    [[nodiscard]] std::optional<std::size_t> stuckRow() const;
    [[nodiscard]] QRect labelPlace(std::size_t row) const; // of its name, over the whole width
    [[nodiscard]] std::optional<std::size_t> labelAt(int y) const;
    void paintLabel(QPainter& painter, std::size_t index);
    void paintRow(QPainter& painter, std::size_t index);
    void paintPinnedPart(QPainter& painter) const;
    void paintName(QPainter& painter, const view::LayoutNode& node, const QRectF& place);
    void paintFoldMark(QPainter& painter, const QRectF& place, bool folded);
    void click(view::NodeId node);
    void updateCursor(QPointF position);
    [[nodiscard]] view::NodeId nodeAt(int y) const;
    [[nodiscard]] std::optional<view::NodeId> dropPlace(int y) const; // the sibling that what is dragged goes before
    [[nodiscard]] bool atBorder(double x) const;

    const TimelineData& m_data;
    ThemeSource* m_theme;
    int m_corner = 0;
    QString m_cornerText;
    int m_scroll = 0;
    std::optional<std::size_t> m_selected;
    bool m_resizing = false;
    view::NodeId m_pressed;
    QPoint m_pressedAt;
    bool m_dragging = false;
    std::optional<view::NodeId> m_drop;
};

} // namespace stepscope::widgets
