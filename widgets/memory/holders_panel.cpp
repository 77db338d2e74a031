// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/holders_panel.h"

#include "widgets/common/combo_box.h"
#include "widgets/flame/flame_view.h"
#include "widgets/memory/memory_flame.h"
#include "widgets/memory/memory_tables.h"
#include "widgets/tables/table_box.h"

#include <QSplitter>
#include <QVBoxLayout>

namespace stepscope::widgets {

struct HoldersPanel::Answer
{
    std::vector<analysis::Holding> holdings;
    TablePtr table;
    FlameTreePtr flame;
};

HoldersPanel::HoldersPanel(const MemoryContext& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_scope(new ComboBox(QStringLiteral("Which memory is counted"), QStringLiteral("Which memory is counted"), this))
    , m_key(new ComboBox(QStringLiteral("What it is grouped by"), QStringLiteral("What it is grouped by"), this))
    , m_flame(new FlameView(QStringLiteral("Stacks that hold memory"), context.theme, this))
    , m_table(new TableBox(QStringLiteral("Holders"), context.theme, this))
{
    m_scope->addItems({QStringLiteral("At the point"), QStringLiteral("At the peak"),
        QStringLiteral("Allocated in the range"), QStringLiteral("Freed in the range")});
    m_key->addItems({QStringLiteral("By stack"), QStringLiteral("By line of the program"),
        QStringLiteral("By category"), QStringLiteral("By segment")});
    m_key->setCurrentIndex(static_cast<int>(analysis::HoldingKey::UserFrame));
    m_flame->addToBar(m_scope);
    m_flame->setNote(QStringLiteral("Nothing is held here."));
    m_table->addToBar(m_key);
    m_table->setNoTable(m_context.beforeTable(QStringLiteral("Reading …")));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* halves = new QSplitter(Qt::Horizontal, this);
    halves->setChildrenCollapsible(false);
    halves->addWidget(m_flame);
    halves->addWidget(m_table);
    halves->setSizes({440, 840}); // the table needs its columns
    layout->addWidget(halves);
    setFocusProxy(m_table);
    for (QComboBox* box : {m_scope, m_key})
        connect(box, &QComboBox::currentIndexChanged, this, &HoldersPanel::refresh);
    for (const auto signal : {&MemoryCursor::entryChanged, &MemoryCursor::rangeChanged, &MemoryCursor::deviceChanged})
        connect(m_context.cursor, signal, this, &HoldersPanel::refresh);
    connect(m_context.categories, &DeviceCategories::changed, this, [this]() {
        m_asked.reset();
        refresh();
    });
    connect(m_table, &TableBox::rowActivated, this, &HoldersPanel::activate);
}

void HoldersPanel::setScope(HoldingScope scope)
{
    m_scope->setCurrentIndex(static_cast<int>(scope));
}

void HoldersPanel::setKey(analysis::HoldingKey key)
{
    m_key->setCurrentIndex(static_cast<int>(key));
}

bool HoldersPanel::isIdle() const
{
    return !m_job.isRunning() && m_table->isSettled();
}

void HoldersPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

HoldersPanel::Query HoldersPanel::query() const
{
    const model::MemoryDevice& device = *m_context.device();
    Query query {m_context.cursor->device(), static_cast<HoldingScope>(m_scope->currentIndex()),
        static_cast<analysis::HoldingKey>(m_key->currentIndex()), {}};
    const std::int32_t last = device.entryCount() - 1;
    const auto at = [](std::int32_t entry) { return EntryRange {entry, entry}; };
    if (query.scope == HoldingScope::AtPoint)
        query.range = at(std::min(m_context.cursor->entry(), last));
    else if (query.scope == HoldingScope::AtPeak)
        query.range = at(device.active.peakEntry);
    else
        query.range = m_context.cursor->range().value_or(EntryRange {0, last});
    return query;
}

HoldersPanel::Answer HoldersPanel::answer(
    const MemoryContext& context, const CategoriesPtr& categories, const Query& query)
{
    const model::MemoryDevice& device = context.snapshot->devices[query.device];
    std::vector<AllocId> blocks;
    switch (query.scope) {
    case HoldingScope::AllocatedInRange:
        blocks = analysis::allocatedBetween(device, query.range.first, query.range.last);
        break;
    case HoldingScope::FreedInRange:
        blocks = analysis::freedBetween(device, query.range.first, query.range.last);
        break;
    case HoldingScope::AtPoint:
    case HoldingScope::AtPeak:
        blocks = model::liveAt(*context.snapshot, device, query.range.last);
        break;
    }
    // Before the categories are known all blocks are of the last one.
    const std::vector<analysis::MemoryCategory> none(
        categories->empty() ? device.allocations.count() : 0, analysis::MemoryCategory::Other);
    Answer answer;
    answer.holdings = analysis::groupHoldings(
        {*context.snapshot, device, *context.stacks, categories->empty() ? none : *categories}, blocks, query.key,
        query.range.last);
    answer.flame = memoryFlame(analysis::stackTree(*context.stacks, analysis::weightsByStack(device, blocks)));
    answer.table = buildHoldingTable(*context.stacks, device, answer.holdings, query.key);
    return answer;
}

void HoldersPanel::refresh()
{
    if (!isVisible() || m_context.device() == nullptr || m_asked == query())
        return;
    m_asked = query();
    m_job.start<Answer>(
        [context = m_context, categories = m_context.categories->categories(), query = *m_asked](
            Progress&, const std::stop_token&) -> Expected<Answer> { return answer(context, categories, query); },
        [this](Expected<Answer> result) {
            if (!result)
                return;
            m_holdings = std::move(result->holdings);
            m_table->setTable(std::move(result->table));
            m_flame->setTree(std::move(result->flame));
        });
}

void HoldersPanel::activate(std::size_t row)
{
    if (row < m_holdings.size())
        m_context.cursor->choose(m_holdings[row].largest);
}

} // namespace stepscope::widgets
