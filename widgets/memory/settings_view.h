// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Sections of facts as a panel, in the colours of the theme. GUI thread only.

#include "widgets/details/event_report.h"

#include <QTextBrowser>

namespace stepscope::widgets {

class ThemeSource;

class SettingsView : public QTextBrowser
{
    Q_OBJECT

public:
    SettingsView(QList<DetailSection> sections, ThemeSource* theme, QWidget* parent = nullptr);

private:
    void render();

    QList<DetailSection> m_sections;
    ThemeSource* m_theme;
};

} // namespace stepscope::widgets
