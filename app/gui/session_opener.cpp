// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session_opener.h"

#include "app/gui/comparisons.h"
#include "app/gui/document_page.h"
#include "app/gui/document_tabs.h"
#include "app/gui/file_opener.h"
#include "app/gui/session_file.h"
#include "app/gui/settings.h"
#include "widgets/compare/compare_page.h"
#include "widgets/details/detail_text.h"

#include <QFileInfo>

#include <algorithm>

namespace stepscope::app {

using share::FoundFile;
using share::PageKind;
using share::SessionPage;

SessionOpener::SessionOpener(
    DocumentTabs& tabs, FileOpener& files, Comparisons& comparisons, Settings& settings, QObject* parent)
    : QObject(parent)
    , m_tabs(tabs)
    , m_files(files)
    , m_comparisons(comparisons)
    , m_settings(settings)
{
}

bool SessionOpener::isSession(const QString& path)
{
    return path.endsWith(kSessionSuffix, Qt::CaseInsensitive) || path.endsWith(kPictureSuffix, Qt::CaseInsensitive);
}

bool SessionOpener::isIdle() const
{
    return m_queue.empty();
}

const SessionPage* SessionOpener::waitingFor(const DocumentPage& page) const
{
    const auto found = m_waiting.constFind(&page);
    return found != m_waiting.constEnd() ? &*found : nullptr;
}

void SessionOpener::open(const QString& path)
{
    const QFileInfo file(path);
    auto opening = std::make_shared<Opening>();
    opening->path = file.absoluteFilePath();
    opening->name = file.fileName();
    opening->folder = file.absolutePath();
    m_queue.push_back(std::move(opening));
    if (m_queue.size() == 1)
        startNext();
}

void SessionOpener::open(share::Session session, const QString& folder, const QString& name)
{
    auto opening = std::make_shared<Opening>();
    opening->name = name;
    opening->folder = folder;
    opening->session = std::move(session);
    m_queue.push_back(std::move(opening));
    if (m_queue.size() == 1)
        startNext();
}

void SessionOpener::startNext()
{
    if (m_queue.empty())
        return;
    if (m_queue.front()->path.isEmpty())
        find(m_queue.front());
    else
        read(m_queue.front());
}

void SessionOpener::read(const Shared& opening)
{
    m_job.start<share::Session>([path = opening->path](Progress&, const std::stop_token&) { return readSession(path); },
        [this, opening](Expected<share::Session> session) {
            if (session) {
                opening->session = std::move(*session);
                find(opening);
                return;
            }
            Q_EMIT failed(QStringLiteral("%1 cannot be opened. %2")
                              .arg(opening->name, widgets::toQString(session.error().message)));
            finish(opening);
        });
}

// Those that are not settled yet.
void SessionOpener::find(const Shared& opening, const QStringList& alsoIn)
{
    std::vector<std::string> known;
    for (DocumentPage* page : m_tabs.pages())
        known.push_back(page->document().path().toStdString());
    for (const QString& path : m_settings.recentFiles() + alsoIn)
        known.push_back(path.toStdString());
    opening->settled.resize(opening->session.files.size(), false);
    opening->found.resize(opening->session.files.size());
    std::vector<share::SessionFile> wanted;
    for (std::size_t i = 0; i < opening->settled.size(); ++i) {
        if (!opening->settled[i])
            wanted.push_back(opening->session.files[i]);
    }
    m_job.start<std::vector<FoundFile>>(
        [wanted, known, folder = opening->folder.toStdString()](Progress& progress, const std::stop_token& stop) {
            return share::findFiles(wanted, folder, known, progress, stop);
        },
        [this, opening](Expected<std::vector<FoundFile>> found) {
            std::size_t next = 0;
            for (std::size_t i = 0; found && i < opening->settled.size(); ++i) {
                if (!opening->settled[i])
                    opening->found[i] = std::move((*found)[next++]);
                opening->settled[i] = opening->found[i].state == FoundFile::State::Same || opening->settled[i];
            }
            ask(opening);
        });
}

void SessionOpener::ask(const Shared& opening)
{
    for (std::size_t i = 0; i < opening->settled.size(); ++i) {
        if (opening->settled[i])
            continue;
        share::SessionFile& file = opening->session.files[i];
        const FileAnswer answer = m_ask ? m_ask({opening->name, file, opening->found[i]}) : FileAnswer();
        if (answer.kind == FileAnswer::Kind::Cancel)
            return finish(opening);
        if (answer.kind == FileAnswer::Kind::Choose) { // others may lie beside it
            file.path = answer.chosen.toStdString();
            return find(opening, {QFileInfo(answer.chosen).absolutePath()});
        }
        opening->settled[i] = true;
        const QString name = QFileInfo(widgets::toQString(file.path)).fileName();
        if (answer.kind == FileAnswer::Kind::Skip) {
            opening->found[i] = {};
            Q_EMIT noticed(QStringLiteral("%1: %2 was left out.").arg(opening->name, name));
        } else {
            Q_EMIT noticed(QStringLiteral("%1 is another file than when %2 was saved: view and notes may not fit.")
                               .arg(name, opening->name));
        }
    }
    openPages(opening);
}

void SessionOpener::openPages(const Shared& opening)
{
    const std::vector<SessionPage>& pages = opening->session.pages;
    for (std::size_t i = 0; i < pages.size(); ++i)
        openPage(opening, pages[i], i == opening->session.current);
    if (opening->current)
        m_tabs.setCurrentWidget(opening->current);
    if (!opening->path.isEmpty())
        Q_EMIT opened(opening->path);
    finish(opening);
}

QStringList SessionOpener::pathsOf(const Opening& opening, const SessionPage& page)
{
    QStringList paths;
    for (const std::size_t file : page.files) {
        if (!opening.found[file].path.empty())
            paths << widgets::toQString(opening.found[file].path);
    }
    return paths;
}

void SessionOpener::openPage(const Shared& opening, const SessionPage& page, bool isCurrent)
{
    const QStringList paths = pathsOf(*opening, page);
    const bool hasFirst = !opening->found[page.files.front()].path.empty();
    if (page.kind == PageKind::Comparison)
        return compare(opening, page, isCurrent);
    if (paths.isEmpty() || (page.kind == PageKind::File && !hasFirst))
        return;
    DocumentPage* shown
        = page.kind == PageKind::Ranks && paths.size() > 1 ? m_files.openRanks(paths) : m_files.open(paths).value(0);
    if (shown == nullptr)
        return;
    if (isCurrent)
        opening->current = shown;
    restoreWhenReady(*shown, page);
}

void SessionOpener::compare(const Shared& opening, const SessionPage& page, bool isCurrent)
{
    const auto isThere = [&](std::size_t place) { return !opening->found[page.files[place]].path.empty(); };
    if (!isThere(0) || !isThere(page.earlierFiles)) {
        Q_EMIT noticed(QStringLiteral("%1: a comparison was left out, as one of its runs is.").arg(opening->name));
        return;
    }
    const auto then = [this, opening, page, isCurrent](widgets::ComparePage& shown) {
        if (isCurrent)
            opening->current = &shown;
        if (opening->current)
            m_tabs.setCurrentWidget(opening->current);
        restore(shown, page, shown.title());
    };
    m_comparisons.compare(m_files.open(pathsOf(*opening, page)), then);
}

void SessionOpener::restoreWhenReady(DocumentPage& page, const SessionPage& state)
{
    const bool isNew = !m_waiting.contains(&page);
    m_waiting[&page] = state;
    if (isNew) {
        connect(&page, &DocumentPage::contentChanged, this, [this, &page]() { tryRestore(page); });
        connect(&page, &QObject::destroyed, this, [this, gone = &page]() { m_waiting.remove(gone); });
    }
    tryRestore(page);
}

void SessionOpener::tryRestore(DocumentPage& page)
{
    if (page.content() == nullptr || !m_waiting.contains(&page))
        return;
    disconnect(&page, &DocumentPage::contentChanged, this, nullptr);
    restore(*page.content(), m_waiting.take(&page), page.document().title());
}

void SessionOpener::restore(widgets::ContentPage& content, const SessionPage& state, const QString& name)
{
    connect(&content, &widgets::ContentPage::notRestored, this, [this, name](const QStringList& parts) {
        Q_EMIT noticed(QStringLiteral("%1 does not have %2.").arg(name, parts.join(QStringLiteral(", "))));
    });
    content.restore(state);
}

void SessionOpener::finish(const Shared& opening)
{
    m_queue.erase(std::remove(m_queue.begin(), m_queue.end(), opening), m_queue.end());
    if (m_queue.empty())
        Q_EMIT becameIdle();
    startNext();
}

} // namespace stepscope::app
