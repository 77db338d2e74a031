// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Text of JSON strings.

#include <string>
#include <string_view>

namespace stepscope {

// Contents of a valid JSON string (without its quotes) -> UTF-8 text. Escapes that are not valid are kept as they
// stand.
[[nodiscard]] std::string unescapeJson(std::string_view contents);

// Appends a code point as UTF-8; surrogates and values beyond U+10FFFF become U+FFFD.
void appendUtf8(std::string& out, char32_t codePoint);

// UTF-8 text -> contents of a JSON string, escaped, without quotes.
[[nodiscard]] std::string escapeJson(std::string_view text);
// The same, with its quotes.
[[nodiscard]] std::string quoteJson(std::string_view text);

} // namespace stepscope
