// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Light and dark: decides the theme from the choice of the person and the desktop, and dresses the application in it.
// One per process, made right after the QApplication, before anything else touches its palette. GUI thread only.

#include "app/gui/command_line.h"
#include "widgets/common/theme.h"

#include <QObject>

class QApplication;

namespace stepscope::app {

class Appearance : public QObject
{
    Q_OBJECT

public:
    explicit Appearance(QApplication& application, QObject* parent = nullptr);

    [[nodiscard]] ThemeChoice choice() const { return m_choice; }
    void setChoice(ThemeChoice choice);
    void toggle(); // to the other one of light and dark
    [[nodiscard]] widgets::ThemeSource* theme() { return &m_source; }

Q_SIGNALS:
    void choiceChanged(stepscope::app::ThemeChoice choice);

private:
    void dress(const widgets::Theme& theme);

    QApplication& m_application;
    bool m_systemIsDark;
    ThemeChoice m_choice = ThemeChoice::System;
    widgets::ThemeSource m_source;
};

} // namespace stepscope::app
