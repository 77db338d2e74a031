// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/entries_panel.h"

#include "widgets/memory/memory_tables.h"

namespace stepscope::widgets {

EntriesPanel::EntriesPanel(const MemoryContext& context, QWidget* parent)
    : TableBox(QStringLiteral("Entries"), context.theme, parent)
    , m_context(context)
{
    setNoTable(m_context.beforeTable(QStringLiteral("Reading …")));
    connect(m_context.cursor, &MemoryCursor::deviceChanged, this, &EntriesPanel::refresh);
    connect(this, &TableBox::rowActivated, this, &EntriesPanel::go);
}

void EntriesPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void EntriesPanel::refresh()
{
    const std::size_t device = m_context.cursor->device();
    if (!isVisible() || m_context.device() == nullptr || m_shown == device)
        return;
    m_shown = device;
    m_job.start<TablePtr>(
        [context = m_context, device](Progress&, const std::stop_token& stop) {
            return buildEntryTable(*context.snapshot, *context.stacks, device, stop);
        },
        [this](Expected<TablePtr> table) {
            if (table)
                setTable(std::move(*table));
        });
}

void EntriesPanel::go(std::size_t entry)
{
    m_context.cursor->setEntry(static_cast<std::int32_t>(entry));
    m_context.cursor->choose(m_context.device()->allocationOf[entry]);
}

} // namespace stepscope::widgets
