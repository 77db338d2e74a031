// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <span>

namespace stepscope {
namespace detail {
namespace {

// A decimal number taken apart: its value is 0.DIGITS * 10^pointAt, DIGITS being whole and then fraction.
struct Decimal
{
    bool negative = false;
    std::string_view whole;
    std::string_view fraction;
    std::int64_t pointAt = 0;

    [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(whole.size() + fraction.size()); }
    [[nodiscard]] unsigned digit(std::int64_t i) const
    {
        const auto at = static_cast<std::size_t>(i);
        return static_cast<unsigned>((at < whole.size() ? whole[at] : fraction[at - whole.size()]) - '0');
    }
};

std::string_view takeDigits(std::string_view& text)
{
    std::size_t n = 0;
    while (n < text.size() && text[n] >= '0' && text[n] <= '9')
        ++n;
    const std::string_view digits = text.substr(0, n);
    text.remove_prefix(n);
    return digits;
}

bool takeSign(std::string_view& text)
{
    if (text.empty() || (text.front() != '-' && text.front() != '+'))
        return false;
    const bool negative = text.front() == '-';
    text.remove_prefix(1);
    return negative;
}

// Far beyond any length a text can have, so that sums with lengths stay exact.
constexpr std::int64_t kExponentLimit = std::int64_t {1} << 56U;

std::optional<std::int64_t> takeExponent(std::string_view& text)
{
    if (text.empty() || (text.front() != 'e' && text.front() != 'E'))
        return 0;
    text.remove_prefix(1);
    const bool negative = takeSign(text);
    const std::string_view digits = takeDigits(text);
    if (digits.empty())
        return std::nullopt;
    std::int64_t exponent = 0;
    for (const char c : digits)
        exponent = std::min(exponent * 10 + (c - '0'), kExponentLimit);
    return negative ? -exponent : exponent;
}

std::optional<Decimal> takeApart(std::string_view text)
{
    Decimal d;
    d.negative = takeSign(text);
    d.whole = takeDigits(text);
    if (!text.empty() && text.front() == '.') {
        text.remove_prefix(1);
        d.fraction = takeDigits(text);
    }
    if (d.whole.empty() && d.fraction.empty())
        return std::nullopt;
    const std::optional<std::int64_t> exponent = takeExponent(text);
    if (!exponent || !text.empty())
        return std::nullopt;
    d.pointAt = static_cast<std::int64_t>(d.whole.size()) + *exponent;
    return d;
}

bool appendDigit(std::uint64_t& value, unsigned digit)
{
    return !__builtin_mul_overflow(value, 10U, &value) && !__builtin_add_overflow(value, digit, &value);
}

// |d| in ns, rounded half up at the first digit that does not count.
std::optional<std::uint64_t> magnitudeNs(const Decimal& d)
{
    const std::int64_t kept = d.pointAt + 3;
    std::uint64_t value = 0;
    for (std::int64_t i = 0; i < std::min(kept, d.size()); ++i) {
        if (!appendDigit(value, d.digit(i)))
            return std::nullopt;
    }
    for (std::int64_t i = d.size(); i < kept && value != 0; ++i) {
        if (!appendDigit(value, 0))
            return std::nullopt;
    }
    if (kept >= 0 && kept < d.size() && d.digit(kept) >= 5 && __builtin_add_overflow(value, 1U, &value))
        return std::nullopt;
    return value;
}

bool hasFraction(const Decimal& d)
{
    for (std::int64_t i = std::max<std::int64_t>(d.pointAt, 0); i < d.size(); ++i) {
        if (d.digit(i) != 0)
            return true;
    }
    return false;
}

} // namespace

std::optional<ParsedTime> parseAnyMicroseconds(std::string_view text)
{
    const std::optional<Decimal> decimal = takeApart(text);
    if (!decimal)
        return std::nullopt;
    const std::optional<std::uint64_t> magnitude = magnitudeNs(*decimal);
    constexpr std::uint64_t kMax = std::numeric_limits<std::int64_t>::max();
    if (!magnitude || *magnitude > kMax + (decimal->negative ? 1U : 0U))
        return std::nullopt;
    const std::uint64_t bits = decimal->negative ? 0U - *magnitude : *magnitude;
    return ParsedTime {static_cast<std::int64_t>(bits), hasFraction(*decimal)};
}

} // namespace detail

namespace {

struct Unit
{
    std::uint64_t size;
    const char* name;
};

std::uint64_t magnitudeOf(std::int64_t value)
{
    const auto bits = static_cast<std::uint64_t>(value);
    return value < 0 ? 0U - bits : bits;
}

struct Scaled
{
    std::uint64_t whole;
    std::uint64_t fraction; // in units of 10^-decimals
};

Scaled scale(std::uint64_t value, std::uint64_t unit, std::uint64_t steps)
{
    Scaled s {value / unit, (value % unit * steps + unit / 2) / unit};
    if (s.fraction == steps)
        s = {s.whole + 1, 0};
    return s;
}

// Two decimals below 10, one below `limit`, none beyond it or where the value is a whole number of the unit.
std::string formatIn(std::uint64_t value, std::uint64_t unit, std::uint64_t limit)
{
    if (value % unit == 0)
        return formatCount(value / unit);
    if (const Scaled s = scale(value, unit, 100); s.whole < 10)
        return fmt::format("{}.{:02}", s.whole, s.fraction);
    if (const Scaled s = scale(value, unit, 10); s.whole < limit)
        return fmt::format("{}.{}", s.whole, s.fraction);
    return formatCount(scale(value, unit, 1).whole);
}

FormattedQuantity split(std::uint64_t value, std::span<const Unit> units, std::uint64_t step)
{
    // The next unit begins where rounding to one decimal would write it as a full step of this one.
    std::size_t i = 0;
    while (i + 1 < units.size() && scale(value, units[i].size, 10).whole >= step)
        ++i;
    return {formatIn(value, units[i].size, step), units[i].name};
}

} // namespace

FormattedQuantity splitDuration(std::int64_t ns)
{
    static constexpr std::array<Unit, 4> kUnits {{{1, "ns"}, {1000, "µs"}, {1'000'000, "ms"}, {1'000'000'000, "s"}}};
    FormattedQuantity q = split(magnitudeOf(ns), kUnits, 1000);
    if (ns < 0)
        q.number.insert(0, 1, '-');
    return q;
}

std::string formatDuration(std::int64_t ns)
{
    const FormattedQuantity q = splitDuration(ns);
    return q.number + ' ' + q.unit;
}

FormattedQuantity splitBytes(std::uint64_t bytes)
{
    static constexpr std::array<Unit, 4> kUnits {
        {{1, "B"}, {1U << 10U, "KiB"}, {1U << 20U, "MiB"}, {1U << 30U, "GiB"}}};
    return split(bytes, kUnits, 1024);
}

std::string formatBytes(std::uint64_t bytes)
{
    const FormattedQuantity q = splitBytes(bytes);
    return q.number + ' ' + q.unit;
}

std::string formatExactMicroseconds(std::int64_t ns)
{
    const std::uint64_t magnitude = magnitudeOf(ns);
    return fmt::format("{}{}.{:03}", ns < 0 ? "-" : "", magnitude / 1000, magnitude % 1000);
}

std::string formatCount(std::uint64_t count)
{
    std::string text = std::to_string(count);
    for (std::size_t at = text.size(); at > 3;) {
        at -= 3;
        text.insert(at, 1, ' ');
    }
    return text;
}

std::string formatPercent(double share)
{
    if (!std::isfinite(share))
        return "unknown";
    const double percent = share * 100.0;
    return fmt::format("{:.1f} %", std::abs(percent) < 0.05 ? 0.0 : percent);
}

} // namespace stepscope
