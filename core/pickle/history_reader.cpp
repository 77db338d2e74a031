// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/history_reader.h"

#include <fmt/format.h>

namespace stepscope::pickle {

using model::MemoryAction;

namespace {

std::optional<MemoryAction> actionOf(Word word)
{
    switch (word) {
    case Word::alloc:
        return MemoryAction::Alloc;
    case Word::free_requested:
        return MemoryAction::FreeRequested;
    case Word::free_completed:
        return MemoryAction::FreeCompleted;
    case Word::free:
        return MemoryAction::Free;
    case Word::segment_alloc:
        return MemoryAction::SegmentAlloc;
    case Word::segment_free:
        return MemoryAction::SegmentFree;
    case Word::segment_map:
        return MemoryAction::SegmentMap;
    case Word::segment_unmap:
        return MemoryAction::SegmentUnmap;
    case Word::oom:
        return MemoryAction::Oom;
    case Word::snapshot:
        return MemoryAction::Snapshot;
    case Word::annotate:
        return MemoryAction::Annotate;
    case Word::user_defined:
        return MemoryAction::UserDefined;
    default:
        return std::nullopt;
    }
}

// Adds a row's value to a column that is empty as long as no row has one.
template <class T> void addOptional(Column<T>& column, T value, T none, std::size_t row)
{
    if (column.empty() && value == none)
        return;
    while (column.size() < row)
        column.push_back(none);
    column.push_back(value);
}

} // namespace

struct HistoryReader::Entry
{
    MemoryAction action = MemoryAction::Unknown;
    bool hasAction = false;
    bool hasAddress = false;
    bool hasSize = false;
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    std::int64_t timeUs = 0;
    StackId stack;
    model::StreamIndex stream = 0;
    model::PoolIndex pool = 0;
    NameId text;
    NameId compileContext;
    NameId category;
    NameId actionName;
    NameId internalMetadata;
    StackId forwardStack;
    std::optional<std::uint64_t> deviceFree;
};

bool HistoryReader::isEntry(Value value) const
{
    return value.is(Kind::Dict) && m_fields.arena().find(value, nameOf(Word::action)).is(Kind::Text);
}

bool HistoryReader::takeElements(Value list, std::span<const Value> elements)
{
    ValueArena& arena = m_fields.arena();
    if (const std::optional<std::uint32_t> history = arena.replacement(list, Role::History)) {
        addAll(m_histories[*history], elements);
        return true;
    }
    const bool isStart = !elements.empty() && isEntry(elements.front()) && arena.elements(list).empty();
    if (!isStart || m_histories.size() > kMaxDevices) // a history costs some KB
        return false;
    addAll(newHistory(list), elements);
    return true;
}

History& HistoryReader::newHistory(Value list)
{
    m_fields.arena().replace(list, Role::History, static_cast<std::uint32_t>(m_histories.size()));
    return m_histories.emplace_back();
}

History* HistoryReader::claim(Value list)
{
    if (!list.is(Kind::List) && !list.is(Kind::Tuple))
        return nullptr;
    ValueArena& arena = m_fields.arena();
    if (arena.role(list) == Role::Elements) {
        const std::span<const Value> elements = arena.elements(list);
        const std::vector<Value> kept(elements.begin(), elements.end());
        addAll(newHistory(list), kept);
    }
    const std::optional<std::uint32_t> number = arena.replacement(list, Role::History);
    if (!number || m_histories[*number].claimed)
        return nullptr;
    m_histories[*number].claimed = true;
    return &m_histories[*number];
}

void HistoryReader::addAll(History& history, std::span<const Value> elements)
{
    constexpr std::size_t kBetweenChecks = 4096;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (i % kBetweenChecks == 0 && m_stop.stop_requested()) // some writers hand over all entries at once
            return;
        add(history, elements[i]);
    }
}

void HistoryReader::add(History& history, Value value)
{
    ValueArena& arena = m_fields.arena();
    if (!value.is(Kind::Dict) || arena.role(value) != Role::Elements) {
        m_fields.note(history.diagnostics, fmt::format("after {} entries", history.entries.count()),
            "what should be an entry", value);
        return;
    }
    Entry entry;
    const std::span<const Value> pairs = arena.elements(value);
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
        if (!readField(history, entry, FieldReader::word(pairs[i]), pairs[i + 1]))
            m_fields.unknownKey("an entry", pairs[i]);
    }
    arena.replace(value, Role::Used);
    append(history, entry);
}

template <class Field, class Read>
bool HistoryReader::set(History& history, Field& field, Word key, Value value, const Read& read)
{
    if (read)
        field = *read;
    else
        m_fields.note(history.diagnostics, fmt::format("entry {}", history.entries.count()),
            m_fields.record().names.view(nameOf(key)), value);
    return read.has_value();
}

bool HistoryReader::readField(History& history, Entry& entry, Word key, Value value)
{
    switch (key) {
    case Word::action:
        readAction(entry, value);
        break;
    case Word::addr:
        entry.hasAddress = set(history, entry.address, key, value, m_fields.address(value));
        break;
    case Word::size:
        entry.hasSize = set(history, entry.size, key, value, m_fields.bytes(value));
        break;
    case Word::device_free:
        if (set(history, entry.deviceFree, key, value, m_fields.bytes(value)))
            entry.hasAddress = true; // stands in its place
        break;
    case Word::time_us:
        set(history, entry.timeUs, key, value, m_fields.integer(value));
        break;
    case Word::stream:
        set(history, entry.stream, key, value, m_fields.stream(value));
        break;
    case Word::frames:
        set(history, entry.stack, key, value, m_fields.stack(value));
        break;
    case Word::pool_id:
    case Word::segment_pool_id:
        set(history, entry.pool, key, value, m_fields.pool(value));
        break;
    case Word::user_metadata:
        set(history, entry.text, key, value, m_fields.textOrNone(value));
        break;
    case Word::compile_context:
        set(history, entry.compileContext, key, value, m_fields.textOrNone(value));
        break;
    case Word::internal_metadata:
        set(history, entry.internalMetadata, key, value, m_fields.textOrNone(value));
        break;
    case Word::forward_frames:
        set(history, entry.forwardStack, key, value, m_fields.textStack(value));
        break;
    case Word::category:
        set(history, entry.category, key, value, m_fields.textOrNone(value));
        break;
    default:
        return false;
    }
    return true;
}

void HistoryReader::readAction(Entry& entry, Value value)
{
    if (!value.is(Kind::Text))
        return;
    entry.hasAction = true;
    const std::optional<MemoryAction> action = actionOf(FieldReader::word(value));
    entry.action = action.value_or(MemoryAction::Unknown);
    entry.actionName = action ? NameId {} : value.name();
}

// What the entry lacks of what its action needs.
void HistoryReader::noteMissing(History& history, const Entry& entry)
{
    const auto missing = [&](Word key) {
        m_fields.note(history.diagnostics, fmt::format("entry {}", history.entries.count()),
            m_fields.record().names.view(nameOf(key)), {});
    };
    if (!entry.hasAction)
        missing(Word::action);
    if (entry.action >= MemoryAction::Snapshot) // marks
        return;
    if (!entry.hasAddress && entry.action != MemoryAction::Oom)
        missing(Word::addr);
    if (!entry.hasSize)
        missing(Word::size);
}

void HistoryReader::append(History& history, const Entry& entry)
{
    noteMissing(history, entry);
    model::MemoryEntries& rows = history.entries;
    const std::size_t row = rows.count();
    if (entry.action == MemoryAction::Oom)
        history.ooms.push_back({static_cast<std::uint32_t>(row), entry.deviceFree});
    if (entry.actionName.valid()) {
        const std::string_view name = m_fields.record().names.view(entry.actionName);
        history.diagnostics.add(DiagnosticKind::unknown_action, -1,
            history.diagnostics.wantsSample(DiagnosticKind::unknown_action, -1)
                ? fmt::format("entry {}: \"{}\"", row, name)
                : std::string {});
    }
    rows.action.push_back(entry.action);
    rows.address.push_back(entry.address);
    rows.size.push_back(entry.size);
    rows.timeUs.push_back(entry.timeUs);
    rows.stack.push_back(entry.stack);
    rows.stream.push_back(entry.stream);
    addOptional(rows.pool, entry.pool, model::PoolIndex {0}, row);
    addOptional(rows.text, entry.text, NameId {}, row);
    addOptional(rows.compileContext, entry.compileContext, NameId {}, row);
    addOptional(rows.category, entry.category, NameId {}, row);
    addOptional(rows.actionName, entry.actionName, NameId {}, row);
    addOptional(rows.internalMetadata, entry.internalMetadata, NameId {}, row);
    addOptional(rows.forwardStack, entry.forwardStack, StackId {}, row);
}

} // namespace stepscope::pickle
