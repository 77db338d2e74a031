// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/change_words.h"

#include "core/util/time.h"
#include "widgets/details/detail_text.h"
#include "widgets/memory/memory_words.h"

#include <cmath>

namespace stepscope::widgets {

using compare::Topic;
using compare::Unit;

ChangeKind changeKind(double change, bool withinNoise)
{
    if (withinNoise || change == 0)
        return ChangeKind::None;
    return change < 0 ? ChangeKind::Less : ChangeKind::More;
}

QString changeIcon(ChangeKind kind)
{
    switch (kind) {
    case ChangeKind::Less:
        return QStringLiteral("less");
    case ChangeKind::More:
        return QStringLiteral("more");
    case ChangeKind::None:
        break;
    }
    return QStringLiteral("equal");
}

QString changeWord(ChangeKind kind)
{
    switch (kind) {
    case ChangeKind::Less:
        return QStringLiteral("less");
    case ChangeKind::More:
        return QStringLiteral("more");
    case ChangeKind::None:
        break;
    }
    return QStringLiteral("within noise");
}

QColor changeColour(ChangeKind kind, const Theme& theme)
{
    switch (kind) {
    case ChangeKind::Less:
        return theme.good;
    case ChangeKind::More:
        return theme.danger;
    case ChangeKind::None:
        break;
    }
    return theme.muted;
}

namespace {

constexpr double kLargest = 9e18; // of what is rounded to an int64

std::int64_t whole(double amount)
{
    return std::isfinite(amount) && std::abs(amount) < kLargest ? std::llround(amount) : 0;
}

QString countOf(double amount)
{
    constexpr double kExactFrom = 100; // tenths tell nothing any more
    const double rounded = std::round(amount);
    if (amount == rounded || amount >= kExactFrom)
        return countText(static_cast<std::uint64_t>(whole(amount)));
    return QString::number(amount, 'f', 1);
}

} // namespace

QString amountText(Unit unit, double amount)
{
    if (amount < 0)
        return QStringLiteral("−") + amountText(unit, -amount);
    switch (unit) {
    case Unit::Nanoseconds:
        return toQString(formatDuration(whole(amount)));
    case Unit::Bytes:
        return bytesText(static_cast<std::uint64_t>(whole(amount)));
    case Unit::Count:
        break;
    }
    return countOf(amount);
}

QString signedAmountText(Unit unit, double amount)
{
    return amount > 0 ? QLatin1Char('+') + amountText(unit, amount) : amountText(unit, amount);
}

QString topicTitle(Topic topic)
{
    switch (topic) {
    case Topic::StepTime:
        return QStringLiteral("Step time");
    case Topic::Idle:
        return QStringLiteral("Idle");
    case Topic::Communication:
        return QStringLiteral("Communication");
    case Topic::Launches:
        return QStringLiteral("Launches");
    case Topic::Syncs:
        return QStringLiteral("Syncs");
    case Topic::Copies:
        return QStringLiteral("Copies");
    case Topic::Kernels:
        return QStringLiteral("Kernels");
    case Topic::KernelFamilies:
        return QStringLiteral("Kernel families");
    case Topic::Operators:
        return QStringLiteral("Operators");
    case Topic::Memory:
        return QStringLiteral("Memory");
    case Topic::MemoryByStack:
        return QStringLiteral("Memory by stack");
    case Topic::GrowthByStack:
        return QStringLiteral("Growth by stack");
    }
    return {};
}

} // namespace stepscope::widgets
