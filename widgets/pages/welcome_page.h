// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Shown when nothing is open: how to open something, and what was open before. GUI thread only.

#include <QList>
#include <QStringList>
#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace stepscope::widgets {

class ThemeSource;

struct Sample
{
    QString title;
    QStringList files; // opened together
};

class WelcomePage : public QWidget
{
    Q_OBJECT

public:
    explicit WelcomePage(ThemeSource* theme, QWidget* parent = nullptr);

    void setRecentFiles(const QStringList& paths);
    void setSamples(const QList<Sample>& samples); // none: there are none to offer

Q_SIGNALS:
    void openRequested();
    void filesRequested(const QStringList& paths);

private:
    void applyTheme();

    ThemeSource* m_theme;
    QLabel* m_logo;
    QLabel* m_drop;
    QPushButton* m_open;
    QWidget* m_samples;
    QLabel* m_recentTitle;
    QVBoxLayout* m_recent;
};

} // namespace stepscope::widgets
