// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The Entries panel: the history of the shown device, a row an entry; a double click goes there. Made by a job when it
// is first seen. GUI thread only.

#include "widgets/memory/memory_context.h"
#include "widgets/tables/table_box.h"

namespace stepscope::widgets {

class EntriesPanel : public TableBox
{
    Q_OBJECT

public:
    explicit EntriesPanel(const MemoryContext& context, QWidget* parent = nullptr);

    [[nodiscard]] bool isIdle() const { return !m_job.isRunning() && isSettled(); }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void go(std::size_t entry);

    MemoryContext m_context;
    std::optional<std::size_t> m_shown; // device of the table, or of the one that is being made
    JobRunner m_job;
};

} // namespace stepscope::widgets
