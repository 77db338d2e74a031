// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/file_opener.h"

#include "app/gui/appearance.h"
#include "app/gui/document_page.h"
#include "app/gui/document_tabs.h"
#include "app/gui/file_opening.h"
#include "app/gui/preferences.h"
#include "app/gui/run_pairs.h"
#include "app/gui/settings.h"
#include "widgets/memory/memory_strip.h"
#include "widgets/pages/trace_page.h"
#include "widgets/ranks/rank_set.h"
#include "widgets/timeline/row_controls.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace stepscope::app {

using widgets::TracePage;

FileOpener::FileOpener(
    DocumentTabs& tabs, Settings& settings, Appearance& appearance, LoadFunction loader, QWidget* window)
    : QObject(window)
    , m_tabs(tabs)
    , m_settings(settings)
    , m_appearance(appearance)
    , m_loader(std::move(loader))
    , m_window(window)
    , m_pairs(new RunPairs(this))
{
    connect(m_pairs, &RunPairs::joined, this, &FileOpener::showPair);
    connect(m_pairs, &RunPairs::refused, this, &FileOpener::messageIssued);
    connect(&m_settings, &Settings::preferencesChanged, this, [this]() {
        for (DocumentPage* page : m_tabs.pages())
            apply(m_settings.preferences(), page->tracePage());
    });
}

QList<DocumentPage*> FileOpener::open(const QStringList& paths, DocumentPage* with)
{
    if (paths.isEmpty())
        return {};
    std::vector<std::string> files;
    for (const QString& path : paths)
        files.push_back(QFile::encodeName(path).toStdString());
    if (widgets::lookLikeRanks(files))
        return {openRanks(paths)};
    QList<DocumentPage*> opened;
    for (const QString& path : paths) {
        DocumentPage* page = pageFor(QDir::cleanPath(QFileInfo(path).absoluteFilePath()));
        if (!opened.contains(page))
            opened << page;
    }
    QList<DocumentPage*> together = opened;
    if (with != nullptr && !together.contains(with))
        together.prepend(with);
    m_pairs->opened(together);
    if (!opened.isEmpty())
        m_tabs.setCurrentWidget(opened.constFirst());
    return opened;
}

DocumentPage* FileOpener::openRanks(const QStringList& paths)
{
    DocumentPage* page = pageFor(QDir::cleanPath(Document::pathOfRanks(paths)), paths);
    m_tabs.setCurrentWidget(page);
    return page;
}

QList<DocumentPage*> FileOpener::chooseFolder()
{
    const QString folder = askForFolder(m_window, m_settings);
    return folder.isEmpty() ? QList<DocumentPage*>() : open({folder});
}

DocumentPage* FileOpener::pageFor(const QString& path, const QStringList& rankFiles)
{
    if (DocumentPage* page = m_tabs.pageOf(path))
        return page;
    auto* page = new DocumentPage(std::make_unique<Document>(path, m_loader), m_appearance.theme(), m_window);
    page->document().setRankFiles(rankFiles);
    m_tabs.add(page);
    connect(page, &DocumentPage::contentChanged, this, [this, page]() {
        if (page->document().state() == Document::State::Ready)
            greet(*page);
        Q_EMIT contentChanged(page);
    });
    connect(page, &DocumentPage::fileRequested, this, [this](const QString& file) { open({file}); });
    connect(page, &DocumentPage::openRequested, this, &FileOpener::openRequested);
    connect(page, &DocumentPage::closeRequested, this, [this, page]() { Q_EMIT closeRequested(page); });
    page->document().load();
    return page;
}

void FileOpener::greet(DocumentPage& page)
{
    if (page.document().isFile())
        m_settings.addRecentFile(page.document().path());
    page.content()->restoreLayoutState(m_settings.pageLayout());
    if (TracePage* trace = page.tracePage()) {
        apply(m_settings.preferences(), trace);
        trace->rows().restore(m_settings.rows(trace->rows().kind()));
        Q_EMIT opened(trace);
    }
}

void FileOpener::showPair(DocumentPage* trace, DocumentPage* snapshot)
{
    if (m_tabs.current() == snapshot)
        m_tabs.setCurrentWidget(trace);
    connect(trace->tracePage()->memory(), &widgets::MemoryStrip::pageRequested, snapshot,
        [this, snapshot]() { m_tabs.setCurrentWidget(snapshot); });
}

void FileOpener::rememberRows(DocumentPage& page)
{
    if (TracePage* trace = page.tracePage())
        m_settings.setRows(trace->rows().kind(), trace->rows().state());
}

} // namespace stepscope::app
