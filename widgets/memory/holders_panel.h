// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The panel Who holds it: memory at the point, at the peak, or allocated or freed in the selected range, as a flame
// graph of the stacks and as a table by stack, line of the program, category or segment. Made by a job while it is
// seen. A double click chooses the largest block of a holder. GUI thread only.

#include "core/analysis/memory/holdings.h"
#include "widgets/memory/memory_context.h"

#include <QWidget>

#include <vector>

class QComboBox;

namespace stepscope::widgets {

class FlameView;
class TableBox;

enum class HoldingScope : std::uint8_t
{
    AtPoint,
    AtPeak,
    AllocatedInRange,
    FreedInRange
};

class HoldersPanel : public QWidget
{
    Q_OBJECT

public:
    explicit HoldersPanel(const MemoryContext& context, QWidget* parent = nullptr);

    void setScope(HoldingScope scope);
    void setKey(analysis::HoldingKey key);
    [[nodiscard]] bool isIdle() const;
    [[nodiscard]] TableBox& table() { return *m_table; }
    [[nodiscard]] FlameView& flame() { return *m_flame; }
    [[nodiscard]] const std::vector<analysis::Holding>& holdings() const { return m_holdings; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Query
    {
        std::size_t device = 0;
        HoldingScope scope = HoldingScope::AtPoint;
        analysis::HoldingKey key = analysis::HoldingKey::UserFrame;
        EntryRange range; // of a point: both ends are it
        friend bool operator==(const Query&, const Query&) = default;
    };
    struct Answer;
    [[nodiscard]] static Answer answer(
        const MemoryContext& context, const CategoriesPtr& categories, const Query& query);
    [[nodiscard]] Query query() const;
    void refresh();
    void activate(std::size_t row);

    MemoryContext m_context;
    QComboBox* m_scope;
    QComboBox* m_key;
    FlameView* m_flame;
    TableBox* m_table;
    std::optional<Query> m_asked;
    std::vector<analysis::Holding> m_holdings; // rows of the table
    JobRunner m_job;
};

} // namespace stepscope::widgets
