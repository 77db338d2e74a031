// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The Selection panel of a memory snapshot: everything about the chosen allocation, its stack beside it; copies as text
// and JSON. Follows a MemoryCursor; links go to the entries where it was born and freed. GUI thread only.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "core/model/memory_snapshot.h"
#include "widgets/details/event_report.h"
#include "widgets/viewmodel/memory_cursor.h"

#include <QWidget>

#include <memory>

class QLabel;
class QStackedWidget;
class QTextBrowser;

namespace stepscope::widgets {

class ThemeSource;

class AllocationDetails : public QWidget
{
    Q_OBJECT

public:
    AllocationDetails(std::shared_ptr<const model::MemorySnapshot> snapshot, MemoryCursor* cursor, ThemeSource* theme,
        QWidget* parent = nullptr);

    [[nodiscard]] QString plainText() const; // what "Copy text" copies
    [[nodiscard]] QString jsonText() const;  // what "Copy JSON" copies

private:
    void buildUi();
    void render();
    [[nodiscard]] const model::MemoryDevice& device() const { return m_snapshot->devices[m_cursor->device()]; }

    std::shared_ptr<const model::MemorySnapshot> m_snapshot;
    MemoryCursor* m_cursor;
    ThemeSource* m_theme;
    EventReport m_report;
    QStackedWidget* m_pages = nullptr;
    QLabel* m_kind = nullptr;
    QTextBrowser* m_facts = nullptr;
    QTextBrowser* m_stack = nullptr;
};

} // namespace stepscope::widgets
