// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The Allocations panel: a row for each allocation with its life; all of the device, those live at the point, or those
// allocated or freed in the selected range, from some size on. Made by a job while it is seen; a double click chooses
// the allocation and goes to its birth. GUI thread only.

#include "widgets/memory/memory_context.h"
#include "widgets/memory/memory_tables.h"
#include "widgets/tables/table_box.h"

class QComboBox;

namespace stepscope::widgets {

class MemoryGuide;

class AllocationsPanel : public TableBox
{
    Q_OBJECT

public:
    AllocationsPanel(const MemoryContext& context, MemoryGuide* guide, QWidget* parent = nullptr);

    [[nodiscard]] bool isIdle() const { return !m_job.isRunning() && isSettled(); }
    [[nodiscard]] QComboBox& scopeBox() { return *m_scope; }
    [[nodiscard]] QComboBox& sizeBox() { return *m_least; }
    [[nodiscard]] const std::vector<AllocId>& rows() const { return m_rows; } // of the table

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] AllocationQuery query() const;
    void refresh();

    MemoryContext m_context;
    QComboBox* m_scope;
    QComboBox* m_least;
    std::optional<AllocationQuery> m_asked;
    std::vector<AllocId> m_rows;
    JobRunner m_job;
};

} // namespace stepscope::widgets
