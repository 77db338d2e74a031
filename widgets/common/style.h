// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The quiet chrome of the whole application, made from a theme: palette, style sheet and fonts. To be set once on the
// QApplication (over the Fusion style) and again whenever the ThemeSource says so. Pure functions, GUI thread only.
// Dynamic properties that the sheet knows: a QLabel with `role` = "text", "title", "muted", "danger", "warn", "good" or
// "number", a QFrame with `role` = "card", a QPushButton with `role` = "primary".

#include "widgets/common/theme.h"

#include <QFont>
#include <QPalette>
#include <QString>

class QWidget;

namespace stepscope::widgets {

inline constexpr int kMinimumTextPixels = 11;
inline constexpr int kToolBarHeight = 32;
inline constexpr int kHeaderRowHeight = 22;
inline constexpr int kLaneHeight = 18;
inline constexpr int kSpacing = 4; // all spacing comes in steps of this

[[nodiscard]] QPalette paletteFor(const Theme& theme);
[[nodiscard]] QString styleSheetFor(const Theme& theme);
// A widget and all within it, whatever the application wears.
void dress(QWidget& widget, const Theme& theme);

[[nodiscard]] QFont uiFont();    // the system's, never below 12 px
[[nodiscard]] QFont smallFont(); // for dense places such as slices and rulers: 11 px
[[nodiscard]] QFont monoFont();  // names of kernels, paths, stacks
// uiFont() when all its figures have one width, else monoFont(): columns of numbers must line up.
[[nodiscard]] QFont numberFont();

} // namespace stepscope::widgets
