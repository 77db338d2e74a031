// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/file_opening.h"

#include "app/gui/settings.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <QUrl>

namespace stepscope::app {

QStringList localFiles(const QMimeData& data)
{
    QStringList files;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile())
            files << url.toLocalFile();
    }
    return files;
}

QStringList askForFiles(QWidget* parent, Settings& settings)
{
    // Names are only a first guess: what a file is, is told by its content.
    const QString filters = QStringLiteral("Traces, memory snapshots and sessions (*.json *.gz *.zst *.pickle *.pkl "
                                           "*.html *.stepscope);;Traces (*.json *.json.gz *.json.zst);;"
                                           "Memory snapshots (*.pickle *.pkl *.pickle.gz *.pickle.zst *.json *.html);;"
                                           "Sessions, and pictures of Stepscope (*.stepscope *.png);;All files (*)");
    QStringList files = QFileDialog::getOpenFileNames(
        parent, QStringLiteral("Open traces, memory snapshots and sessions"), settings.lastFolder(), filters);
    if (!files.isEmpty())
        settings.setLastFolder(QFileInfo(files.constFirst()).absolutePath());
    return files;
}

QString askForFolder(QWidget* parent, Settings& settings)
{
    QString folder = QFileDialog::getExistingDirectory(
        parent, QStringLiteral("Open the folder of a job: one trace a rank"), settings.lastFolder());
    if (!folder.isEmpty())
        settings.setLastFolder(folder);
    return folder;
}

RecentFilesMenu::RecentFilesMenu(Settings& settings, QMenu* menu)
    : QObject(menu)
    , m_settings(settings)
    , m_menu(menu)
{
    m_menu->setToolTipsVisible(true);
    connect(&m_settings, &Settings::recentFilesChanged, this, &RecentFilesMenu::fill);
    fill();
}

void RecentFilesMenu::fill()
{
    const QStringList files = m_settings.recentFiles();
    m_menu->clear();
    for (const QString& path : files) {
        QAction* action = m_menu->addAction(QFileInfo(path).fileName());
        action->setToolTip(path);
        action->setStatusTip(path);
        connect(action, &QAction::triggered, this, [this, path]() { Q_EMIT fileRequested(path); });
    }
    m_menu->setEnabled(!files.isEmpty());
    if (!files.isEmpty()) {
        m_menu->addSeparator();
        connect(m_menu->addAction(QStringLiteral("Forget these")), &QAction::triggered, &m_settings,
            &Settings::clearRecentFiles);
    }
}

} // namespace stepscope::app
