// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Times read from the decimal text of microseconds into int64 ns, exactly: never through a double. Included by time.h.
// It runs twice an event, so the form that the profiler writes, digits and three decimals, is read eight characters at
// a time (half the time of a loop over them); other plain numbers by a loop, all else by the general reader in
// time.cpp.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

namespace stepscope {

struct ParsedTime
{
    std::int64_t ns = 0;
    bool hasFraction = false; // a fraction of a microsecond that is not zero
};

namespace detail {

// Every form that parseMicroseconds() takes.
[[nodiscard]] std::optional<ParsedTime> parseAnyMicroseconds(std::string_view text);

// As above, by a copy: what a call returns through memory would keep the inlined result there on the fast paths too.
[[nodiscard]] inline std::optional<ParsedTime> copyOfAny(std::string_view text)
{
    const std::optional<ParsedTime> any = parseAnyMicroseconds(text);
    if (!any)
        return std::nullopt;
    return ParsedTime {any->ns, any->hasFraction};
}

template <class Word> [[nodiscard]] Word load(const char* from)
{
    Word word;
    std::memcpy(&word, from, sizeof word);
    return word;
}

inline constexpr std::uint64_t kEightZeros = 0x3030303030303030U; // "00000000"

// Whether all eight characters are decimal digits: the high half is 3, also after 6 was added.
[[nodiscard]] inline bool areDigits(std::uint64_t characters)
{
    constexpr std::uint64_t kHighHalves = 0xf0f0f0f0f0f0f0f0U;
    const std::uint64_t next = characters + 0x0606060606060606U;
    return (((characters & kHighHalves) ^ kEightZeros) | ((next & kHighHalves) ^ kEightZeros)) == 0;
}

// Their value, the first one (in the lowest byte) being the most significant: pairs, then fours, then all eight.
[[nodiscard]] inline std::uint64_t valueOfDigits(std::uint64_t characters)
{
    characters = (characters & 0x0f0f0f0f0f0f0f0fU) * (1 + (10U << 8U)) >> 8U;
    characters = (characters & 0x00ff00ff00ff00ffU) * (1 + (100U << 16U)) >> 16U;
    return (characters & 0x0000ffff0000ffffU) * (1 + (std::uint64_t {10000} << 32U)) >> 32U;
}

// The first `count` (1 to 8) characters at `from`, of which eight can be read, behind as many zeros as make it eight.
[[nodiscard]] inline std::uint64_t paddedDigits(const char* from, std::size_t count)
{
    const auto word = load<std::uint64_t>(from);
    return count == 8 ? word : word << (64 - 8 * count) | kEightZeros >> (8 * count);
}

// "123.456": 5 to 20 characters, the fourth from the end a point.
[[nodiscard]] inline std::optional<ParsedTime> parseThreeDecimals(std::string_view text)
{
    const char* p = text.data();
    const std::size_t n = text.size();
    const auto decimals = load<std::uint32_t>(p + n - 4) & 0xffffff00U; // without the point
    // The last four digits before the point (zeros in front of fewer: no branch, lengths vary), and the decimals.
    const std::size_t m = n < 8 ? n : 8;
    const std::uint32_t before = load<std::uint32_t>(p + n - m) << (8 * (8 - m))
        | static_cast<std::uint32_t>((kEightZeros & 0xffffffffU) >> (8 * (m - 4)));
    const std::uint64_t tail = '0' | std::uint64_t {before} << 8U | std::uint64_t {decimals} << 32U;
    bool valid = areDigits(tail);
    std::uint64_t ns = valueOfDigits(tail);
    std::size_t left = n > 8 ? n - 8 : 0;
    if (left > 0) {
        const std::size_t count = left < 8 ? left : 8;
        const std::uint64_t digits = paddedDigits(p + left - count, count);
        valid &= areDigits(digits);
        ns += valueOfDigits(digits) * 10'000'000U;
        left -= count;
    }
    if (left > 0) { // at most four
        const std::uint64_t digits = paddedDigits(p, left);
        valid &= areDigits(digits);
        ns += valueOfDigits(digits) * 1'000'000'000'000'000U;
    }
    if (!valid || ns > std::numeric_limits<std::int64_t>::max())
        return copyOfAny(text);
    return ParsedTime {static_cast<std::int64_t>(ns), decimals != 0x30303000U};
}

// Up to 15 digits, with or without one to three decimals.
[[nodiscard]] inline std::optional<ParsedTime> parsePlain(std::string_view text)
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
        return copyOfAny(text);
    if (at == text.size())
        return ParsedTime {static_cast<std::int64_t>(whole * 1000), false};
    const std::size_t decimals = text.size() - at - 1;
    if (text[at] != '.' || decimals == 0 || decimals > 3)
        return copyOfAny(text);
    unsigned fraction = 0;
    unsigned weight = 100;
    for (++at; at < text.size(); ++at, weight /= 10) {
        const auto digit = static_cast<unsigned>(text[at] - '0');
        if (digit > 9)
            return copyOfAny(text);
        fraction += digit * weight;
    }
    return ParsedTime {static_cast<std::int64_t>(whole * 1000 + fraction), fraction != 0};
}

} // namespace detail

// Microseconds as JSON number text ("12.5", "-1e3", "+7") -> ns. The first three fraction digits count, the fourth
// rounds half up (away from zero). Nothing when it is no number or leaves int64 ns.
[[nodiscard]] inline std::optional<ParsedTime> parseMicroseconds(std::string_view text)
{
    static_assert(std::endian::native == std::endian::little);
    if (text.size() >= 5 && text.size() <= 20 && text[text.size() - 4] == '.')
        return detail::parseThreeDecimals(text);
    return detail::parsePlain(text);
}

} // namespace stepscope
