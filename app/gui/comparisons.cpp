// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/comparisons.h"

#include "app/gui/document_page.h"
#include "app/gui/document_tabs.h"
#include "core/compare/comparison.h"
#include "widgets/compare/compare_page.h"
#include "widgets/details/detail_text.h"
#include "widgets/memory/memory_strip.h"
#include "widgets/pages/memory_page.h"
#include "widgets/pages/trace_page.h"

#include <QFileInfo>

#include <algorithm>

namespace stepscope::app {

using compare::kAfter;
using compare::kBefore;
using widgets::ComparePage;
using widgets::CompareRun;
using widgets::CompareRuns;

namespace {

CompareRun runOf(DocumentPage& page)
{
    CompareRun run;
    run.path = page.document().path();
    run.label = QFileInfo(run.path).fileName();
    if (widgets::TracePage* trace = page.tracePage()) {
        run.trace = page.document().trace();
        run.figures = trace->figures().whole();
        if (const widgets::MemoryStrip* memory = trace->memory()) {
            run.snapshot = memory->parts().snapshot;
            run.clockBase = memory->parts().base;
            const QString path = widgets::toQString(run.snapshot->record.file.path);
            if (!path.isEmpty())
                run.memoryName = widgets::RunName {QFileInfo(path).fileName(), path};
        }
    } else {
        run.snapshot = page.document().snapshot();
    }
    return run;
}

QString withFolder(const widgets::RunName& name)
{
    return QFileInfo(QFileInfo(name.path).absolutePath()).fileName() + QLatin1Char('/') + name.label;
}

// Files of one name are told apart by their folders.
void tellApart(CompareRuns& runs)
{
    const bool oneLabel = runs[kBefore].label == runs[kAfter].label;
    const bool oneMemory = runs[kBefore].nameOfMemory().label == runs[kAfter].nameOfMemory().label;
    for (CompareRun& run : runs) {
        if (oneMemory && run.memoryName)
            run.memoryName->label = withFolder(*run.memoryName);
        if (oneLabel)
            run.label = withFolder(run.name());
    }
}

} // namespace

Comparisons::Comparisons(DocumentTabs& tabs, widgets::ThemeSource* theme, QObject* parent)
    : QObject(parent)
    , m_tabs(tabs)
    , m_theme(theme)
{
}

void Comparisons::compare(const QList<DocumentPage*>& pages, Then then)
{
    if (pages.size() < 2) {
        Q_EMIT refused(QStringLiteral("To compare, two different files are needed."));
        return;
    }
    Pages waited;
    for (DocumentPage* page : pages) {
        waited << page;
        connect(page, &DocumentPage::contentChanged, this, &Comparisons::tryAll);
        connect(page, &QObject::destroyed, this, &Comparisons::tryAll, Qt::QueuedConnection); // when it is gone whole
    }
    m_pending << Request {waited, std::move(then)};
    tryAll();
}

bool Comparisons::isSettled(const Pages& pages)
{
    return std::all_of(pages.begin(), pages.end(),
        [](const QPointer<DocumentPage>& page) { return !page || page->document().isSettled(); });
}

void Comparisons::tryAll()
{
    QList<Request> settled;
    for (const Request& request : m_pending) {
        if (isSettled(request.pages))
            settled << request;
    }
    m_pending.removeIf([](const Request& request) { return isSettled(request.pages); });
    for (const Request& request : settled)
        start(request);
}

void Comparisons::start(const Request& request)
{
    QList<CompareRun> traces;
    QList<CompareRun> snapshots;
    for (const QPointer<DocumentPage>& page : request.pages) {
        if (!page || page->content() == nullptr)
            continue;
        CompareRun run = runOf(*page);
        (run.trace ? traces : snapshots) << std::move(run);
    }
    if (traces.size() >= 2)
        show({traces[0], traces[1]}, request.then);
    else if (snapshots.size() >= 2)
        show({snapshots[0], snapshots[1]}, request.then);
    else if (!traces.isEmpty() && !snapshots.isEmpty())
        Q_EMIT refused(QStringLiteral(
            "A trace and a memory snapshot have nothing in common: compare two traces, or two snapshots."));
    else
        Q_EMIT refused(QStringLiteral("Fewer than two files could be read: there is nothing to compare."));
}

void Comparisons::show(CompareRuns runs, const Then& then)
{
    tellApart(runs);
    for (ComparePage* page : m_tabs.comparisons()) {
        const auto isSame = [&](std::size_t side) {
            const CompareRun& shown = page->source().run(side);
            return shown.trace == runs[side].trace && shown.snapshot == runs[side].snapshot;
        };
        if (isSame(kBefore) && isSame(kAfter)) {
            m_tabs.setCurrentWidget(page);
            if (then)
                then(*page);
            return;
        }
    }
    auto* page = new ComparePage(std::move(runs), m_theme, &m_tabs);
    m_tabs.add(page);
    m_tabs.setCurrentWidget(page);
    Q_EMIT shown(page);
    if (then)
        then(*page);
}

bool Comparisons::isIdle() const
{
    const QList<ComparePage*> all = m_tabs.comparisons();
    return m_pending.isEmpty() && std::all_of(all.begin(), all.end(), [](ComparePage* page) { return page->isIdle(); });
}

} // namespace stepscope::app
