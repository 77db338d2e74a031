// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The panels of a page as tabs. Where they have no room they scroll, and a title that does not fit before the buttons
// is elided rather than cut. GUI thread only.

#include <QTabBar>
#include <QTabWidget>

namespace stepscope::widgets {

class PanelTabBar : public QTabBar
{
    Q_OBJECT

public:
    using QTabBar::QTabBar;

    // What can be seen of a tab: less than its rectangle where the buttons that scroll cover it, or the edge.
    [[nodiscard]] QRect seenOf(int tab) const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QRect seen() const; // of all tabs
};

class PanelTabs : public QTabWidget
{
    Q_OBJECT

public:
    explicit PanelTabs(QWidget* parent = nullptr);
};

} // namespace stepscope::widgets
