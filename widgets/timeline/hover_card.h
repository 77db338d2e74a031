// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is said about the thing under the pointer: a small card beside it, never under it. A child of the canvas, so
// that it is part of pictures of the window; transparent for the mouse. GUI thread only.

#include "widgets/common/theme.h"

#include <QStringList>
#include <QWidget>

namespace stepscope::widgets {

class HoverCard : public QWidget
{
    Q_OBJECT

public:
    explicit HoverCard(ThemeSource* theme, QWidget* canvas);

    // Title (a name, up to three lines of it) and quieter lines below, beside this point of the canvas.
    void showAt(QPointF position, const QString& title, const QStringList& lines);
    [[nodiscard]] const QString& title() const { return m_title; }
    [[nodiscard]] const QStringList& lines() const { return m_lines; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QStringList wrappedTitle() const;

    ThemeSource* m_theme;
    QString m_title;
    QStringList m_lines;
};

} // namespace stepscope::widgets
