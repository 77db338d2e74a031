// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/findings/panel_row.h"

#include "widgets/common/icon_label.h"

#include <QKeyEvent>
#include <QPainter>

namespace stepscope::widgets {

namespace {

constexpr double kRadius = 4;
constexpr int kAccentWidth = 3;

} // namespace

PanelRow::PanelRow(const Theme& theme, bool raised, QWidget* parent)
    : QAbstractButton(parent)
    , m_theme(theme)
    , m_raised(raised)
{
    setFocusPolicy(Qt::ClickFocus); // the list makes one of them a stop of the Tab key
    setAttribute(Qt::WA_Hover);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void PanelRow::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

QLabel* PanelRow::icon(const QString& name, const QColor& colour)
{
    auto* label = new IconLabel(this);
    label->setIcon(name, colour);
    return label;
}

void PanelRow::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    QColor ground = m_raised ? m_theme.raised : m_theme.panel;
    if (m_raised && isChecked())
        ground = blend(m_theme.surface, m_theme.accent, m_theme.dark ? 0.14 : 0.07);
    if (underMouse())
        ground = blend(ground, m_theme.text, 0.04);
    QColor edge = m_raised ? m_theme.line : ground;
    if (hasFocus())
        edge = m_theme.accent;
    painter.setPen(QPen(edge, 1));
    painter.setBrush(ground);
    painter.drawRoundedRect(box, kRadius, kRadius);
    if (m_raised && isChecked()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_theme.accent);
        painter.drawRoundedRect(QRectF(0, 0, kAccentWidth, height()), kAccentWidth / 2.0, kAccentWidth / 2.0);
    }
}

void PanelRow::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Up:
        Q_EMIT stepRequested(Step::Previous);
        return;
    case Qt::Key_Down:
        Q_EMIT stepRequested(Step::Next);
        return;
    case Qt::Key_Home:
        Q_EMIT stepRequested(Step::First);
        return;
    case Qt::Key_End:
        Q_EMIT stepRequested(Step::Last);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        click();
        return;
    default:
        QAbstractButton::keyPressEvent(event);
    }
}

void PanelRow::enterEvent(QEnterEvent* event)
{
    Q_EMIT lookedAt(true);
    QAbstractButton::enterEvent(event);
}

void PanelRow::leaveEvent(QEvent* event)
{
    Q_EMIT lookedAt(false);
    QAbstractButton::leaveEvent(event);
}

void PanelRow::focusInEvent(QFocusEvent* event)
{
    Q_EMIT lookedAt(true);
    QAbstractButton::focusInEvent(event);
}

void PanelRow::focusOutEvent(QFocusEvent* event)
{
    Q_EMIT lookedAt(false);
    QAbstractButton::focusOutEvent(event);
}

} // namespace stepscope::widgets
