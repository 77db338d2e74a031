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
    }
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

} // namespace

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
