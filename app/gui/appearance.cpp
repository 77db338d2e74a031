// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/appearance.h"

#include "app/gui/system_theme.h"
#include "widgets/common/style.h"

#include <QApplication>
#include <QStyle>
#include <QStyleFactory>

namespace stepscope::app {

namespace {

widgets::Theme themeFor(bool dark)
{
    return dark ? widgets::darkTheme() : widgets::lightTheme();
}

} // namespace

Appearance::Appearance(QApplication& application, QObject* parent)
    : QObject(parent)
    , m_application(application)
    , m_systemIsDark(systemWantsDark())
{
    // Else what lies in a widget with a palette of its own would still wear that of the application: pictures are made
    // in another theme than the window's.
    QCoreApplication::setAttribute(Qt::AA_UseStyleSheetPropagationInWidgetStyles);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setFont(widgets::uiFont());
    dress(themeFor(m_systemIsDark));
}

void Appearance::setChoice(ThemeChoice choice)
{
    const bool dark = choice == ThemeChoice::System ? m_systemIsDark : choice == ThemeChoice::Dark;
    const bool changed = choice != m_choice;
    m_choice = choice;
    if (dark != m_source.theme().dark)
        dress(themeFor(dark));
    if (changed)
        Q_EMIT choiceChanged(choice);
}

void Appearance::toggle()
{
    setChoice(m_source.theme().dark ? ThemeChoice::Light : ThemeChoice::Dark);
}

void Appearance::dress(const widgets::Theme& theme)
{
    // The sheet first: widgets that hear of the new theme measure themselves in it.
    QApplication::setPalette(widgets::paletteFor(theme));
    m_application.setStyleSheet(widgets::styleSheetFor(theme));
    m_source.setTheme(theme);
}

} // namespace stepscope::app
