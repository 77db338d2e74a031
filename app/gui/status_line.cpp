// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/status_line.h"

#include "widgets/common/style.h"
#include "widgets/findings/wrap_label.h"
#include "widgets/pages/content_page.h"

#include <QLabel>

namespace stepscope::app {

StatusLine::StatusLine(QWidget* parent)
    : QStatusBar(parent)
    , m_what(new widgets::WrapLabel({}, this))
    , m_where(new QLabel(this))
{
    setSizeGripEnabled(false);
    setContentsMargins(8, 0, 8, 0);
    for (QLabel* label : std::initializer_list<QLabel*> {m_what, m_where}) {
        label->setTextFormat(Qt::PlainText);
        label->setProperty("role", QStringLiteral("muted"));
    }
    m_what->setMaxLines(1);
    m_what->setMinimumWidth(0);
    m_what->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_where->setFont(widgets::numberFont());
    addWidget(m_what, 1);
    addPermanentWidget(m_where);
}

void StatusLine::follow(widgets::ContentPage* page)
{
    if (m_page != nullptr)
        m_page->disconnect(this);
    m_page = page;
    if (m_page != nullptr) {
        connect(m_page, &widgets::ContentPage::textsChanged, this, &StatusLine::update);
        connect(m_page, &QObject::destroyed, this, [this]() {
            m_page = nullptr;
            update();
        });
    }
    update();
}

void StatusLine::update()
{
    m_what->setText(whatText());
    m_where->setText(whereText());
}

QString StatusLine::whatText() const
{
    return m_page != nullptr ? m_page->whatText() : QString();
}

QString StatusLine::whereText() const
{
    return m_page != nullptr ? m_page->whereText() : QString();
}

} // namespace stepscope::app
