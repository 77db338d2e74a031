// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/clock_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

namespace stepscope::view {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kDay = 86'400 * kSecond;

std::optional<std::int64_t> localNs(std::int64_t time, const ClockBase& base)
{
    std::int64_t local = 0;
    return __builtin_add_overflow(time, base.toLocalNs, &local) ? std::nullopt : std::optional(local);
}

std::int64_t sinceMidnight(std::int64_t local)
{
    return ((local % kDay) + kDay) % kDay;
}

// Takes up to `most` digits off the front; nothing when there are none, or more.
std::optional<std::int64_t> takeNumber(std::string_view& text, std::size_t most)
{
    std::int64_t value = 0;
    std::size_t digits = 0;
    for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9'; ++digits) {
        if (digits == most)
            return {};
        value = value * 10 + (text[digits] - '0');
    }
    text.remove_prefix(digits);
    return digits > 0 ? std::optional(value) : std::nullopt;
}

// "14:03:12" and what is left of the text.
std::optional<std::int64_t> takeSeconds(std::string_view& text)
{
    constexpr std::array<std::int64_t, 3> kBelow = {24, 60, 60};
    std::int64_t seconds = 0;
    for (std::size_t i = 0; i < kBelow.size(); ++i) {
        if (i > 0 && !text.starts_with(':'))
            return {};
        text.remove_prefix(i > 0 ? 1 : 0);
        const auto part = takeNumber(text, 2);
        if (!part || *part >= kBelow[i])
            return {};
        seconds = seconds * 60 + *part;
    }
    return seconds;
}

// ".345 678" in ns; 0 for an empty text.
std::optional<std::int64_t> fractionNs(std::string_view text)
{
    if (text.empty())
        return 0;
    if (text.front() != '.' || text.size() == 1)
        return {};
    std::int64_t ns = 0;
    std::int64_t digit = kSecond / 10;
    for (const char c : text.substr(1)) {
        if (c == ' ')
            continue;
        if (c < '0' || c > '9' || digit == 0)
            return {};
        ns += (c - '0') * digit;
        digit /= 10;
    }
    return ns;
}

} // namespace

std::string clockText(std::int64_t time, const ClockBase& base, std::int64_t resolution)
{
    const auto local = localNs(time, base);
    if (!local)
        return "unknown";
    const std::int64_t ns = sinceMidnight(*local);
    const std::int64_t seconds = ns / kSecond;
    std::string text = fmt::format("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    std::int64_t rest = ns % kSecond;
    int digits = 0;
    for (std::int64_t digit = kSecond / 10; digit >= 1 && digit * 10 > resolution; digit /= 10) {
        text += digits == 0 ? "." : (digits % 3 == 0 ? " " : "");
        text += static_cast<char>('0' + rest / digit);
        rest %= digit;
        ++digits;
    }
    return text;
}

std::string clockDate(std::int64_t time, const ClockBase& base)
{
    const auto local = localNs(time, base);
    if (!local)
        return "unknown";
    const std::chrono::sys_days day {std::chrono::floor<std::chrono::days>(
        std::chrono::sys_time<std::chrono::nanoseconds>(std::chrono::nanoseconds(*local)))};
    const std::chrono::year_month_day date {day};
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
        static_cast<unsigned>(date.day()));
}

std::optional<std::int64_t> parseClock(std::string_view text, const ClockBase& base, std::int64_t near)
{
    const auto local = localNs(near, base);
    const auto seconds = takeSeconds(text);
    if (!local || !seconds)
        return {};
    const auto fraction = fractionNs(text);
    if (!fraction)
        return {};
    std::int64_t away = *seconds * kSecond + *fraction - sinceMidnight(*local);
    if (away > kDay / 2)
        away -= kDay;
    else if (away < -kDay / 2)
        away += kDay;
    std::int64_t time = 0;
    return __builtin_add_overflow(near, away, &time) ? std::nullopt : std::optional(time);
}

RulerTicks clockTicks(const TimeWindow& window, double widthPx, const ClockBase& base, double labelPx)
{
    // Ticks stand at round times of the clock: they count from a midnight.
    const auto local = localNs(window.start, base);
    std::int64_t midnight = 0;
    if (!local || __builtin_sub_overflow(window.start, sinceMidnight(*local), &midnight))
        return {};
    RulerTicks ruler = rulerTicks(window, widthPx, midnight, labelPx);
    const std::int64_t step = tickStep(window.span / std::max(widthPx, 1.0), labelPx);
    ruler.base = clockDate(window.start, base);
    for (Tick& tick : ruler.ticks) {
        if (tick.major)
            tick.label = clockText(tick.time, base, step);
    }
    return ruler;
}

} // namespace stepscope::view
