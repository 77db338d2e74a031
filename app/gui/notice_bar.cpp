// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/notice_bar.h"

#include "widgets/common/icon.h"
#include "widgets/common/style.h"
#include "widgets/common/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace stepscope::app {

namespace {

constexpr qsizetype kMostMessages = 6; // seen at once

} // namespace

NoticeBar::NoticeBar(widgets::ThemeSource* theme, QWidget* parent)
    : QFrame(parent)
    , m_theme(theme)
    , m_text(new QLabel(this))
    , m_row(new QHBoxLayout(this))
    , m_close(new QToolButton(this))
{
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_close->setAutoRaise(true);
    m_close->setToolTip(QStringLiteral("Close this message"));
    m_close->setAccessibleName(QStringLiteral("Close this message"));
    m_row->setContentsMargins(3 * widgets::kSpacing, widgets::kSpacing, 2 * widgets::kSpacing, widgets::kSpacing);
    m_row->setSpacing(2 * widgets::kSpacing);
    m_row->addWidget(m_text, 1);
    m_row->addWidget(m_close, 0, Qt::AlignTop);
    connect(m_close, &QToolButton::clicked, this, &NoticeBar::clear);
    connect(theme, &widgets::ThemeSource::changed, this, &NoticeBar::applyTheme);
    applyTheme();
    hide();
}

void NoticeBar::add(const QString& message)
{
    if (!m_answers.isEmpty())
        return m_messages.append(message); // once the offer is answered
    if (!m_messages.contains(message))
        m_messages << message;
    QStringList seen = m_messages.mid(0, kMostMessages);
    if (m_messages.size() > kMostMessages)
        seen << QStringLiteral("… and %1 more").arg(m_messages.size() - kMostMessages);
    m_text->setText(seen.join(QLatin1Char('\n')));
    setAccessibleName(m_text->text());
    show();
}

void NoticeBar::offer(const QString& question, const QList<Answer>& answers)
{
    const QStringList waiting = std::exchange(m_messages, {});
    clear();
    m_messages = waiting;
    m_text->setText(question);
    setAccessibleName(question);
    for (const Answer& answer : answers) {
        auto* button = new QPushButton(answer.text, this);
        m_row->insertWidget(m_row->count() - 1, button, 0, Qt::AlignTop);
        m_answers << button;
        connect(button, &QPushButton::clicked, this, [this, then = answer.then]() {
            clear();
            then();
        });
    }
    show();
}

QString NoticeBar::text() const
{
    return isHidden() ? QString() : m_text->text();
}

// What came meanwhile is said once an offer is answered or closed.
void NoticeBar::clear()
{
    const bool wasOffer = !m_answers.isEmpty();
    for (QPushButton* button : std::exchange(m_answers, {})) {
        button->hide();
        button->deleteLater(); // it may be the one that was clicked
    }
    const QStringList waiting = wasOffer ? std::exchange(m_messages, {}) : QStringList();
    m_messages.clear();
    hide();
    for (const QString& message : waiting)
        add(message);
}

void NoticeBar::applyTheme()
{
    const widgets::Theme& theme = m_theme->theme();
    m_close->setIcon(widgets::themedIcon(QStringLiteral("close"), theme));
    setStyleSheet(QStringLiteral("stepscope--app--NoticeBar { background: %1; border-bottom: 1px solid %2; }")
                      .arg(theme.panel.name(), theme.line.name()));
}

} // namespace stepscope::app
