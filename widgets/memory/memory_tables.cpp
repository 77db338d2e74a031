// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_tables.h"

#include "widgets/details/detail_text.h"
#include "widgets/memory/memory_words.h"
#include "widgets/tables/row_writer.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace stepscope::widgets {

using exporting::CellType;

namespace {

constexpr std::size_t kStopEvery = 4096; // rows between two looks at the stop request

constexpr WrittenColumn kAllocationColumns[] = {
    {"size", "Size", "Bytes that were asked for", CellType::Bytes, ColumnLook::Bar},
    {"block_size", "Block", "Bytes of the block, rounded by the allocator", CellType::Bytes},
    {"born", "Born", "Entry of the allocation; none: before the history", CellType::Count},
    {"died", "Freed", "Entry at which the block was free again; none: not in the history", CellType::Count},
    {"age", "Age", "Entries that it lived; ≥: it was there before the history, or still is at the end", CellType::Count,
        ColumnLook::Plain, nullptr, false, 0, "age_bound"},
    {"age_ns", "Lived", "The same in time", CellType::Duration, ColumnLook::Plain, nullptr, false, 0, "age_bound"},
    {"age_bound", "", "Of age and time lived"},
    {"state", "State", "At the end of the history"},
    {"category", "Category", "As the producer says, or guessed from stack and lifetime"},
    {"stack", "Allocated by", "The line of the program", CellType::Text, ColumnLook::Mono, "frames"},
    {"frames", "Stack", "All of its frames, innermost first"},
    {"stream", "Stream", "That the block belongs to"},
    {"pool", "Pool", "Private pools are those of CUDA graphs and MemPool"},
    {"address", "Address", "Start of the block", CellType::Text, ColumnLook::Mono},
};

constexpr WrittenColumn kEntryColumns[] = {
    {"entry", "Entry", "Number in the history of this device", CellType::Count},
    {"time_ns", "Time", "Since the first entry", CellType::Duration},
    {"action", "Action", "What happened"},
    {"size", "Size", "Requested bytes of blocks, bytes of segments", CellType::Bytes},
    {"address", "Address", "Of the block or segment", CellType::Text, ColumnLook::Mono},
    {"stack", "Called by", "The line of the program", CellType::Text, ColumnLook::Mono},
    {"stream", "Stream", "Of the block or segment"},
    {"text", "Text", "User metadata or annotation"},
};

constexpr WrittenColumn kHoldingColumns[] = {
    {"holder", "Holder", "Who allocated the blocks", CellType::Text, ColumnLook::Mono},
    {"bytes", "Bytes", "Requested bytes of the blocks", CellType::Bytes, ColumnLook::Bar},
    {"share", "Share", "Of all that is counted here", CellType::Share},
    {"blocks", "Blocks", "How many", CellType::Count},
    {"rounded", "Rounded", "Bytes of the blocks as the allocator rounds them", CellType::Bytes},
    {"largest", "Largest", "Requested bytes of the largest block", CellType::Bytes},
    {"category", "Category", "Of most of the bytes"},
};

constexpr WrittenColumn kStepColumns[] = {
    {"marker", "Step", "Annotation, or how the step was found"},
    {"first_entry", "First entry", "Of the step", CellType::Count},
    {"last_entry", "Last entry", "Of the step", CellType::Count},
    {"duration_ns", "Length", "From its first to its last entry", CellType::Duration},
    {"baseline", "Baseline", "Least active memory inside", CellType::Bytes},
    {"growth", "Grown by", "More than the baseline of the step before", CellType::Bytes, ColumnLook::Bar},
    {"peak", "Peak", "Most active memory inside", CellType::Bytes, ColumnLook::Bar},
    {"remark", "Remark", "What is known of the step in part only is not in the statistics"},
};

// Texts of stacks, streams and pools, made once each.
class Texts
{
public:
    Texts(RowWriter& writer, const analysis::StackReader& stacks)
        : m_writer(writer)
        , m_stacks(stacks)
    {
        const model::SnapshotRecord& record = stacks.record();
        m_streams.reserve(record.streams.size());
        m_pools.reserve(record.pools.size());
        for (std::size_t i = 0; i < record.streams.size(); ++i)
            m_streams.push_back(interned(streamText(record, static_cast<model::StreamIndex>(i))));
        for (std::size_t i = 0; i < record.pools.size(); ++i)
            m_pools.push_back(interned(poolText(record, static_cast<model::PoolIndex>(i))));
    }

    [[nodiscard]] std::uint32_t stack(StackId id, bool freeSite = false)
    {
        if (!id.valid())
            return view::kNoText;
        const auto [at, isNew] = m_known.try_emplace({id.value, freeSite}, 0);
        if (isNew)
            at->second = m_writer.intern(analysis::allocatedIn(m_stacks, id, freeSite));
        return at->second;
    }
    [[nodiscard]] std::uint32_t frames(StackId id)
    {
        if (!id.valid())
            return view::kNoText;
        const auto [at, isNew] = m_frames.try_emplace(id.value, 0);
        if (isNew)
            at->second = m_writer.intern(allFrames(id));
        return at->second;
    }
    [[nodiscard]] std::uint32_t stream(model::StreamIndex stream) const { return m_streams[stream]; }
    // Nothing where there is only the default pool.
    [[nodiscard]] std::uint32_t pool(model::PoolIndex pool) const
    {
        return m_pools.size() > 1 ? m_pools[pool] : view::kNoText;
    }
    [[nodiscard]] std::uint32_t interned(const QString& text) { return m_writer.intern(text.toStdString()); }

private:
    [[nodiscard]] std::string allFrames(StackId id) const
    {
        std::string text;
        for (const FrameId frame : m_stacks.record().stacks.frames(id))
            text.append(text.empty() ? "" : "\n").append(m_stacks.frameText(frame));
        return text;
    }

    RowWriter& m_writer;
    const analysis::StackReader& m_stacks;
    std::map<std::pair<std::uint32_t, bool>, std::uint32_t> m_known; // by StackId, and whether it is that of a free
    std::unordered_map<std::uint32_t, std::uint32_t> m_frames;       // by StackId
    std::vector<std::uint32_t> m_streams;
    std::vector<std::uint32_t> m_pools;
};

std::int64_t entryNumber(std::int32_t entry)
{
    return entry < 0 || entry == model::kNeverInHistory ? view::kNoNumber : entry;
}

std::int64_t timeBetween(const model::MemoryEntries& entries, std::int32_t from, std::int32_t to)
{
    const auto start = entryTime(entries, from);
    const auto end = entryTime(entries, to);
    return start && end && *end >= *start ? *end - *start : view::kNoNumber;
}

QString stateText(const model::AllocationTable& table, std::size_t i)
{
    if (table.died[i] != model::kNeverInHistory)
        return QStringLiteral("freed");
    return (table.flags[i] & model::kPendingAtEnd) != 0 ? QStringLiteral("free pending") : QStringLiteral("live");
}

bool isWanted(const model::AllocationTable& table, const std::vector<analysis::MemoryCategory>& categories,
    std::size_t i, const AllocationQuery& query)
{
    if (table.size[i] < query.leastBytes || (query.stream && table.stream[i] != *query.stream)
        || (query.pool && table.pool[i] != *query.pool)
        || (query.category && (i >= categories.size() || categories[i] != *query.category)))
        return false;
    const auto inRange
        = [&query](std::int32_t entry) { return entry >= query.range.first && entry <= query.range.last; };
    switch (query.scope) {
    case AllocationScope::LiveAtPoint:
        return table.born[i] <= query.entry && query.entry < table.died[i];
    case AllocationScope::AllocatedInRange:
        return inRange(table.born[i]);
    case AllocationScope::FreedInRange:
        return inRange(table.died[i]);
    case AllocationScope::All:
        break;
    }
    return true;
}

} // namespace

std::vector<AllocId> allocationsOf(const model::MemorySnapshot& snapshot,
    const std::vector<analysis::MemoryCategory>& categories, const AllocationQuery& query, const std::stop_token& stop)
{
    std::vector<AllocId> rows;
    const model::AllocationTable& table = snapshot.devices[query.device].allocations;
    for (std::size_t i = 0; i < table.count(); ++i) {
        if (i % kStopEvery == 0 && stop.stop_requested())
            break;
        if (isWanted(table, categories, i, query))
            rows.emplace_back(i);
    }
    return rows;
}

Expected<TablePtr> buildAllocationTable(const model::MemorySnapshot& snapshot, const analysis::StackReader& stacks,
    const std::vector<analysis::MemoryCategory>& categories, std::size_t device, const std::vector<AllocId>& rows,
    const std::stop_token& stop)
{
    const model::MemoryDevice& of = snapshot.devices[device];
    const model::AllocationTable& table = of.allocations;
    const model::MemoryEntries& entries = snapshot.entries(of);
    RowWriter writer(kAllocationColumns);
    Texts texts(writer, stacks);
    const std::uint32_t atLeast = writer.intern("≥");
    const std::int32_t end = of.entryCount() - 1;
    for (const AllocId id : rows) {
        if (writer.rows() % kStopEvery == 0 && stop.stop_requested())
            return fail(ErrorClass::Cancelled, "");
        const std::size_t i = id.index();
        const std::int32_t last = std::min(table.died[i], end);
        writer.bytes(table.size[i]);
        writer.bytes(table.blockSize[i]);
        writer.number(entryNumber(table.born[i]));
        writer.number(entryNumber(table.died[i]));
        writer.number(std::max(last - std::max(table.born[i], 0), 0));
        writer.number(timeBetween(entries, std::max(table.born[i], 0), last));
        writer.text(analysis::livedLonger(table, id) ? atLeast : view::kNoText);
        writer.text(texts.interned(stateText(table, i)));
        writer.text(i < categories.size() ? writer.intern(analysis::memoryCategoryName(categories[i])) : view::kNoText);
        writer.text(texts.stack(table.stack[i], analysis::hasFreeSite(table, id)));
        writer.text(texts.frames(table.stack[i]));
        writer.text(texts.stream(table.stream[i]));
        writer.text(texts.pool(table.pool[i]));
        writer.text(texts.interned(addressText(table.address[i])));
    }
    return writer.finish("size", true, QStringLiteral("No allocation is of this kind."));
}

Expected<TablePtr> buildEntryTable(const model::MemorySnapshot& snapshot, const analysis::StackReader& stacks,
    std::size_t device, const std::stop_token& stop)
{
    const model::MemoryEntries& entries = snapshot.entries(snapshot.devices[device]);
    RowWriter writer(kEntryColumns);
    Texts texts(writer, stacks);
    for (std::size_t i = 0; i < entries.count(); ++i) {
        if (i % kStopEvery == 0 && stop.stop_requested())
            return fail(ErrorClass::Cancelled, "");
        const bool located = entries.address[i] != 0;
        writer.number(static_cast<std::int64_t>(i));
        writer.number(timeBetween(entries, 0, static_cast<std::int32_t>(i)));
        writer.text(texts.interned(actionText(snapshot.record, entries, i)));
        writer.bytes(entries.size[i]);
        writer.text(located ? texts.interned(addressText(entries.address[i])) : view::kNoText);
        writer.text(texts.stack(entries.stack[i]));
        writer.text(texts.stream(entries.stream[i]));
        const bool said = i < entries.text.size() && entries.text[i].valid();
        writer.text(said ? writer.intern(snapshot.record.names.view(entries.text[i])) : view::kNoText);
    }
    return writer.finish("entry", false,
        QStringLiteral("No history was recorded: call torch.cuda.memory._record_memory_history() first."));
}

namespace {

std::string holderText(const analysis::StackReader& stacks, const analysis::Holding& holding, analysis::HoldingKey key)
{
    switch (key) {
    case analysis::HoldingKey::Category:
        return analysis::memoryCategoryName(holding.category);
    case analysis::HoldingKey::Segment:
        return holding.segment ? addressText(*holding.segment).toStdString() : "in no segment";
    case analysis::HoldingKey::Stack:
    case analysis::HoldingKey::UserFrame:
        break;
    }
    return analysis::allocatedIn(stacks, holding.stack, holding.freeSite);
}

} // namespace

TablePtr buildHoldingTable(const analysis::StackReader& stacks, const model::MemoryDevice& device,
    const std::vector<analysis::Holding>& holdings, analysis::HoldingKey key)
{
    std::uint64_t all = 0;
    for (const analysis::Holding& holding : holdings)
        all += holding.bytes;
    RowWriter writer(kHoldingColumns);
    for (const analysis::Holding& holding : holdings) {
        writer.text(holderText(stacks, holding, key));
        writer.bytes(holding.bytes);
        writer.real(all > 0 ? static_cast<double>(holding.bytes) / static_cast<double>(all) : 0);
        writer.bytes(holding.blocks);
        writer.bytes(holding.rounded);
        writer.bytes(holding.largest.valid() ? device.allocations.size[holding.largest.index()] : 0);
        writer.text(key == analysis::HoldingKey::Category
                ? view::kNoText
                : writer.intern(analysis::memoryCategoryName(holding.category)));
    }
    return writer.finish("bytes", true, QStringLiteral("Nothing is held here."));
}

TablePtr buildStepTable(const model::MemorySnapshot& snapshot, const analysis::MemoryDeviceFigures& figures)
{
    const model::MemoryEntries& entries = snapshot.entries(snapshot.devices[figures.device]);
    RowWriter writer(kStepColumns);
    const analysis::MemoryStep* before = nullptr;
    for (const analysis::MemoryStep& step : figures.steps) {
        writer.text(step.marker);
        writer.number(step.firstEntry);
        writer.number(step.lastEntry);
        writer.number(timeBetween(entries, step.firstEntry, step.lastEntry));
        writer.bytes(step.baseline);
        if (before != nullptr)
            writer.bytes(step.baseline - std::min(before->baseline, step.baseline));
        else
            writer.number(view::kNoNumber);
        writer.bytes(step.peak);
        writer.text(step.complete ? std::string_view() : std::string_view("its end is not recorded"));
        before = &step;
    }
    return writer.finish("first_entry", false,
        QStringLiteral("No steps were found: neither marks, nor an optimizer in the stacks, nor a regular curve."));
}

} // namespace stepscope::widgets
