// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Words and colours for what differs between two runs: amounts, changes with their sign, and whether more of it is
// better or worse. Pure.

#include "core/compare/comparison.h"
#include "widgets/common/theme.h"

#include <QColor>
#include <QString>

namespace stepscope::widgets {

enum class ChangeKind : std::uint8_t
{
    Less,
    More,
    None // nothing changed, or no more than the steps differ among themselves
};
[[nodiscard]] ChangeKind changeKind(double change, bool withinNoise);
[[nodiscard]] QString changeIcon(ChangeKind kind);                      // an arrow
[[nodiscard]] QString changeWord(ChangeKind kind);                      // "less", "more", "within noise"
[[nodiscard]] QColor changeColour(ChangeKind kind, const Theme& theme); // always beside an icon or a word

[[nodiscard]] QString amountText(compare::Unit unit, double amount);       // "85.2 ms", "24.0 MiB", "12.5"
[[nodiscard]] QString signedAmountText(compare::Unit unit, double amount); // "+85.2 ms", "−3.0 MiB"
[[nodiscard]] QString topicTitle(compare::Topic topic);                    // of a tab: "Kernel families"

} // namespace stepscope::widgets
