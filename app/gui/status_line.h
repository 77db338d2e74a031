// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The line at the window's lower edge: what the pointer is over (else the figures of the chosen step, else the size of
// the trace) on the left, the visible stretch of time and the time under the pointer on the right. GUI thread only.

#include <QMetaObject>
#include <QStatusBar>

#include <vector>

class QLabel;

namespace stepscope::widgets {
class TracePage;
class WrapLabel;
} // namespace stepscope::widgets

namespace stepscope::app {

class StatusLine : public QStatusBar
{
    Q_OBJECT

public:
    explicit StatusLine(QWidget* parent = nullptr);

    void follow(widgets::TracePage* page); // null: nothing to say
    [[nodiscard]] QString whatText() const;
    [[nodiscard]] QString whereText() const;

private:
    void update();

    widgets::TracePage* m_page = nullptr;
    std::vector<QMetaObject::Connection> m_connections;
    widgets::WrapLabel* m_what;
    QLabel* m_where;
};

} // namespace stepscope::app
