// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The Allocations panel: a row for each allocation with its life; all of the device, those live at the point, or those
// allocated or freed in the selected range, from some size on, of one category, stream or pool. The filter looks into
// all frames of the stacks. Made by a job while it is seen; a double click chooses
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
    [[nodiscard]] QComboBox& categoryBox() { return *m_category; }
    [[nodiscard]] QComboBox& streamBox() { return *m_stream; } // hidden where there is but one, as the next
    [[nodiscard]] QComboBox& poolBox() { return *m_pool; }
    void search(const QString& words); // in stacks, addresses and the other texts; empty: to be typed
    [[nodiscard]] const std::vector<AllocId>& rows() const { return m_rows; } // of the table

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] AllocationQuery query() const;
    void listChoices(); // of the device
    void refresh();

    MemoryContext m_context;
    QComboBox* m_scope;
    QComboBox* m_least;
    QComboBox* m_category;
    QComboBox* m_stream;
    QComboBox* m_pool;
    std::optional<AllocationQuery> m_asked;
    std::vector<AllocId> m_rows;
    JobRunner m_job;
};

} // namespace stepscope::widgets
