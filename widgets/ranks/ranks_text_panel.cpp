// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/ranks_text_panel.h"

#include "widgets/details/panel_parts.h"
#include "widgets/details/report_html.h"

#include <QLabel>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace stepscope::widgets {

RanksTextPanel::RanksTextPanel(const QString& name, const QString& empty, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_pages(new QStackedWidget(this))
    , m_text(new QTextBrowser(this))
{
    QLabel* note = centredNote(this);
    note->setText(empty);
    m_text->setAccessibleName(name);
    m_pages->addWidget(note);
    m_pages->addWidget(m_text);
    setFocusProxy(m_text);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    connect(m_theme, &ThemeSource::changed, this, &RanksTextPanel::render);
    render();
}

void RanksTextPanel::setTexts(const QString& title, const QList<DetailSection>& sections)
{
    m_title = title;
    m_sections = sections;
    render();
}

QString RanksTextPanel::plainText() const
{
    return m_sections.isEmpty() ? QString() : m_text->toPlainText();
}

void RanksTextPanel::render()
{
    const Theme& theme = m_theme->theme();
    styleAsPanelText(*m_text, theme);
    const QString title = m_title.isEmpty() ? QString() : titleHtml(m_title, theme);
    m_text->setHtml(title + toHtml(m_sections, theme));
    m_pages->setCurrentIndex(m_sections.isEmpty() ? 0 : 1);
}

} // namespace stepscope::widgets
