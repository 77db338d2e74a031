// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Times: int64 nanoseconds, read from the decimal text of microseconds without passing through a double.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stepscope {

struct ParsedTime
{
    std::int64_t ns = 0;
    bool hasFraction = false; // a fraction of a microsecond that is not zero
};

// Microseconds as JSON number text ("12.5", "-1e3", "+7") -> ns. The first three fraction digits count, the fourth
// rounds half up (away from zero). Nothing when it is no number or leaves int64 ns.
[[nodiscard]] std::optional<ParsedTime> parseMicroseconds(std::string_view text);

// "85.2 ms": three or four significant digits in the unit that fits (ns, µs, ms, s); no decimals where the duration is
// a whole number of that unit ("6 µs" is exactly that).
[[nodiscard]] std::string formatDuration(std::int64_t ns);
// As above, split in number and unit, for right-aligned tables with muted units.
struct FormattedQuantity
{
    std::string number;
    std::string unit;
};
[[nodiscard]] FormattedQuantity splitDuration(std::int64_t ns);
[[nodiscard]] FormattedQuantity splitBytes(std::uint64_t bytes); // KiB, MiB, GiB
[[nodiscard]] std::string formatBytes(std::uint64_t bytes);
// Exact, in µs with all digits: "4458676983543.183".
[[nodiscard]] std::string formatExactMicroseconds(std::int64_t ns);
// "1 234 567" with thin separators as plain ASCII blanks.
[[nodiscard]] std::string formatCount(std::uint64_t count);
[[nodiscard]] std::string formatPercent(double share); // 0.384 -> "38.4 %"; "unknown" when it is not finite

namespace detail {
// Every form that parseMicroseconds() takes.
[[nodiscard]] std::optional<ParsedTime> parseAnyMicroseconds(std::string_view text);
} // namespace detail

// The plain form (up to 15 digits, or those and up to three more behind a point) is read here: it comes twice an event.
inline std::optional<ParsedTime> parseMicroseconds(std::string_view text)
{
    std::uint64_t whole = 0;
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        const auto digit = static_cast<unsigned>(text[at] - '0');
        if (digit > 9)
            break;
        whole = whole * 10 + digit;
    }
    if (at == 0 || at > 15)
        return detail::parseAnyMicroseconds(text);
    if (at == text.size())
        return ParsedTime {static_cast<std::int64_t>(whole * 1000), false};
    const std::size_t fractionDigits = text.size() - at - 1;
    if (text[at] != '.' || fractionDigits == 0 || fractionDigits > 3)
        return detail::parseAnyMicroseconds(text);
    unsigned fraction = 0;
    unsigned weight = 100;
    for (++at; at < text.size(); ++at, weight /= 10) {
        const auto digit = static_cast<unsigned>(text[at] - '0');
        if (digit > 9)
            return detail::parseAnyMicroseconds(text);
        fraction += digit * weight;
    }
    return ParsedTime {static_cast<std::int64_t>(whole * 1000 + fraction), fraction != 0};
}

} // namespace stepscope
