// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/details/panel_parts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <QVariant>

namespace stepscope::widgets {

namespace {

constexpr int kTitleHeight = 28;
constexpr int kMinColumnWidth = 160;

} // namespace

QLabel* columnTitle(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setProperty("role", QStringLiteral("title"));
    return label;
}

QWidget* titledColumn(QLabel* title, QWidget* content, const QList<QToolButton*>& buttons, QWidget* parent)
{
    auto* column = new QWidget(parent);
    column->setMinimumWidth(kMinColumnWidth);
    auto* bar = new QWidget(column);
    bar->setFixedHeight(kTitleHeight);
    auto* barLayout = new QHBoxLayout(bar);
    barLayout->setContentsMargins(8, 0, 4, 0);
    barLayout->setSpacing(4);
    barLayout->addWidget(title);
    barLayout->addStretch();
    for (QToolButton* button : buttons)
        barLayout->addWidget(button);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(content, 1);
    return column;
}

QLabel* centredNote(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    label->setMargin(16);
    label->setProperty("role", QStringLiteral("muted"));
    return label;
}

QToolButton* copyButton(const QString& text, const QString& toolTip, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setAutoRaise(true);
    return button;
}

} // namespace stepscope::widgets
