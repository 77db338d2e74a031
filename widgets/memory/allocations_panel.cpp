// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/allocations_panel.h"

#include "widgets/common/combo_box.h"
#include "widgets/memory/memory_guide.h"

#include <array>

namespace stepscope::widgets {

namespace {

constexpr std::uint64_t kMiB = std::uint64_t {1} << 20U;

QComboBox* barBox(const QStringList& items, const QString& name, QWidget* parent)
{
    auto* box = new ComboBox(name, name, parent);
    box->addItems(items);
    return box;
}

} // namespace

AllocationsPanel::AllocationsPanel(const MemoryContext& context, MemoryGuide* guide, QWidget* parent)
    : TableBox(QStringLiteral("Allocations"), context.theme, parent)
    , m_context(context)
    , m_scope(barBox({QStringLiteral("All of the history"), QStringLiteral("Live at the point"),
                         QStringLiteral("Allocated in the range"), QStringLiteral("Freed in the range")},
          QStringLiteral("Which allocations are listed"), this))
    , m_least(barBox({QStringLiteral("Any size"), QStringLiteral("1 MiB and more"), QStringLiteral("16 MiB and more"),
                         QStringLiteral("256 MiB and more")},
          QStringLiteral("The least size"), this))
{
    addToBar(m_scope);
    addToBar(m_least);
    setNoTable(QStringLiteral("Reading …"));
    for (QComboBox* box : {m_scope, m_least})
        connect(box, &QComboBox::currentIndexChanged, this, &AllocationsPanel::refresh);
    connect(m_context.cursor, &MemoryCursor::entryChanged, this, &AllocationsPanel::refresh);
    connect(m_context.cursor, &MemoryCursor::rangeChanged, this, &AllocationsPanel::refresh);
    connect(m_context.cursor, &MemoryCursor::deviceChanged, this, &AllocationsPanel::refresh);
    connect(m_context.categories, &DeviceCategories::changed, this, [this]() {
        m_asked.reset();
        refresh();
    });
    connect(this, &TableBox::rowActivated, guide, [this, guide](std::size_t row) {
        if (row < m_rows.size())
            guide->showAllocation(m_rows[row]);
    });
}

void AllocationsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

// What does not matter to the scope stays at its default, so that the table is not made anew for it.
AllocationQuery AllocationsPanel::query() const
{
    constexpr std::array<std::uint64_t, 4> kLeast {0, kMiB, 16 * kMiB, 256 * kMiB};
    AllocationQuery query;
    query.device = m_context.cursor->device();
    query.scope = static_cast<AllocationScope>(m_scope->currentIndex());
    query.leastBytes = kLeast[static_cast<std::size_t>(m_least->currentIndex())];
    if (query.scope == AllocationScope::LiveAtPoint)
        query.entry = m_context.cursor->entry();
    else if (query.scope != AllocationScope::All)
        query.range = m_context.cursor->range().value_or(EntryRange {0, m_context.device()->entryCount() - 1});
    return query;
}

void AllocationsPanel::refresh()
{
    if (!isVisible() || m_context.device() == nullptr || m_asked == query())
        return;
    m_asked = query();
    struct Answer
    {
        std::vector<AllocId> rows;
        TablePtr table;
    };
    m_job.start<Answer>(
        [context = m_context, categories = m_context.categories->categories(), query = *m_asked](
            Progress&, const std::stop_token& stop) -> Expected<Answer> {
            Answer answer;
            answer.rows = allocationsOf(*context.snapshot, query, stop);
            auto table = buildAllocationTable(
                *context.snapshot, *context.stacks, *categories, query.device, answer.rows, stop);
            if (!table)
                return tl::unexpected(table.error());
            answer.table = std::move(*table);
            return answer;
        },
        [this](Expected<Answer> answer) {
            if (!answer)
                return;
            m_rows = std::move(answer->rows);
            setTable(std::move(answer->table));
        });
}

} // namespace stepscope::widgets
