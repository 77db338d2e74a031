// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Brings a trace and a memory snapshot of one run together: pages that were opened in one go, or dropped onto each
// other, get the memory below the timeline when their clocks say that they are of one run. Otherwise both stay as they
// are, and why is said. GUI thread only; pages may go at any time.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "core/analysis/memory/run_clock.h"

#include <QList>
#include <QObject>
#include <QPointer>
#include <QString>

#include <utility>

namespace stepscope::app {

class DocumentPage;

class RunPairs : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void opened(const QList<DocumentPage*>& together); // each snapshot goes to the trace of its time

    [[nodiscard]] static QString reason(analysis::ClockMatch match); // why it is no pair; empty: it is one

Q_SIGNALS:
    void joined(stepscope::app::DocumentPage* trace, stepscope::app::DocumentPage* snapshot);
    void refused(const QString& reason);

private:
    [[nodiscard]] bool isJoined(const DocumentPage& snapshot) const; // to a trace that still shows it
    void tryJoin(const QList<QPointer<DocumentPage>>& pages);
    analysis::ClockMatch join(DocumentPage& trace, DocumentPage& snapshot);

    QList<std::pair<QPointer<DocumentPage>, QPointer<DocumentPage>>> m_joined; // trace, snapshot
};

} // namespace stepscope::app
