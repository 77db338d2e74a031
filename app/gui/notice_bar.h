// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A line over the pages that stays until it is answered or closed: what went wrong while sessions were opened, and
// offers such as that of what was open when the program ended. GUI thread only.

#include <QFrame>
#include <QString>
#include <QStringList>

#include <functional>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace stepscope::widgets {
class ThemeSource;
}

namespace stepscope::app {

class NoticeBar : public QFrame
{
    Q_OBJECT

public:
    explicit NoticeBar(widgets::ThemeSource* theme, QWidget* parent = nullptr);

    void add(const QString& message); // below what is said already
    struct Answer
    {
        QString text;
        std::function<void()> then;
    };
    void offer(const QString& question, const QList<Answer>& answers); // in the place of messages
    [[nodiscard]] QString text() const;

private:
    void clear();
    void applyTheme();

    widgets::ThemeSource* m_theme;
    QLabel* m_text;
    QHBoxLayout* m_row;
    QToolButton* m_close;
    QStringList m_messages;
    QList<QPushButton*> m_answers;
};

} // namespace stepscope::app
