// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the pages that fill a window share: one centred column of a fixed width that scrolls when the window is too low.

#include <QString>

class QLabel;
class QVBoxLayout;
class QWidget;

namespace stepscope::widgets {

inline constexpr int kPageColumnWidth = 520;

// Gives `page` a scrolling, centred column and returns the layout to fill. The column is a QFrame of the given role.
[[nodiscard]] QVBoxLayout* centredColumn(QWidget* page, const QString& role = {});

[[nodiscard]] QLabel* headline(const QString& text, QWidget* parent);
[[nodiscard]] QLabel* paragraph(
    const QString& text, QWidget* parent, const QString& role = {}); // wraps, can be selected

} // namespace stepscope::widgets
