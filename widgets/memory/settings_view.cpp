// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/settings_view.h"

#include "widgets/details/report_html.h"

namespace stepscope::widgets {

SettingsView::SettingsView(QList<DetailSection> sections, ThemeSource* theme, QWidget* parent)
    : QTextBrowser(parent)
    , m_sections(std::move(sections))
    , m_theme(theme)
{
    setAccessibleName(QStringLiteral("Settings of the allocator"));
    connect(m_theme, &ThemeSource::changed, this, &SettingsView::render);
    render();
}

void SettingsView::render()
{
    styleAsPanelText(*this, m_theme->theme());
    setHtml(widgets::toHtml(m_sections, m_theme->theme()));
}

} // namespace stepscope::widgets
