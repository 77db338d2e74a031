// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The Selection panel of a memory snapshot: everything about the chosen allocation, its stack beside it; copies as text
// and JSON. Follows a MemoryCursor; links go to the entries where it was born and freed. GUI thread only.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "widgets/details/event_report.h"
#include "widgets/memory/memory_context.h"

#include <QWidget>

#include <memory>

class QLabel;
class QStackedWidget;
class QTextBrowser;

namespace stepscope::widgets {

class AllocationDetails : public QWidget
{
    Q_OBJECT

public:
    explicit AllocationDetails(const MemoryContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString plainText() const; // what "Copy text" copies
    [[nodiscard]] QString jsonText() const;  // what "Copy JSON" copies

private:
    void buildUi();
    void render();

    MemoryContext m_context;
    EventReport m_report;
    QStackedWidget* m_pages = nullptr;
    QLabel* m_kind = nullptr;
    QTextBrowser* m_facts = nullptr;
    QTextBrowser* m_stack = nullptr;
};

} // namespace stepscope::widgets
