// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/memory_tables.h"

#include "core/analysis/memory/holdings.h"
#include "core/export/memory_words.h"
#include "core/util/time.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace stepscope::exporting {
namespace {

std::int64_t bytes(std::uint64_t value)
{
    return static_cast<std::int64_t>(value);
}

} // namespace

Table holderTable(const model::MemorySnapshot& snapshot, const analysis::MemoryDeviceFigures& figures)
{
    const std::uint64_t peak = snapshot.devices[figures.device].active.peak;
    Table table;
    table.name = "top_at_peak";
    table.columns = {{"bytes", "held", CellType::Bytes, true, false}, {"", "share", CellType::Share, false, false},
        {"blocks", "blocks", CellType::Count, true, false}, {"category", "category", CellType::Text, true, false},
        {"stack", "allocated in", CellType::Text, true, true}};
    const analysis::StackReader reader(snapshot.record);
    for (const analysis::StackHolding& holding : figures.topAtPeak) {
        std::vector<Cell> row {bytes(holding.bytes), static_cast<double>(holding.bytes) / static_cast<double>(peak),
            bytes(holding.blocks), std::string(analysis::memoryCategoryName(holding.category)),
            analysis::allocatedIn(reader, holding.stack, holding.freeSite)};
        table.rows.push_back(std::move(row));
    }
    table.total = table.rows.size();
    return table;
}

Table memoryStepTable(const analysis::MemoryDeviceFigures& figures)
{
    Table table;
    table.name = "steps";
    table.columns
        = {{"marker", "step", CellType::Text, true, true}, {"first_entry", "first entry", CellType::Count, true, false},
            {"last_entry", "last entry", CellType::Count, true, false},
            {"baseline", "baseline", CellType::Bytes, true, false}, {"peak", "peak", CellType::Bytes, true, false},
            {"", "  ", CellType::Text, false, false}, {"complete", "", CellType::Flag, true, false}};
    for (const analysis::MemoryStep& step : figures.steps)
        table.rows.push_back({step.marker, std::int64_t {step.firstEntry}, std::int64_t {step.lastEntry},
            bytes(step.baseline), bytes(step.peak),
            step.complete ? Cell() : Cell(std::string("its end is not recorded: not in the statistics")),
            step.complete});
    table.total = table.rows.size();
    return table;
}

Table memoryDeviceTable(const model::MemorySnapshot& snapshot, const analysis::MemoryFigures& figures)
{
    Table table;
    table.name = "devices";
    table.columns
        = {{"id", "device", CellType::Text, true, false}, {"entries", "entries", CellType::Count, true, false},
            {"peak_active", "peak active", CellType::Bytes, true, false},
            {"active_end", "active at end", CellType::Bytes, true, false},
            {"reserved_end", "reserved at end", CellType::Bytes, true, false},
            {"stranded", "stranded", CellType::Bytes, true, false}};
    for (const analysis::MemoryDeviceFigures& of : figures.devices) {
        const model::MemoryDevice& device = snapshot.devices[of.device];
        table.rows.push_back({deviceLabel(device), std::int64_t {device.entryCount()}, bytes(device.active.peak),
            bytes(of.activeEnd), bytes(of.reservedEnd), bytes(of.stranded)});
    }
    table.total = table.rows.size();
    return table;
}

Table allocationTable(const model::MemorySnapshot& snapshot, const analysis::MemoryDeviceFigures& figures)
{
    Table table;
    table.name = "allocations";
    table.columns
        = {{"bytes", "bytes", CellType::Bytes, true, false}, {"rounded", "block", CellType::Bytes, true, false},
            {"born", "born", CellType::Count, true, false}, {"died", "freed", CellType::Count, true, false},
            {"", " ", CellType::Text, false, false}, {"age", "lived", CellType::Count, true, false},
            {"age_bound", "", CellType::Text, true, false}, {"category", "category", CellType::Text, true, false},
            {"line", "allocated in", CellType::Text, true, true}, {"address", "address", CellType::Text, true, false},
            {"stream", "stream", CellType::Text, true, false}, {"pool", "pool", CellType::Text, true, false}};
    const model::MemoryDevice& device = snapshot.devices[figures.device];
    const std::vector<analysis::MemoryCategory>& categories = figures.categories;
    const model::AllocationTable& of = device.allocations;
    const analysis::StackReader reader(snapshot.record);
    table.rows.reserve(of.count());
    for (std::size_t i = 0; i < of.count(); ++i) {
        const bool freed = of.died[i] != model::kNeverInHistory;
        const std::int32_t last = freed ? of.died[i] : device.entryCount();
        const Cell atLeast = analysis::livedLonger(of, AllocId(i)) ? Cell(std::string("≥")) : Cell();
        table.rows.push_back({bytes(of.size[i]), bytes(of.blockSize[i]), std::int64_t {of.born[i]},
            freed ? Cell(std::int64_t {of.died[i]}) : Cell(), atLeast, std::int64_t {last - std::max(of.born[i], 0)},
            atLeast, std::string(analysis::memoryCategoryName(categories[i])),
            analysis::allocatedIn(reader, of.stack[i], analysis::hasFreeSite(of, AllocId(i))),
            fmt::format("0x{:x}", of.address[i]), fmt::format("0x{:x}", snapshot.record.streams[of.stream[i]]),
            poolLabel(snapshot.record, of.pool[i])});
    }
    table.total = table.rows.size();
    return table;
}

std::string signedBytes(double bytes)
{
    const auto size = static_cast<std::uint64_t>(std::min(std::abs(bytes), 1e18));
    return fmt::format("{}{}", bytes < 0 ? '-' : '+', formatBytes(size));
}

} // namespace stepscope::exporting
