// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/number_text.h"

#include "core/util/string_pool.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace stepscope::json {
namespace {

template <class Number> std::optional<Number> parseWhole(std::string_view text)
{
    Number value = 0;
    int base = 10;
    if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        text.remove_prefix(2);
        base = 16;
        if (text[0] == '-')
            return std::nullopt;
    }
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

std::size_t skipDigits(std::string_view text, std::size_t at)
{
    while (at < text.size() && isDigit(text[at]))
        ++at;
    return at;
}

// -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?
bool isJsonNumber(std::string_view text)
{
    std::size_t at = !text.empty() && text[0] == '-' ? 1 : 0;
    const std::size_t whole = skipDigits(text, at);
    if (whole == at || (text[at] == '0' && whole > at + 1))
        return false;
    at = whole;
    if (at < text.size() && text[at] == '.') {
        const std::size_t end = skipDigits(text, at + 1);
        if (end == at + 1)
            return false;
        at = end;
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        at += at < text.size() && (text[at] == '+' || text[at] == '-') ? 1 : 0;
        const std::size_t end = skipDigits(text, at);
        if (end == at)
            return false;
        at = end;
    }
    return at == text.size();
}

// int64 or uint64
bool fitsInteger(std::string_view text)
{
    const bool negative = text[0] == '-';
    const std::string_view number = text.substr(negative ? 1 : 0);
    const std::string_view limit = negative ? "9223372036854775808" : "18446744073709551615";
    return number.size() < limit.size() || (number.size() == limit.size() && number <= limit);
}

bool isBareWord(std::string_view text)
{
    constexpr std::string_view kOfNumbers = "0123456789+-.eE";
    const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
        return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '+' || c == '-'
            || c == '_' || c == '/';
    });
    return plain && text.find_first_not_of(kOfNumbers) != std::string_view::npos;
}

} // namespace

ScalarKind scalarKind(std::string_view text)
{
    if (text == "true" || text == "false" || text == "null")
        return ScalarKind::Literal;
    if (isJsonNumber(text))
        return isInteger(text) && !fitsInteger(text) ? ScalarKind::HugeInteger : ScalarKind::Number;
    return isBareWord(text) ? ScalarKind::BareWord : ScalarKind::None;
}

bool isInteger(std::string_view text)
{
    if (!text.empty() && text[0] == '-')
        text.remove_prefix(1);
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<std::uint64_t> parseUnsigned(std::string_view text)
{
    return parseWhole<std::uint64_t>(text);
}

std::optional<std::int64_t> parseSigned(std::string_view text)
{
    return parseWhole<std::int64_t>(text);
}

std::optional<double> parseFinite(std::string_view text)
{
    if (text.empty() || text[0] == '+')
        return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::uint64_t idKey(std::string_view text)
{
    if (const auto number = parseUnsigned(text))
        return *number;
    return StringPool::hash(text);
}

} // namespace stepscope::json
