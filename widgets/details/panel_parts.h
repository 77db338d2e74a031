// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the panels below the timeline share: columns with a title line, and centred notes for what is empty.

#include <QList>
#include <QString>

class QLabel;
class QToolButton;
class QWidget;

namespace stepscope::widgets {

[[nodiscard]] QLabel* columnTitle(const QString& text, QWidget* parent);
// `title` and `buttons` in a line over `content`; all of them become children of the column.
[[nodiscard]] QWidget* titledColumn(
    QLabel* title, QWidget* content, const QList<QToolButton*>& buttons, QWidget* parent);
[[nodiscard]] QLabel* centredNote(QWidget* parent);
[[nodiscard]] QToolButton* copyButton(const QString& text, const QString& toolTip, QWidget* parent);

} // namespace stepscope::widgets
