// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/rank_summary.h"

#include <charconv>

namespace stepscope::ranks {
namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

constexpr std::size_t kMostDigits = 7; // more are a process number or a time

std::optional<std::int64_t> numberAt(std::string_view text, std::size_t at)
{
    std::size_t end = at;
    while (end < text.size() && isDigit(text[end]))
        ++end;
    if (end == at || end - at > kMostDigits)
        return std::nullopt;
    std::int64_t value = 0;
    std::from_chars(text.data() + at, text.data() + end, value);
    return value;
}

// A number right behind the word, or behind one separator.
std::optional<std::int64_t> numberAfter(std::string_view text, std::string_view word)
{
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        if (at > 0 && isLetter(text[at - 1]))
            continue;
        std::size_t digits = at + word.size();
        if (digits < text.size() && !isDigit(text[digits]) && !isLetter(text[digits]))
            ++digits;
        if (const auto number = numberAt(text, digits))
            return number;
    }
    return std::nullopt;
}

} // namespace

std::optional<std::int64_t> rankOfFileName(std::string_view path)
{
    const std::size_t slash = path.find_last_of("/\\");
    const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
    for (const std::string_view word : {"rank", "Rank", "RANK", "r"}) {
        if (const auto number = numberAfter(name, word))
            return number;
    }
    const std::string_view stem = name.substr(0, name.find('.'));
    std::size_t digits = stem.size();
    while (digits > 0 && isDigit(stem[digits - 1]))
        --digits;
    // One number only: host_4711.json is a process, not a rank.
    if (digits == stem.size() || digits == 0 || stem.size() - digits > 4
        || (stem[digits - 1] != '_' && stem[digits - 1] != '-'))
        return std::nullopt;
    return numberAt(stem, digits);
}

} // namespace stepscope::ranks
