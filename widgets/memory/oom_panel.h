// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The Out of memory panel: what a failed allocation asked for, what was free and why that did not do, who held the
// memory, what would help; leads to the state at the failure. Where several failed one is chosen. GUI thread only.

#include "core/analysis/memory/holdings.h"
#include "widgets/memory/memory_context.h"

#include <QWidget>

class QComboBox;
class QTextBrowser;

namespace stepscope::widgets {

class OomPanel : public QWidget
{
    Q_OBJECT

public:
    explicit OomPanel(const MemoryContext& context, QWidget* parent = nullptr);

    [[nodiscard]] bool isIdle() const { return !m_job.isRunning(); }
    [[nodiscard]] QString plainText() const;
    [[nodiscard]] QComboBox& selector() { return *m_selector; }

Q_SIGNALS:
    void stateRequested(std::int32_t entry); // the allocator's state at the failure

private:
    void buildUi();
    void fill(); // of the shown device
    void refresh();
    void render();
    [[nodiscard]] const analysis::OomFigures* shown() const; // null: none

    MemoryContext m_context;
    QComboBox* m_selector;
    QTextBrowser* m_facts;
    QTextBrowser* m_holders;
    std::vector<analysis::Holding> m_holdings;
    JobRunner m_job;
};

} // namespace stepscope::widgets
