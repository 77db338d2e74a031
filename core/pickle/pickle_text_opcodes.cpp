// SPDX-License-Identifier: GPL-3.0-or-later
// The opcodes of protocol 0: an argument is a line of text.
#include "core/pickle/pickle_machine.h"

#include "core/json/number_text.h"
#include "core/util/json_text.h"

#include <charconv>
#include <fmt/format.h>

namespace stepscope::pickle {
namespace {

std::optional<unsigned> hexNumber(std::string_view digits)
{
    unsigned value = 0;
    const auto [at, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    return error == std::errc {} && at == digits.data() + digits.size() ? std::optional(value) : std::nullopt;
}

// The character of \n, \t, … in repr() of Python 2.
std::optional<char> simpleEscape(char letter)
{
    switch (letter) {
    case 'n':
        return '\n';
    case 't':
        return '\t';
    case 'r':
        return '\r';
    case '\\':
    case '\'':
    case '"':
        return letter;
    default:
        return std::nullopt;
    }
}

// Contents of the quotes of repr(): \n, \xHH and so on. An escape nobody knows stays as it is.
std::string unescapedRepr(std::string_view text)
{
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool escape = text[at] == '\\' && at + 1 < text.size();
        const std::optional<char> simple = escape ? simpleEscape(text[at + 1]) : std::nullopt;
        const std::optional<unsigned> byte
            = escape && text[at + 1] == 'x' && at + 3 < text.size() ? hexNumber(text.substr(at + 2, 2)) : std::nullopt;
        out += simple ? *simple : byte ? static_cast<char>(*byte) : text[at];
        at += simple ? 1 : byte ? 3 : 0;
    }
    return out;
}

// raw-unicode-escape: bytes are Latin-1, but \uXXXX and \UXXXXXXXX.
std::string unescapedRawUnicode(std::string_view text)
{
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char letter = text[at] == '\\' && at + 1 < text.size() ? text[at + 1] : '\0';
        const std::size_t digits = letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
        const std::optional<unsigned> code
            = digits > 0 && at + 1 + digits < text.size() ? hexNumber(text.substr(at + 2, digits)) : std::nullopt;
        appendUtf8(out, code.value_or(static_cast<unsigned char>(text[at])));
        at += code ? digits + 1 : 0;
    }
    return out;
}

} // namespace

PickleMachine::Step PickleMachine::opIntLine()
{
    const std::optional<std::string_view> digits = line();
    if (!digits)
        return Step::Stop;
    if (*digits == "00" || *digits == "01")
        return push(Value::boolean(digits->back() == '1'));
    return pushDigits(*digits);
}

PickleMachine::Step PickleMachine::opLongLine()
{
    std::optional<std::string_view> digits = line();
    if (!digits)
        return Step::Stop;
    if (digits->ends_with('L'))
        digits->remove_suffix(1);
    return pushDigits(*digits);
}

PickleMachine::Step PickleMachine::pushDigits(std::string_view digits)
{
    if (const std::optional<std::int64_t> number = json::parseSigned(digits))
        return push(m_arena.integer(*number));
    if (const std::optional<std::uint64_t> number = json::parseUnsigned(digits))
        return push(m_arena.unsignedInteger(*number));
    if (!json::isInteger(digits))
        return failed(fmt::format("The pickle is malformed: no integer at byte {}.", m_opcodeAt));
    const std::string shown(digits.substr(0, 64));
    m_diagnostics.add(DiagnosticKind::int_out_of_range, static_cast<std::int64_t>(m_opcodeAt), shown);
    return push({Kind::Digits, m_names.intern(digits).value});
}

PickleMachine::Step PickleMachine::opFloatLine()
{
    const std::optional<std::string_view> digits = line();
    if (!digits)
        return Step::Stop;
    double value = 0;
    const auto [at, error] = std::from_chars(digits->data(), digits->data() + digits->size(), value);
    if (error != std::errc {} || at != digits->data() + digits->size())
        return failed(fmt::format("The pickle is malformed: no number at byte {}.", m_opcodeAt));
    return push(m_arena.real(value));
}

PickleMachine::Step PickleMachine::opStringLine()
{
    std::optional<std::string_view> quoted = line();
    if (!quoted)
        return Step::Stop;
    const bool valid = quoted->size() >= 2 && quoted->front() == quoted->back()
        && (quoted->front() == '\'' || quoted->front() == '"');
    if (!valid)
        return failed(fmt::format("The pickle is malformed: a text without quotes at byte {}.", m_opcodeAt));
    return push(text(unescapedRepr(quoted->substr(1, quoted->size() - 2))));
}

PickleMachine::Step PickleMachine::opUnicodeLine()
{
    const std::optional<std::string_view> contents = line();
    return contents ? push(text(unescapedRawUnicode(*contents))) : Step::Stop;
}

std::optional<std::uint64_t> PickleMachine::indexLine()
{
    const std::optional<std::string_view> digits = line();
    if (!digits)
        return std::nullopt;
    const std::optional<std::uint64_t> index = json::parseUnsigned(*digits);
    if (!index)
        failed(fmt::format("The pickle is malformed: no memo slot at byte {}.", m_opcodeAt));
    return index;
}

PickleMachine::Step PickleMachine::opPutLine()
{
    const std::optional<std::uint64_t> index = indexLine();
    return index ? remember(*index) : Step::Stop;
}

PickleMachine::Step PickleMachine::opGetLine()
{
    const std::optional<std::uint64_t> index = indexLine();
    return index ? recall(*index) : Step::Stop;
}

} // namespace stepscope::pickle
