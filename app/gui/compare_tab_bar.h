// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A tab bar whose tabs can be dragged onto one another to compare what they show: a tab that is pulled out of the bar
// follows the pointer, and is let go over another tab, or over the window where it offers a place for each. Moving tabs
// along the bar stays what it is. GUI thread only.

#include <QTabBar>

#include <optional>

class QMimeData;

namespace stepscope::app {

class CompareTabBar : public QTabBar
{
    Q_OBJECT

public:
    explicit CompareTabBar(QWidget* parent = nullptr);

    // Which tab is dragged; nothing: something else is.
    [[nodiscard]] static std::optional<int> draggedTab(const QMimeData& data);
    [[nodiscard]] static QMimeData* dataOf(int tab);

Q_SIGNALS:
    void droppedOnto(int dragged, int target);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void startDrag(QMouseEvent& event);
    [[nodiscard]] int targetOf(const QDropEvent& event) const; // -1: none

    int m_pressed = -1;
};

} // namespace stepscope::app
