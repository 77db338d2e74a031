// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Characters that secrets are made of, and how far they go. Pure.

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace stepscope::share {

// Nothing that is looked for is longer: hostile text must not be read to its end again and again.
inline constexpr std::size_t kLongestSecret = 4096;
inline constexpr std::string_view kEllipsis = "…"; // stands for what the screen has no room for

[[nodiscard]] inline bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

[[nodiscard]] inline bool isCapital(char c)
{
    return c >= 'A' && c <= 'Z';
}

[[nodiscard]] inline bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || isCapital(c);
}

[[nodiscard]] inline bool isHexDigit(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

[[nodiscard]] inline bool isWordCharacter(char c) // letter, digit, _
{
    return isLetter(c) || isDigit(c) || c == '_';
}

[[nodiscard]] inline bool isUserCharacter(char c) // of names of people
{
    return isWordCharacter(c) || c == '-' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

[[nodiscard]] inline bool isSecretCharacter(char c) // of keys and tokens
{
    return isWordCharacter(c) || std::string_view("-.~+/=").find(c) != std::string_view::npos;
}

// Whether a word, which is not empty, stands at `at`: at most places not even its first character does.
[[nodiscard]] inline bool standsAt(std::string_view text, std::size_t at, std::string_view word)
{
    return at < text.size() && text[at] == word[0] && text.substr(at, word.size()) == word;
}

// The name of an operator, a kernel, a function: its words are called as they are, whoever is called alike.
[[nodiscard]] inline bool isCode(std::string_view text)
{
    return text.find_first_of("(<") != std::string_view::npos || text.find("::") != std::string_view::npos;
}

// What is shown may be a sentence, whose brackets stand behind blanks: "run.json (2 steps)".
[[nodiscard]] inline bool isShownCode(std::string_view text)
{
    for (std::size_t at = text.find_first_of("(<"); at != std::string_view::npos;
         at = text.find_first_of("(<", at + 1)) {
        if (at > 0 ? text[at - 1] != ' ' : text[at] == '<')
            return true;
    }
    return text.find("::") != std::string_view::npos;
}

template <class Accept> [[nodiscard]] std::size_t endOf(std::string_view text, std::size_t from, Accept accept)
{
    const std::size_t last = std::min(text.size(), from + kLongestSecret);
    while (from < last && accept(text[from]))
        ++from;
    return from;
}

} // namespace stepscope::share
