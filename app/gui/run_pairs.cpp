// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run_pairs.h"

#include "app/gui/document_page.h"
#include "widgets/pages/memory_page.h"
#include "widgets/pages/trace_page.h"

#include <QFileInfo>

#include <algorithm>

namespace stepscope::app {

QString RunPairs::reason(analysis::ClockMatch match)
{
    switch (match) {
    case analysis::ClockMatch::Shared:
        break;
    case analysis::ClockMatch::TraceWithoutUnixTime:
        return QStringLiteral("The trace does not say at which time it was recorded: it stays in a tab of its own.");
    case analysis::ClockMatch::SnapshotWithoutTimes:
        return QStringLiteral("The snapshot has no times (PyTorch before 2.1): it stays in a tab of its own.");
    case analysis::ClockMatch::Apart:
        return QStringLiteral("Trace and snapshot were recorded at different times: they stay in tabs of their own.");
    }
    return {};
}

void RunPairs::opened(const QList<DocumentPage*>& together)
{
    if (together.size() < 2)
        return;
    QList<QPointer<DocumentPage>> pages;
    for (DocumentPage* page : together)
        pages << page;
    const auto again = [this, pages]() { tryJoin(pages); };
    for (DocumentPage* page : together) {
        connect(page, &DocumentPage::contentChanged, this, again);
        // The others may have waited for it; later, when it is no page in parts any more.
        connect(page, &QObject::destroyed, this, again, Qt::QueuedConnection);
    }
    again();
}

bool RunPairs::isJoined(const DocumentPage& snapshot) const
{
    return std::any_of(m_joined.begin(), m_joined.end(), [&snapshot](const auto& pair) {
        return pair.first && pair.second == &snapshot && pair.first->tracePage() != nullptr
            && pair.first->tracePage()->memory() != nullptr;
    });
}

// Runs that were recorded at one time of their clocks, such as those of a generator, are told apart by their folders;
// once all of them are there, so that which belong together does not depend on which is read first.
void RunPairs::tryJoin(const QList<QPointer<DocumentPage>>& pages)
{
    const bool allThere = std::all_of(pages.begin(), pages.end(),
        [](const QPointer<DocumentPage>& page) { return !page || page->document().isSettled(); });
    if (!allThere)
        return;
    const auto folder = [](DocumentPage& page) { return QFileInfo(page.document().path()).path(); };
    analysis::ClockMatch last = analysis::ClockMatch::Shared;
    std::size_t refusals = 0;
    for (const bool sameFolder : {true, false}) {
        for (const QPointer<DocumentPage>& snapshot : pages) {
            for (const QPointer<DocumentPage>& trace : pages) {
                if (!snapshot || !trace || snapshot->memoryPage() == nullptr || trace->tracePage() == nullptr
                    || trace->tracePage()->memory() != nullptr || isJoined(*snapshot)
                    || (folder(*snapshot) == folder(*trace)) != sameFolder)
                    continue;
                last = join(*trace, *snapshot);
                refusals += last == analysis::ClockMatch::Shared ? 0 : 1;
            }
        }
    }
    if (pages.size() == 2 && refusals > 0) // among more of them it is no surprise
        Q_EMIT refused(reason(last));
}

analysis::ClockMatch RunPairs::join(DocumentPage& trace, DocumentPage& snapshot)
{
    widgets::MemoryPage& memory = *snapshot.memoryPage();
    const analysis::SharedClock clock = analysis::sharedClock(trace.tracePage()->trace(), memory.snapshot());
    if (clock.match == analysis::ClockMatch::Shared) {
        trace.tracePage()->attachMemory(memory, clock.base);
        m_joined << std::pair(QPointer(&trace), QPointer(&snapshot));
        Q_EMIT joined(&trace, &snapshot);
    }
    return clock.match;
}

} // namespace stepscope::app
