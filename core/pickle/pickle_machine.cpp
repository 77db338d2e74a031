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
    , m_stack(arena)
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
            step = table[opcode](*this);
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
        m_root = m_stack.salvage();
    return PickleResult {m_root, m_cut, m_protocol, m_input.position()};
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
    const ArenaRefusal refusal = m_stack.extend(object, from);
    if (refusal == ArenaRefusal::None)
        return Step::Go;
    return failed(fmt::format("The pickle is malformed: at byte {} it {}.", m_opcodeAt, refusalText(refusal)));
}

// CPython numbers memo slots in the order of writing, so none is higher than there are bytes before it.
PickleMachine::Step PickleMachine::remember(std::uint64_t index)
{
    if (!hasAbove(1))
        return Step::Stop;
    if (index > m_opcodeAt)
        return failed(
            fmt::format("The pickle is malformed: memo slot {} at byte {} is out of range.", index, m_opcodeAt));
    if (index >= m_arena.limit())
        throw std::bad_alloc();
    if (index >= m_memo.size()) {
        if (index >= m_memo.capacity())
            m_memo.reserve(std::max<std::size_t>({index + 1, m_memo.capacity() * 2, 4096}));
        m_memo.resize(index + 1);
    }
    m_memoised += m_memo[index].isSet() ? 0 : 1;
    m_memo[index] = m_stack.top();
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
    if (m_stack.hasMark())
        return m_stack.popMark();
    failed(fmt::format("The pickle is malformed: byte {} needs a mark and there is none.", m_opcodeAt));
    return std::nullopt;
}

bool PickleMachine::hasAbove(std::size_t count)
{
    if (m_stack.size() - m_stack.floor() >= count)
        return true;
    failed(fmt::format("The pickle is malformed: byte {} needs {} values and there are fewer.", m_opcodeAt, count));
    return false;
}

std::optional<std::string_view> PickleMachine::argument(std::uint64_t bytes)
{
    if (bytes > ByteWindow::kMaxPiece) {
        failed(fmt::format(
            "The pickle has a text or number of {} bytes at byte {}; memory snapshots do not.", bytes, m_opcodeAt));
        return std::nullopt;
    }
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
        if (length > ByteWindow::kMaxPiece) {
            failed(fmt::format("The pickle has an endless line at byte {}.", m_opcodeAt));
            return std::nullopt;
        }
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
