// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/allocations_panel.h"

#include "widgets/common/combo_box.h"
#include "widgets/memory/memory_guide.h"
#include "widgets/memory/memory_words.h"

#include <QLineEdit>
#include <QSignalBlocker>

#include <array>
#include <set>

namespace stepscope::widgets {

namespace {

constexpr std::uint64_t kMiB = std::uint64_t {1} << 20U;

QComboBox* barBox(const QStringList& items, const QString& name, QWidget* parent)
{
    auto* box = new ComboBox(name, name, parent);
    box->addItems(items);
    return box;
}

// A choice for each value that occurs in the column, by number, unless there is only one.
template <class Index, class Text>
void listValues(QComboBox& box, const QString& any, const Column<Index>& column, const Text& text)
{
    const QSignalBlocker quiet(box);
    const std::set<Index> values(column.begin(), column.end());
    box.clear();
    box.addItem(any);
    for (const Index value : values)
        box.addItem(text(value), static_cast<int>(value));
    box.setVisible(values.size() > 1);
}

template <class Value> std::optional<Value> chosen(const QComboBox& box)
{
    const QVariant data = box.currentData();
    return data.isValid() ? std::optional(static_cast<Value>(data.toInt())) : std::nullopt;
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
    , m_category(barBox({QStringLiteral("Any category")}, QStringLiteral("What the blocks are for"), this))
    , m_stream(barBox({}, QStringLiteral("The stream that the blocks belong to"), this))
    , m_pool(barBox({}, QStringLiteral("The pool that the blocks lie in"), this))
{
    for (std::size_t i = 0; i < analysis::kMemoryCategories; ++i)
        m_category->addItem(QString::fromLatin1(analysis::memoryCategoryName(static_cast<analysis::MemoryCategory>(i))),
            static_cast<int>(i));
    for (QComboBox* box : {m_scope, m_least, m_category, m_stream, m_pool})
        addToBar(box);
    setNoTable(m_context.beforeTable(QStringLiteral("Reading …")));
    filterBox().setPlaceholderText(QStringLiteral("Filter by stack, address …"));
    listChoices();
    connect(m_context.cursor, &MemoryCursor::deviceChanged, this, &AllocationsPanel::listChoices);
    for (QComboBox* box : {m_scope, m_least, m_category, m_stream, m_pool})
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

void AllocationsPanel::listChoices()
{
    const model::MemoryDevice* device = m_context.device();
    if (device == nullptr)
        return;
    const model::SnapshotRecord& record = m_context.snapshot->record;
    listValues(*m_stream, QStringLiteral("Any stream"), device->allocations.stream,
        [&record](model::StreamIndex stream) { return streamText(record, stream); });
    listValues(*m_pool, QStringLiteral("Any pool"), device->allocations.pool,
        [&record](model::PoolIndex pool) { return poolText(record, pool); });
}

void AllocationsPanel::search(const QString& words)
{
    filterBox().setText(words);
    filterBox().setFocus();
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
    query.category = chosen<analysis::MemoryCategory>(*m_category);
    query.stream = chosen<model::StreamIndex>(*m_stream);
    query.pool = chosen<model::PoolIndex>(*m_pool);
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
            answer.rows = allocationsOf(*context.snapshot, *categories, query, stop);
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
