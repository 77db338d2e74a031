// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session_capture.h"

#include "app/gui/document_page.h"
#include "app/gui/document_tabs.h"
#include "app/gui/file_hashes.h"
#include "widgets/compare/compare_page.h"
#include "widgets/details/detail_text.h"
#include "widgets/memory/memory_strip.h"
#include "widgets/pages/trace_page.h"

#include <QFileInfo>

#include <algorithm>

namespace stepscope::app {

namespace {

class Capture
{
public:
    Capture(const DocumentTabs& tabs, const WaitingState& waiting)
        : m_tabs(tabs)
        , m_waiting(waiting)
    {
        m_session.program = "stepscope " STEPSCOPE_VERSION;
    }

    // Whether it can be told at all.
    bool add(QWidget* tab)
    {
        if (auto* page = qobject_cast<DocumentPage*>(tab))
            return add(*page);
        auto* comparison = qobject_cast<widgets::ComparePage*>(tab);
        if (comparison != nullptr)
            add(*comparison);
        return comparison != nullptr;
    }
    share::Session session() { return std::move(m_session); }

private:
    bool add(DocumentPage& page)
    {
        Document& document = page.document();
        share::SessionPage state;
        if (page.content() != nullptr)
            state = page.content()->state();
        else if (const share::SessionPage* waiting = m_waiting(page))
            state = *waiting;
        else if (document.state() != Document::State::Loading)
            return false; // an error
        else if (document.holdsRanks())
            state.kind = share::PageKind::Ranks;
        state.files.clear();
        for (const QString& path : document.isFile() ? QStringList {document.path()} : document.rankFiles())
            state.files.push_back(numberOf(QFileInfo(path).absoluteFilePath()));
        if (widgets::TracePage* trace = page.tracePage(); trace != nullptr && trace->memory() != nullptr)
            addSnapshot(state, trace->memory()->parts().snapshot);
        m_session.pages.push_back(std::move(state));
        return true;
    }
    void add(widgets::ComparePage& page)
    {
        share::SessionPage state = page.state();
        state.files.clear();
        for (const std::size_t side : {compare::kBefore, compare::kAfter}) {
            const widgets::CompareRun& run = page.source().run(side);
            state.files.push_back(numberOf(run.path));
            if (run.trace)
                addSnapshot(state, run.snapshot);
            if (side == compare::kBefore)
                state.earlierFiles = state.files.size();
        }
        m_session.pages.push_back(std::move(state));
    }
    // The file of a snapshot that is shown beside another one; none: its tab is closed.
    void addSnapshot(share::SessionPage& state, const SnapshotPtr& snapshot)
    {
        for (DocumentPage* page : m_tabs.pages()) {
            if (snapshot && page->document().snapshot() == snapshot)
                state.files.push_back(numberOf(page->document().path()));
        }
    }
    std::size_t numberOf(const QString& path)
    {
        const std::string name = path.toStdString();
        const auto found = std::find_if(m_session.files.begin(), m_session.files.end(),
            [&name](const share::SessionFile& file) { return file.path == name; });
        if (found != m_session.files.end())
            return static_cast<std::size_t>(found - m_session.files.begin());
        m_session.files.push_back({name, 0, {}});
        return m_session.files.size() - 1;
    }

    const DocumentTabs& m_tabs;
    const WaitingState& m_waiting;
    share::Session m_session;
};

bool shows(QWidget* tab, const widgets::ContentPage* content)
{
    const auto* page = qobject_cast<DocumentPage*>(tab);
    return page != nullptr ? page->content() == content : tab == content;
}

} // namespace

share::Session captureSession(const DocumentTabs& tabs, const WaitingState& waiting, const widgets::ContentPage* only)
{
    Capture capture(tabs, waiting);
    std::size_t pages = 0;
    std::size_t current = 0;
    for (int i = 0; i < tabs.count(); ++i) {
        QWidget* tab = tabs.widget(i);
        if ((only != nullptr && !shows(tab, only)) || !capture.add(tab))
            continue;
        if (tab == tabs.currentWidget())
            current = pages;
        ++pages;
    }
    share::Session session = capture.session();
    session.current = current;
    return session;
}

QStringList filesOf(const share::Session& session)
{
    QStringList paths;
    for (const share::SessionFile& file : session.files)
        paths << widgets::toQString(file.path);
    return paths;
}

share::Session toldIn(share::Session session, const QString& folder, share::PathsFor kind, const FileHashes& hashes)
{
    for (share::SessionFile& file : session.files) {
        const QFileInfo info(widgets::toQString(file.path));
        if (info.isFile())
            file.bytes = static_cast<std::uint64_t>(info.size());
        if (const auto known = hashes.known(info.filePath()))
            file.hash = known->hash;
        file.path = share::pathInSession(file.path, folder.toStdString(), kind);
    }
    return session;
}

} // namespace stepscope::app
