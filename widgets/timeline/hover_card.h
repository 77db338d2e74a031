// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is said about the thing under the pointer: a small card beside it, never under it. A child of the canvas, so
// that it is part of pictures of the window; transparent for the mouse. GUI thread only.

#include "widgets/common/theme.h"

#include <QRegion>
#include <QStringList>
#include <QWidget>

namespace stepscope::widgets {

class HoverCard : public QWidget
{
    Q_OBJECT

public:
    explicit HoverCard(ThemeSource* theme, QWidget* canvas);

    // Title (a name, up to three lines of it) and quieter lines below, beside this point of the canvas.
    // … and where there is room off `lit`, which people are to look at: beside it, else below or above it.
    void showAt(QPointF position, const QString& title, const QStringList& lines, const QRegion& lit = {});
    [[nodiscard]] const QString& title() const { return m_title; }
    [[nodiscard]] const QStringList& lines() const { return m_lines; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QStringList wrappedTitle() const;
    [[nodiscard]] QPoint placeFor(QPoint pointer, const QRegion& lit) const;

    ThemeSource* m_theme;
    QString m_title;
    QStringList m_lines;
};

} // namespace stepscope::widgets
