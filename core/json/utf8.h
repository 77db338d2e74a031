// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Small checks on bytes of JSON strings.

#include <cstddef>
#include <string>
#include <string_view>

namespace stepscope::json {

// Length of the valid UTF-8 sequence at the start of `text` (overlong forms, surrogates and values beyond U+10FFFF are
// not valid), or 0.
[[nodiscard]] std::size_t utf8Length(std::string_view text);

// Length of the valid JSON escape (or surrogate pair of escapes) that starts at the backslash `at`, or 0.
[[nodiscard]] std::size_t escapeLength(const char* at, const char* end);

// True when `text` is a \u escape of half a surrogate pair.
[[nodiscard]] bool isLoneSurrogate(std::string_view text);

// What was wrong in the contents of a string.
struct StringFlaws
{
    std::size_t controls = 0;
    std::size_t badUtf8 = 0; // also halves of surrogate pairs
    std::size_t badEscapes = 0;
};

// Appends the character or escape at text[at] so that `out` stays the contents of a valid JSON string: raw control
// characters become their symbols, what is not UTF-8 U+FFFD, the backslash of an unknown escape and a bare quote get
// a backslash before them. Returns the place behind it.
std::size_t appendCleaned(std::string& out, std::string_view text, std::size_t at, StringFlaws& flaws);

// Any bytes as valid UTF-8 for a person: control characters as their symbols, what is not UTF-8 as U+FFFD.
[[nodiscard]] std::string visibleText(std::string_view bytes);

} // namespace stepscope::json
