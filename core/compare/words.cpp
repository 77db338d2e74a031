// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/words.h"

#include "core/util/time.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace stepscope::compare {
namespace {

constexpr double kLargest = 9e18;  // fits int64
constexpr double kManyTimes = 9.5; // a share of change: from here on it is said as a factor

FormattedQuantity countText(double count)
{
    if (count != std::round(count) && count < 100)
        return {fmt::format("{:.{}f}", count, count < 10 ? 2 : 1), {}};
    return {formatCount(static_cast<std::uint64_t>(std::llround(count))), {}};
}

FormattedQuantity split(double amount, Unit unit)
{
    const double size = std::min(std::abs(amount), kLargest);
    FormattedQuantity text;
    if (unit == Unit::Nanoseconds)
        text = splitDuration(std::llround(size));
    else if (unit == Unit::Bytes)
        text = splitBytes(static_cast<std::uint64_t>(std::llround(size)));
    else
        text = countText(size);
    if (amount < 0)
        text.number = fmt::format("−{}", text.number);
    return text;
}

std::string joined(const FormattedQuantity& text)
{
    return text.unit.empty() ? text.number : fmt::format("{} {}", text.number, text.unit);
}

} // namespace

std::string amountText(double amount, Unit unit)
{
    return joined(split(amount, unit));
}

std::string_view shareWords(double part, double whole)
{
    return 2 * std::abs(part) >= std::abs(whole) ? "most of it" : "the largest part";
}

std::string fromTo(double before, double after, Unit unit)
{
    const FormattedQuantity from = split(before, unit);
    const FormattedQuantity to = split(after, unit);
    const bool plain = from.unit == to.unit || before == 0;
    return fmt::format("{} → {}", plain ? from.number : joined(from), joined(to));
}

std::string signedText(double change, Unit unit)
{
    return fmt::format("{}{}", change >= 0 ? "+" : "", amountText(change, unit));
}

std::string signedPercent(double share)
{
    if (!std::isfinite(share))
        return "?";
    if (share >= kManyTimes)
        return fmt::format("×{}", amountText(std::round(share + 1), Unit::Count));
    const double percent = std::abs(share) * 100;
    const bool nearlyAll = share > -1 && share <= -0.995; // not "−100 %", which says that nothing is left
    return fmt::format("{}{:.{}f} %", share < 0 ? "−" : "+", nearlyAll ? std::min(percent, 99.9) : percent,
        percent < 9.95 || nearlyAll ? 1 : 0);
}

} // namespace stepscope::compare
