// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The line at the window's lower edge: what the shown page points at on the left, where it looks on the right. GUI
// thread only.

#include <QStatusBar>

class QLabel;

namespace stepscope::widgets {
class ContentPage;
class WrapLabel;
} // namespace stepscope::widgets

namespace stepscope::app {

class StatusLine : public QStatusBar
{
    Q_OBJECT

public:
    explicit StatusLine(QWidget* parent = nullptr);

    void follow(widgets::ContentPage* page); // null: nothing to say
    [[nodiscard]] QString whatText() const;
    [[nodiscard]] QString whereText() const;

private:
    void update();

    widgets::ContentPage* m_page = nullptr;
    widgets::WrapLabel* m_what;
    QLabel* m_where;
};

} // namespace stepscope::app
