// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/holding_table.h"

#include <fmt/format.h>
#include <numeric>

namespace stepscope::exporting {
namespace {

using analysis::Holding;
using analysis::HoldingKey;
using analysis::HoldingView;

Cell number(std::uint64_t value)
{
    return static_cast<std::int64_t>(value);
}

// Outermost first, as in folded text.
Cell stackCell(const HoldingView& view, StackId stack)
{
    if (!stack.valid())
        return {};
    std::string text;
    for (const FrameId frame : view.reader.callOrder(stack))
        text += fmt::format("{}{}", text.empty() ? "" : ";", view.reader.frameText(frame));
    return text;
}

std::vector<TableColumn> columnsBy(HoldingKey key)
{
    std::vector<TableColumn> columns {{"bytes", "bytes", CellType::Bytes, true, false},
        {"share", "share", CellType::Share, true, false}, {"blocks", "blocks", CellType::Count, true, false},
        {"rounded", "in blocks of", CellType::Bytes, true, false},
        {"category", key == HoldingKey::Category ? "category" : "mostly", CellType::Text, true, false}};
    if (key == HoldingKey::Segment)
        columns.push_back({"segment", "segment", CellType::Text, true, false});
    if (key != HoldingKey::Category) {
        columns.push_back({"line", key == HoldingKey::Segment ? "largest block" : "line", CellType::Text, true, true});
        columns.push_back({"stack", "", CellType::Text, true, false});
    }
    return columns;
}

} // namespace

Table holdingTable(const HoldingView& view, std::span<const AllocId> blocks, HoldingKey key, std::int32_t entry)
{
    Table table;
    table.name = "memory";
    table.columns = columnsBy(key);
    const std::vector<Holding> holdings = groupHoldings(view, blocks, key, entry);
    const std::uint64_t all = std::accumulate(holdings.begin(), holdings.end(), std::uint64_t {0},
        [](std::uint64_t sum, const Holding& holding) { return sum + holding.bytes; });
    for (const Holding& holding : holdings) {
        const double share = all > 0 ? static_cast<double>(holding.bytes) / static_cast<double>(all) : 0;
        std::vector<Cell> row {number(holding.bytes), share, number(holding.blocks), number(holding.rounded),
            std::string(analysis::memoryCategoryName(holding.category))};
        if (key == HoldingKey::Segment)
            row.push_back(holding.segment ? Cell(fmt::format("{:#x}", *holding.segment)) : Cell());
        if (key != HoldingKey::Category) {
            row.emplace_back(analysis::allocatedIn(view.reader, holding.stack, holding.freeSite));
            row.push_back(stackCell(view, holding.freeSite ? StackId() : holding.stack));
        }
        table.rows.push_back(std::move(row));
    }
    table.total = table.rows.size();
    return table;
}

} // namespace stepscope::exporting
