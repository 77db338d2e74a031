// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/pickle_machine.h"

#include "core/json/utf8.h"
#include "core/pickle/pickle_handlers.h"

#include <algorithm>
#include <fmt/format.h>

namespace stepscope::pickle {
namespace {

bool isAscii(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// Python writes lone surrogates as they are, which UTF-8 does not allow.
std::string replaceBadUtf8(std::string_view text, std::size_t& bad)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = json::utf8Length(text.substr(at));
        out.append(length > 0 ? text.substr(at, length) : std::string_view("\xef\xbf\xbd"));
        bad += length > 0 ? 0 : 1;
        at += std::max<std::size_t>(length, 1);
    }
    return out;
}

} // namespace

PickleMachine::PickleMachine(ByteWindow& input, ValueArena& arena, StringPool& names, Diagnostics& diagnostics)
    : m_input(input)
    , m_arena(arena)
    , m_names(names)
    , m_diagnostics(diagnostics)
{
}

Expected<PickleResult> PickleMachine::run()
{
    const auto& table = handlers().of;
    Step step = Step::Go;
    while (step == Step::Go) {
        m_opcodeAt = m_input.position();
        if (!m_input.need(1)) {
            step = cut();
        } else {
            const auto opcode = static_cast<unsigned char>(*m_input.data());
            m_input.take(1);
            step = (this->*table[opcode])();
        }
    }
    return result();
}

Expected<PickleResult> PickleMachine::result()
{
    if (m_error)
        return tl::unexpected(*m_error);
    if (m_input.error())
        return tl::unexpected(*m_input.error());
    if (m_cut)
        m_root = salvage();
    return PickleResult {m_root, m_cut, m_protocol, m_input.position()};
}

// The end came before STOP. What the innermost open object has so far goes into it, then the next one outwards. A
// dictionary that was cut is no element of a list: it would be an entry without half of its fields.
Value PickleMachine::salvage()
{
    while (!m_marks.empty()) {
        const std::size_t from = m_marks.back();
        m_marks.pop_back();
        const bool hasOwner = from > floor() && m_stack[from - 1].isObject();
        if (!hasOwner) {
            m_stack.resize(from);
            continue;
        }
        const Value owner = m_stack[from - 1];
        if (owner.is(Kind::Dict) && (m_stack.size() - from) % 2 != 0)
            m_stack.pop_back();
        if (owner.is(Kind::List) && m_cutDict && m_stack.size() > from && m_stack.back() == *m_cutDict)
            m_stack.pop_back();
        if (owner.is(Kind::Dict))
            m_cutDict = owner;
        if (extend(owner, from) == Step::Stop) // hostile, and past its end: what fits is kept
            m_error.reset();
    }
    return m_stack.empty() ? Value {} : m_stack.front();
}

PickleMachine::Step PickleMachine::push(Value value)
{
    m_stack.push_back(value);
    return Step::Go;
}

PickleMachine::Step PickleMachine::failed(std::string message, ErrorClass errorClass)
{
    m_error = Error {errorClass, std::move(message), static_cast<std::int64_t>(m_opcodeAt), -1};
    return Step::Stop;
}

PickleMachine::Step PickleMachine::cut()
{
    m_cut = !m_input.error();
    return Step::Stop;
}

PickleMachine::Step PickleMachine::extend(Value object, std::size_t from)
{
    const ArenaRefusal refusal = m_arena.extend(object, std::span(m_stack).subspan(from));
    m_stack.resize(from);
    switch (refusal) {
    case ArenaRefusal::None:
        return Step::Go;
    case ArenaRefusal::Frozen:
        return failed(fmt::format("The pickle is malformed: at byte {} an object that is part of another one (or of "
                                  "itself) gets more elements.",
            m_opcodeAt));
    case ArenaRefusal::TooDeep:
        return failed(fmt::format("The pickle nests more than {} objects at byte {}; memory snapshots do not.",
            ValueArena::kMaxDepth, m_opcodeAt));
    case ArenaRefusal::TooMany:
        break;
    }
    return failed(fmt::format("The pickle has more values than can be addressed, at byte {}.", m_opcodeAt));
}

// CPython numbers memo slots in the order of writing, so none is higher than there are bytes before it.
PickleMachine::Step PickleMachine::remember(std::uint64_t index)
{
    if (!hasAbove(1))
        return Step::Stop;
    if (index > m_opcodeAt)
        return failed(
            fmt::format("The pickle is malformed: memo slot {} at byte {} is out of range.", index, m_opcodeAt));
    if (index >= m_memo.size()) {
        if (index >= m_memo.capacity())
            m_memo.reserve(std::max<std::size_t>({index + 1, m_memo.capacity() * 2, 4096}));
        m_memo.resize(index + 1);
    }
    m_memoised += m_memo[index].isSet() ? 0 : 1;
    m_memo[index] = m_stack.back();
    return Step::Go;
}

PickleMachine::Step PickleMachine::recall(std::uint64_t index)
{
    if (index >= m_memo.size() || !m_memo[index].isSet())
        return failed(fmt::format(
            "The pickle is malformed: byte {} asks for memo slot {}, which nothing was put into.", m_opcodeAt, index));
    return push(m_memo[index]);
}

std::optional<std::size_t> PickleMachine::popMark()
{
    if (m_marks.empty()) {
        failed(fmt::format("The pickle is malformed: byte {} needs a mark and there is none.", m_opcodeAt));
        return std::nullopt;
    }
    const std::size_t from = m_marks.back();
    m_marks.pop_back();
    return from;
}

bool PickleMachine::hasAbove(std::size_t count)
{
    if (m_stack.size() - floor() >= count)
        return true;
    failed(fmt::format("The pickle is malformed: byte {} needs {} values and there are fewer.", m_opcodeAt, count));
    return false;
}

std::optional<std::string_view> PickleMachine::argument(std::uint64_t bytes)
{
    if (!m_input.need(bytes)) {
        cut();
        return std::nullopt;
    }
    const std::string_view view(m_input.data(), bytes);
    m_input.take(bytes);
    return view;
}

std::optional<std::string_view> PickleMachine::line()
{
    std::size_t length = 0;
    while (true) {
        const std::string_view text = m_input.text();
        const std::size_t end = text.find('\n', length);
        if (end != std::string_view::npos) {
            m_input.take(end + 1);
            return text.substr(0, end);
        }
        length = text.size();
        if (!m_input.need(length + 1)) {
            cut();
            return std::nullopt;
        }
    }
}

Value PickleMachine::text(std::string_view bytes)
{
    if (isAscii(bytes))
        return {Kind::Text, m_names.intern(bytes).value};
    std::size_t bad = 0;
    const std::string valid = replaceBadUtf8(bytes, bad);
    if (bad > 0)
        m_diagnostics.add(DiagnosticKind::bad_utf8, static_cast<std::int64_t>(m_opcodeAt));
    return {Kind::Text, m_names.intern(valid).value};
}

} // namespace stepscope::pickle
