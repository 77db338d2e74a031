// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One row of the findings panel that can be pressed: with the pointer, with Enter and with Space; Up, Down, Home and
// End ask for another row, so that a list of them is one stop of the Tab key. Draws its own ground: raised where it
// stands out, accented where it is the current one. What it shows is put into it by those that derive. GUI thread only.

#include "widgets/common/theme.h"

#include <QAbstractButton>

#include <cstdint>

class QLabel;

namespace stepscope::widgets {

class PanelRow : public QAbstractButton
{
    Q_OBJECT

public:
    enum class Step : std::uint8_t
    {
        Previous,
        Next,
        First,
        Last
    };
    Q_ENUM(Step)

    PanelRow(const Theme& theme, bool raised, QWidget* parent);

    [[nodiscard]] bool isUnfolded() const { return isChecked(); }
    void setTheme(const Theme& theme); // for rows that are not made anew with it

Q_SIGNALS:
    void stepRequested(stepscope::widgets::PanelRow::Step step);
    void lookedAt(bool isLookedAt); // by pointer or keyboard

protected:
    [[nodiscard]] const Theme& theme() const { return m_theme; }
    [[nodiscard]] QLabel* icon(const QString& name, const QColor& colour); // a new label of the first column
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    Theme m_theme;
    bool m_raised;
};

} // namespace stepscope::widgets
