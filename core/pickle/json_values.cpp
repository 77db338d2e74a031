// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/json_values.h"

#include "core/json/number_text.h"
#include "core/json/utf8.h"
#include "core/util/json_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace stepscope::pickle {
namespace {

constexpr std::size_t kBatch = 1000; // as Python pickles lists

bool isPlain(std::string_view contents)
{
    bool isOdd = false; // no early end: such loops are vectorised
    for (const char c : contents)
        isOdd |= (static_cast<signed char>(c) < ' ') | (c == '\\'); // what is not ASCII is below zero
    return !isOdd;
}

// Where a string ends whose contents begin at `at`: its quote, or the end of the text.
std::size_t stringEnd(std::string_view text, std::size_t at)
{
    const std::size_t quote = std::min(text.find('"', at), text.size());
    const std::size_t escape = text.substr(0, quote).find('\\', at);
    if (escape == std::string_view::npos)
        return quote;
    at = escape;
    while (at < text.size() && text[at] != '"')
        at += text[at] == '\\' ? 2 : 1;
    return at;
}

} // namespace

JsonValues::JsonValues(
    ByteWindow& input, ValueArena& arena, StringPool& names, Diagnostics& diagnostics, Fractions fractions)
    : m_input(input)
    , m_arena(arena)
    , m_names(names)
    , m_diagnostics(diagnostics)
    , m_fractions(fractions)
    , m_stack(arena)
{
}

Expected<JsonResult> JsonValues::run()
{
    bool more = true;
    while (more && m_expect != Expect::Nothing)
        more = step();
    if (m_error)
        return tl::unexpected(*m_error);
    if (m_input.error())
        return tl::unexpected(*m_input.error());
    return JsonResult {m_stack.salvage(), m_cut};
}

bool JsonValues::failed(std::string_view what)
{
    const std::uint64_t at = m_input.position();
    m_error = Error {ErrorClass::NotATrace, fmt::format("This is not valid JSON: {} at byte {}.", what, at),
        static_cast<std::int64_t>(at), -1};
    return false;
}

bool JsonValues::cut()
{
    m_cut = !m_input.error();
    return false;
}

std::optional<char> JsonValues::peek()
{
    while (m_input.need(1)) {
        const std::string_view text = m_input.text();
        const std::size_t at = text.find_first_not_of(" \t\r\n");
        m_input.take(std::min(at, text.size()));
        if (at != std::string_view::npos)
            return text[at];
    }
    return std::nullopt;
}

bool JsonValues::step()
{
    const std::optional<char> c = peek();
    if (!c)
        return cut();
    switch (m_expect) {
    case Expect::Key:
        return key();
    case Expect::KeyOrEnd:
        return *c == '}' ? close(*c) : key();
    case Expect::ValueOrEnd:
        return *c == ']' ? close(*c) : value(*c);
    case Expect::CommaOrEnd:
        return *c == ',' ? comma() : close(*c);
    default:
        return value(*c);
    }
}

bool JsonValues::value(char first)
{
    if (first == '{' || first == '[')
        return open(first);
    if (first == '"') {
        const std::optional<Value> text = string();
        if (text)
            m_stack.push(*text);
        m_expect = m_stack.hasMark() ? Expect::CommaOrEnd : Expect::Nothing;
        return text.has_value();
    }
    return scalar();
}

bool JsonValues::key()
{
    if (*peek() != '"')
        return failed("no key");
    const std::optional<Value> text = string();
    if (!text)
        return false;
    m_stack.push(*text);
    const std::optional<char> colon = peek();
    if (!colon)
        return cut();
    if (*colon != ':')
        return failed("no colon");
    m_input.take(1);
    m_expect = Expect::Value;
    return true;
}

bool JsonValues::open(char bracket)
{
    m_stack.push(bracket == '{' ? m_arena.dict() : m_arena.list());
    if (!m_stack.mark())
        return failed("too many brackets in each other");
    m_input.take(1);
    m_expect = bracket == '{' ? Expect::KeyOrEnd : Expect::ValueOrEnd;
    return true;
}

bool JsonValues::close(char bracket)
{
    if (bracket != (owner().is(Kind::Dict) ? '}' : ']'))
        return failed("neither a comma nor the closing bracket");
    if (!flush())
        return false;
    m_stack.popMark();
    m_input.take(1);
    m_expect = m_stack.hasMark() ? Expect::CommaOrEnd : Expect::Nothing;
    return true;
}

bool JsonValues::comma()
{
    const bool isDict = owner().is(Kind::Dict);
    if (!isDict && m_stack.size() - m_stack.floor() >= kBatch && !flush())
        return false;
    m_input.take(1);
    m_expect = isDict ? Expect::Key : Expect::Value;
    return true;
}

bool JsonValues::flush()
{
    const ArenaRefusal refusal = m_stack.extend(owner(), m_stack.floor());
    return refusal == ArenaRefusal::None || failed(fmt::format("it {}", refusalText(refusal)));
}

std::optional<Value> JsonValues::string()
{
    std::size_t at = 1;
    std::size_t end = std::string_view::npos;
    while (end == std::string_view::npos) {
        const std::string_view text = m_input.text();
        at = stringEnd(text, at);
        if (at < text.size()) {
            end = at;
        } else if (at > ByteWindow::kMaxPiece) {
            failed("an endless text");
            return std::nullopt;
        } else if (!m_input.need(at + 1)) {
            cut();
            return std::nullopt;
        }
    }
    const std::string_view contents = m_input.text().substr(1, end - 1);
    Value value;
    if (isPlain(contents)) {
        value = Value(Kind::Text, m_names.intern(contents).value);
    } else {
        json::StringFlaws flaws;
        std::string clean;
        for (std::size_t i = 0; i < contents.size();)
            i = json::appendCleaned(clean, contents, i, flaws);
        const auto offset = static_cast<std::int64_t>(m_input.position());
        m_diagnostics.add(DiagnosticKind::control_char, offset, {}, flaws.controls > 0 ? 1 : 0);
        m_diagnostics.add(DiagnosticKind::bad_utf8, offset, {}, flaws.badUtf8 > 0 ? 1 : 0);
        m_diagnostics.add(DiagnosticKind::bad_escape, offset, {}, flaws.badEscapes > 0 ? 1 : 0);
        value = Value(Kind::Text, m_names.intern(unescapeJson(clean)).value);
    }
    m_input.take(end + 1);
    return value;
}

bool JsonValues::scalar()
{
    std::size_t length = std::string_view::npos;
    std::size_t searched = 0;
    while (length == std::string_view::npos) {
        const std::string_view text = m_input.text();
        length = text.find_first_of(" \t\r\n,]}:\"[{", searched);
        searched = text.size();
        if (searched > ByteWindow::kMaxPiece && length == std::string_view::npos)
            return failed("an endless number");
        if (length == std::string_view::npos && !m_input.need(searched + 1)) {
            if (m_stack.hasMark() || m_input.error()) // a number may go on
                return cut();
            length = searched;
        }
    }
    const std::string_view word = m_input.text().substr(0, length);
    if (word == "null")
        m_stack.push(Value::none());
    else if (word == "true" || word == "false")
        m_stack.push(Value::boolean(word == "true"));
    else if (word == "NaN")
        m_stack.push(m_arena.real(std::numeric_limits<double>::quiet_NaN()));
    else if (word == "Infinity" || word == "-Infinity")
        m_stack.push(m_arena.real((word[0] == '-' ? -1 : 1) * std::numeric_limits<double>::infinity()));
    else if (!number(word))
        return failed("no value");
    m_input.take(length);
    m_expect = m_stack.hasMark() ? Expect::CommaOrEnd : Expect::Nothing;
    return true;
}

bool JsonValues::number(std::string_view text)
{
    const json::ScalarKind kind = json::scalarKind(text);
    if (kind == json::ScalarKind::HugeInteger) {
        const auto offset = static_cast<std::int64_t>(m_input.position());
        m_diagnostics.add(DiagnosticKind::int_out_of_range, offset, std::string(text.substr(0, 64)));
        m_stack.push({Kind::Digits, m_names.intern(text).value});
        return true;
    }
    if (kind != json::ScalarKind::Number)
        return false;
    if (const std::optional<std::int64_t> whole = json::parseSigned(text))
        m_stack.push(m_arena.integer(*whole));
    else if (const std::optional<std::uint64_t> wide = json::parseUnsigned(text))
        m_stack.push(m_arena.unsignedInteger(*wide));
    else if (m_fractions == Fractions::AsText)
        m_stack.push({Kind::Digits, m_names.intern(text).value});
    else if (const std::optional<double> real = json::parseFinite(text))
        m_stack.push(m_arena.real(*real));
    else
        return false;
    return true;
}

} // namespace stepscope::pickle
