// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/field_reader.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace stepscope::pickle {
namespace {

constexpr std::size_t kMaxUnknownKeys = 64;

} // namespace

FieldReader::FieldReader(ValueArena& arena, model::SnapshotRecord& record)
    : m_arena(arena)
    , m_record(record)
{
    m_record.streams.push_back(0);
    m_record.pools.emplace_back(0, 0);
    m_streams.emplace(0, model::StreamIndex {0});
    m_pools.emplace(model::PoolName(0, 0), model::PoolIndex {0});
}

std::optional<std::uint64_t> FieldReader::bytes(Value value) const
{
    const std::optional<std::int64_t> number = m_arena.signedOf(value);
    if (number)
        return *number < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(*number));
    return m_arena.bitsOf(value); // beyond int64
}

std::optional<std::int32_t> FieldReader::device(Value value) const
{
    const std::optional<std::int64_t> number = m_arena.signedOf(value);
    if (!number || *number < -1 || *number >= std::int64_t {kMaxDevices})
        return std::nullopt;
    return static_cast<std::int32_t>(*number);
}

std::optional<model::StreamIndex> FieldReader::stream(Value value)
{
    const std::optional<std::uint64_t> handle = m_arena.bitsOf(value);
    if (!handle)
        return std::nullopt;
    if (*handle == m_lastStream)
        return m_lastStreamIndex;
    const auto known = m_streams.find(*handle);
    if (known == m_streams.end() && m_record.streams.size() > std::numeric_limits<model::StreamIndex>::max())
        return std::nullopt;
    const auto index
        = known != m_streams.end() ? known->second : static_cast<model::StreamIndex>(m_record.streams.size());
    if (known == m_streams.end()) {
        m_streams.emplace(*handle, index);
        m_record.streams.push_back(*handle);
    }
    m_lastStream = *handle;
    m_lastStreamIndex = index;
    return index;
}

std::optional<model::PoolIndex> FieldReader::pool(Value value)
{
    if (value.isSet() && value == m_lastPool)
        return m_lastPoolIndex;
    if (!value.is(Kind::Tuple) && !value.is(Kind::List))
        return std::nullopt;
    const std::span<const Value> parts = m_arena.elements(value);
    const std::optional<std::int64_t> first = parts.size() == 2 ? m_arena.signedOf(parts[0]) : std::nullopt;
    const std::optional<std::int64_t> second = parts.size() == 2 ? m_arena.signedOf(parts[1]) : std::nullopt;
    if (!first || !second)
        return std::nullopt;
    auto& pools = m_record.pools;
    const auto [known, isNew]
        = m_pools.try_emplace(model::PoolName(*first, *second), static_cast<model::PoolIndex>(pools.size()));
    if (isNew && pools.size() > std::numeric_limits<model::PoolIndex>::max()) {
        m_pools.erase(known);
        return std::nullopt;
    }
    if (isNew)
        pools.push_back(known->first);
    m_lastPool = value;
    m_lastPoolIndex = known->second;
    return m_lastPoolIndex;
}

NameId FieldReader::frameText(Value value)
{
    const std::optional<NameId> known = text(value);
    if (!known)
        note(m_record.diagnostics, "a call stack", "a name or file", value);
    return known.value_or(NameId {});
}

std::uint32_t FieldReader::lineNumber(Value value)
{
    const std::optional<std::uint64_t> line = m_arena.bitsOf(value);
    if (line && *line <= std::numeric_limits<std::uint32_t>::max())
        return static_cast<std::uint32_t>(*line);
    const bool isUnknown
        = value.is(Kind::None) || line == std::numeric_limits<std::uint64_t>::max(); // -1, also unsigned
    if (!isUnknown)
        note(m_record.diagnostics, "a call stack", "a line number", value);
    return 0;
}

void FieldReader::fxNote(NameId& note, Value value)
{
    if (const std::optional<NameId> text = textOrNone(value))
        note = *text;
    else
        this->note(m_record.diagnostics, "a call stack", "a note on generated code", value);
}

std::optional<FrameId> FieldReader::frame(Value value)
{
    if (!value.is(Kind::Dict))
        return std::nullopt;
    if (const std::optional<std::uint32_t> made = m_arena.replacement(value, Role::Frame))
        return FrameId(*made);
    model::StackFrame frame;
    for (std::span<const Value> pairs = m_arena.elements(value); pairs.size() >= 2; pairs = pairs.subspan(2)) {
        const Value field = pairs[1];
        switch (word(pairs[0])) {
        case Word::name:
            frame.function = frameText(field);
            break;
        case Word::filename:
            frame.file = frameText(field);
            break;
        case Word::line:
            frame.line = lineNumber(field);
            break;
        case Word::fx_node_op:
            fxNote(frame.fxOp, field);
            break;
        case Word::fx_node_name:
            fxNote(frame.fxName, field);
            break;
        case Word::fx_node_target:
            fxNote(frame.fxTarget, field);
            break;
        case Word::fx_original_trace:
            fxNote(frame.fxTrace, field);
            break;
        default:
            unknownKey("a frame", pairs[0]);
        }
    }
    if (!frame.function.valid() && !frame.file.valid())
        return std::nullopt;
    const FrameId id = m_record.stacks.internFrame(frame);
    m_arena.replace(value, Role::Frame, id.value);
    return id;
}

// Most stacks of a file are lists of the same few sequences of frame objects.
StackId FieldReader::internFrames(std::span<const Value> frames, bool texts)
{
    const std::string_view bytes(reinterpret_cast<const char*>(frames.data()), frames.size_bytes()); // NOLINT
    KnownStack& known = m_knownStacks[StringPool::hash(bytes) % m_knownStacks.size()];
    const std::span<const Value> seen = std::span(m_sequences).subspan(known.begin, known.count);
    if (known.count > 0 && std::equal(seen.begin(), seen.end(), frames.begin(), frames.end()))
        return known.stack;
    m_frames.clear();
    for (const Value value : frames) {
        if (texts && value.is(Kind::Text))
            m_frames.push_back(m_record.stacks.internFrame({value.name(), {}, 0}));
        else if (const std::optional<FrameId> id = frame(value))
            m_frames.push_back(*id);
        else
            note(m_record.diagnostics, "a call stack", "a frame", value);
    }
    const StackId stack = m_record.stacks.intern(m_frames);
    known = {m_sequences.size(), frames.size(), stack};
    m_sequences.insert(m_sequences.end(), frames.begin(), frames.end());
    return stack;
}

std::optional<StackId> FieldReader::stack(Value value)
{
    return stackOf(value, false);
}

std::optional<StackId> FieldReader::textStack(Value value)
{
    return stackOf(value, true);
}

std::optional<StackId> FieldReader::stackOf(Value value, bool texts)
{
    if (value.is(Kind::None))
        return StackId {};
    if (!value.is(Kind::List) && !value.is(Kind::Tuple))
        return std::nullopt;
    if (const std::optional<std::uint32_t> made = m_arena.replacement(value, Role::Stack))
        return StackId(*made);
    if (m_arena.role(value) != Role::Elements)
        return std::nullopt;
    const StackId id = internFrames(m_arena.elements(value), texts);
    m_arena.replace(value, Role::Stack, id.value);
    return id;
}

std::optional<NameId> FieldReader::text(Value value) const
{
    if (value.is(Kind::Text))
        return value.name();
    return value.is(Kind::None) ? std::optional(NameId {}) : std::nullopt;
}

std::optional<NameId> FieldReader::textOrNone(Value value) const
{
    const std::optional<NameId> name = text(value);
    if (!name || !name->valid())
        return name;
    const std::string_view shown = m_record.names.view(*name);
    return shown.empty() || shown == "N/A" ? NameId {} : *name;
}

void FieldReader::unknownKey(std::string_view where, Value key)
{
    const std::pair<std::string_view, Value> found(where, key);
    const bool known = std::find(m_unknownKeys.begin(), m_unknownKeys.end(), found) != m_unknownKeys.end();
    if (known || m_unknownKeys.size() >= kMaxUnknownKeys)
        return;
    m_unknownKeys.push_back(found);
    const std::string_view name = key.is(Kind::Text) ? view(key) : describe(key);
    m_record.unknownKeys.push_back(fmt::format("{}: {}", where, name));
    m_record.diagnostics.add(DiagnosticKind::unknown_key, -1, m_record.unknownKeys.back());
}

std::optional<std::vector<Value>> FieldReader::takeList(Value list)
{
    const bool isList = list.is(Kind::List) || list.is(Kind::Tuple);
    if (!isList || m_arena.role(list) != Role::Elements)
        return std::nullopt;
    const std::span<const Value> elements = m_arena.elements(list);
    std::vector<Value> taken(elements.begin(), elements.end());
    m_arena.replace(list, Role::Used);
    return taken;
}

void FieldReader::note(Diagnostics& diagnostics, std::string_view where, std::string_view field, Value value) const
{
    if (diagnostics.wantsSample(DiagnosticKind::snapshot_field, -1))
        diagnostics.add(DiagnosticKind::snapshot_field, -1, fmt::format("{}: {} is {}", where, field, describe(value)));
    else
        diagnostics.add(DiagnosticKind::snapshot_field, -1);
}

std::string_view FieldReader::describe(Value value)
{
    switch (value.kind()) {
    case Kind::Unset:
        return "missing";
    case Kind::None:
        return "None";
    case Kind::False:
    case Kind::True:
        return "a truth value";
    case Kind::Int:
    case Kind::WideInt:
    case Kind::WideUnsigned:
        return "a number that cannot be meant";
    case Kind::Digits:
        return "a number beyond 64 bits";
    case Kind::Real:
        return "a fraction or too large";
    case Kind::Text:
        return "a text";
    case Kind::List:
        return "a list";
    case Kind::Tuple:
        return "a tuple";
    case Kind::Dict:
        return "a dictionary";
    case Kind::Container:
        break;
    }
    return "a class";
}

} // namespace stepscope::pickle
