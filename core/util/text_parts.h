// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Looking for parts of texts; bytes are compared as they are.

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string_view>

namespace stepscope {

[[nodiscard]] inline bool hasPart(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

// Parts: any range of what becomes a string_view.
template <class Parts> [[nodiscard]] bool hasAnyPart(std::string_view text, const Parts& parts)
{
    return std::any_of(
        std::begin(parts), std::end(parts), [text](std::string_view part) { return hasPart(text, part); });
}
[[nodiscard]] inline bool hasAnyPart(std::string_view text, std::initializer_list<std::string_view> parts)
{
    return hasAnyPart<std::initializer_list<std::string_view>>(text, parts);
}

template <class Parts> [[nodiscard]] bool beginsWithAny(std::string_view text, const Parts& parts)
{
    return std::any_of(
        std::begin(parts), std::end(parts), [text](std::string_view part) { return text.starts_with(part); });
}
[[nodiscard]] inline bool beginsWithAny(std::string_view text, std::initializer_list<std::string_view> parts)
{
    return beginsWithAny<std::initializer_list<std::string_view>>(text, parts);
}

// A letter, a digit or an underscore, of ASCII.
[[nodiscard]] constexpr bool isIdentifierCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

} // namespace stepscope
