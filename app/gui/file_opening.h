// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Ways by which files come to the window: the dialog, a drop, and the list of those that were open before. GUI thread
// only.

#include <QObject>
#include <QStringList>

class QMenu;
class QMimeData;
class QWidget;

namespace stepscope::app {

class Settings;

[[nodiscard]] QStringList localFiles(const QMimeData& data);
// Traces and memory snapshots, starting in the folder that the settings remember; empty when it was cancelled.
[[nodiscard]] QStringList askForFiles(QWidget* parent, Settings& settings);
[[nodiscard]] QString askForFolder(QWidget* parent, Settings& settings); // of the ranks of a job; the same

class RecentFilesMenu : public QObject
{
    Q_OBJECT

public:
    RecentFilesMenu(Settings& settings, QMenu* menu); // keeps the menu up to date; lives with it

Q_SIGNALS:
    void fileRequested(const QString& path);

private:
    void fill();

    Settings& m_settings;
    QMenu* m_menu;
};

} // namespace stepscope::app
