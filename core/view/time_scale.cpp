// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/time_scale.h"

#include "core/util/time.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace stepscope::view {

namespace {

constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kFar = 4'000'000'000'000'000'000;
constexpr double kSnap = 1e-6;                 // ns
constexpr double kBeyond = 9.2e18;             // just inside int64
constexpr double kEdgeLimit = 1099511627776.0; // 2^40

std::int64_t floorMultiple(std::int64_t value, std::int64_t step)
{
    const std::int64_t rest = ((value % step) + step) % step;
    return value < kLowest + rest ? value : value - rest;
}

} // namespace

double timeDifference(std::int64_t a, std::int64_t b)
{
    std::int64_t difference = 0;
    if (__builtin_sub_overflow(a, b, &difference))
        return static_cast<double>(a) - static_cast<double>(b);
    return static_cast<double>(difference);
}

SplitTime addTime(std::int64_t base, double offset)
{
    double whole = std::floor(offset);
    double fraction = offset - whole;
    if (fraction > 1 - kSnap) { // sums of doubles end a hair beside the whole ns that was meant
        whole += 1;
        fraction = 0;
    }
    if (!(whole > -kBeyond))
        return {kLowest, 0};
    if (!(whole < kBeyond))
        return {kHighest, 0};
    std::int64_t sum = 0;
    if (__builtin_add_overflow(base, static_cast<std::int64_t>(whole), &sum))
        return {whole < 0 ? kLowest : kHighest, 0};
    return {sum, fraction > kSnap ? fraction : 0.0};
}

std::int64_t TimeWindow::end() const
{
    const SplitTime edge = addTime(start, fraction + span);
    return edge.fraction > 0 && edge.whole < kHighest ? edge.whole + 1 : edge.whole;
}

TimeWindow interpolate(const TimeWindow& from, const TimeWindow& to, double share)
{
    const double distance = timeDifference(to.start, from.start) + (to.fraction - from.fraction);
    const SplitTime start = addTime(from.start, from.fraction + distance * share);
    return {start.whole, start.fraction, from.span + (to.span - from.span) * share};
}

TimeScale::TimeScale(const TimeWindow& window, double widthPx)
    : start(window.start)
    , fraction(window.fraction)
    , nsPerPx(window.span / std::max(widthPx, 1.0))
{
}

std::int64_t TimeScale::edgeOf(std::int64_t time) const
{
    return static_cast<std::int64_t>(std::clamp(std::floor(toPx(time) + 0.5), -kEdgeLimit, kEdgeLimit));
}

std::int64_t TimeScale::toNs(double px) const
{
    return addTime(start, fraction + px * nsPerPx).whole;
}

std::int64_t resolutionFor(double nsPerPx)
{
    if (!(nsPerPx >= 2))
        return 1;
    return std::int64_t(std::bit_floor(static_cast<std::uint64_t>(std::min(nsPerPx, 4e18))));
}

std::int64_t tickStep(double nsPerPx, double minimumPx)
{
    const double wanted = nsPerPx * minimumPx;
    for (std::int64_t decade = 1;; decade *= 10) {
        for (const std::int64_t factor : {1, 2, 5}) {
            if (static_cast<double>(decade * factor) >= wanted || decade >= 1'000'000'000'000'000'000)
                return decade * factor;
        }
    }
}

namespace {

struct Unit
{
    std::int64_t ns;
    const char* name;
};

Unit unitOfStep(std::int64_t step)
{
    constexpr Unit kUnits[] = {{1'000'000'000, "s"}, {1'000'000, "ms"}, {1'000, "µs"}, {1, "ns"}};
    for (const Unit& unit : kUnits) {
        if (step >= unit.ns)
            return unit;
    }
    return kUnits[3];
}

// "1.234 567 s", as many groups of three digits as `multiple` (a power of 1000) leaves.
std::string baseLabel(std::int64_t offset, std::int64_t multiple)
{
    const bool negative = offset < 0;
    std::int64_t rest = negative ? -offset : offset;
    std::string text = fmt::format("{}{}", negative ? "-" : "", rest / 1'000'000'000);
    rest %= 1'000'000'000;
    const char* separator = ".";
    for (std::int64_t unit = 1'000'000; unit >= multiple && unit >= 1; unit /= 1000) {
        text += fmt::format("{}{:03}", separator, rest / unit);
        rest %= unit;
        separator = " ";
    }
    return text + " s";
}

std::uint64_t magnitude(std::int64_t value)
{
    return value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
}

// "1 234.567 8 s": digits down to the resolution, in groups of three.
std::string inUnit(std::int64_t ns, const Unit& unit, std::int64_t resolution, const char* plus = "")
{
    const std::uint64_t size = magnitude(ns);
    const auto whole = static_cast<std::uint64_t>(unit.ns);
    std::string text = fmt::format("{}{}", ns < 0 ? "-" : plus, formatCount(size / whole));
    std::uint64_t rest = size % whole;
    int digits = 0;
    for (std::int64_t digit = unit.ns / 10; digit >= std::max<std::int64_t>(resolution, 1); digit /= 10) {
        text += digits == 0 ? "." : (digits % 3 == 0 ? " " : "");
        text += static_cast<char>('0' + rest / static_cast<std::uint64_t>(digit));
        rest %= static_cast<std::uint64_t>(digit);
        ++digits;
    }
    return text + " " + unit.name;
}

// How the labels of a ruler are written.
struct LabelRule
{
    std::int64_t base = 0; // they count from here
    Unit unit {};
    std::int64_t resolution = 1; // a power of ten

    [[nodiscard]] std::string label(std::int64_t offset) const
    {
        if (offset == 0)
            return "0";
        return inUnit(offset - base, unit, resolution, base != 0 ? "+" : "");
    }
};

LabelRule labelRule(std::int64_t from, std::int64_t to, std::int64_t step)
{
    const auto reach = static_cast<std::int64_t>(std::max(magnitude(from), magnitude(to)));
    LabelRule rule;
    while (rule.resolution <= step / 10)
        rule.resolution *= 10;
    rule.unit = unitOfStep(reach / 2);
    if (step >= rule.unit.ns / 1000)
        return rule;
    // More than three decimals are hard to read: count from the last multiple of a thousand smaller units instead.
    rule.unit = unitOfStep(step);
    rule.base = floorMultiple(from, rule.unit.ns * 1000);
    return rule;
}

} // namespace

std::string preciseTime(std::int64_t ns, std::int64_t resolution)
{
    return inUnit(ns, unitOfStep(static_cast<std::int64_t>(std::min<std::uint64_t>(magnitude(ns), kFar))), resolution);
}

RulerTicks rulerTicks(const TimeWindow& window, double widthPx, std::int64_t origin, double labelPx)
{
    RulerTicks result;
    const double nsPerPx = window.span / std::max(widthPx, 1.0);
    const std::int64_t major = tickStep(nsPerPx, labelPx);
    const std::int64_t minor = std::max<std::int64_t>(1, major / 5);
    std::int64_t from = 0;
    std::int64_t to = 0;
    if (__builtin_sub_overflow(window.start, origin, &from) || __builtin_sub_overflow(window.end(), origin, &to)
        || to > kFar || from < -kFar)
        return result; // more than a century apart
    const LabelRule rule = labelRule(from, to, major);
    if (rule.base != 0)
        result.base = baseLabel(rule.base, rule.unit.ns * 1000);
    for (std::int64_t offset = floorMultiple(from, minor); offset <= to; offset += minor) {
        Tick tick {origin + offset, offset % major == 0, {}};
        if (tick.major)
            tick.label = rule.label(offset);
        result.ticks.push_back(std::move(tick));
    }
    return result;
}

} // namespace stepscope::view
