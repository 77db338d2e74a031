// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Shown when nothing is open: how to open something, and what was open before. GUI thread only.

#include <QStringList>
#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace stepscope::widgets {

class ThemeSource;

class WelcomePage : public QWidget
{
    Q_OBJECT

public:
    explicit WelcomePage(ThemeSource* theme, QWidget* parent = nullptr);

    void setRecentFiles(const QStringList& paths);
    void setSample(const QString& path); // empty: there is none to offer

Q_SIGNALS:
    void openRequested();
    void fileRequested(const QString& path);

private:
    void applyTheme();

    ThemeSource* m_theme;
    QLabel* m_logo;
    QLabel* m_drop;
    QPushButton* m_open;
    QPushButton* m_sample;
    QLabel* m_recentTitle;
    QVBoxLayout* m_recent;
    QString m_samplePath;
};

} // namespace stepscope::widgets
