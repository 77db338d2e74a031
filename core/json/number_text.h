// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Numbers and ids as they stand in JSON text. Nothing is rounded silently: what does not fit gives no value.

#include <cstdint>
#include <optional>
#include <string_view>

namespace stepscope::json {

enum class ScalarKind
{
    Number,      // as JSON writes it
    HugeInteger, // the same, beyond 64 bits
    Literal,     // true, false, null
    BareWord,    // NaN, -Infinity, N/A …: it has a letter and no odd character
    None,        // nothing that could be meant: 1-2, 12@3
};
[[nodiscard]] ScalarKind scalarKind(std::string_view text);

[[nodiscard]] bool isInteger(std::string_view text);                             // -?[0-9]+, any length
[[nodiscard]] std::optional<std::uint64_t> parseUnsigned(std::string_view text); // decimal or 0x…
[[nodiscard]] std::optional<std::int64_t> parseSigned(std::string_view text);    // decimal or 0x…
[[nodiscard]] std::optional<double> parseFinite(std::string_view text);          // any JSON number

// 64 bits that are equal for equal ids: the number itself for decimal and 0x… texts of up to 64 bits, a hash otherwise.
[[nodiscard]] std::uint64_t idKey(std::string_view text);

} // namespace stepscope::json
