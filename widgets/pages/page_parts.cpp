// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/page_parts.h"

#include "widgets/common/style.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>
#include <QVariant>

namespace stepscope::widgets {

QVBoxLayout* centredColumn(QWidget* page, const QString& role)
{
    auto* scroll = new QScrollArea(page);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* outer = new QVBoxLayout(page);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scroll);

    auto* canvas = new QWidget(scroll);
    auto* rows = new QVBoxLayout(canvas);
    auto* row = new QHBoxLayout();
    rows->setContentsMargins(16, 16, 16, 16);
    rows->addStretch(2);
    rows->addLayout(row);
    rows->addStretch(3);

    auto* frame = new QFrame(canvas);
    frame->setMaximumWidth(kPageColumnWidth);
    frame->setMinimumWidth(kPageColumnWidth / 2);
    if (!role.isEmpty())
        frame->setProperty("role", role);
    row->addStretch(1);
    row->addWidget(frame, 100);
    row->addStretch(1);
    scroll->setWidget(canvas);

    auto* column = new QVBoxLayout(frame);
    const int margin = role.isEmpty() ? 0 : 24;
    column->setContentsMargins(margin, margin, margin, margin);
    column->setSpacing(8);
    return column;
}

QLabel* headline(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    QFont font = uiFont();
    font.setPixelSize(font.pixelSize() + 6);
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    label->setStyleSheet(QStringLiteral("font-size: %1px; font-weight: 600;").arg(font.pixelSize()));
    label->setWordWrap(true);
    return label;
}

QLabel* paragraph(const QString& text, QWidget* parent, const QString& role)
{
    auto* label = new QLabel(text, parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    if (!role.isEmpty())
        label->setProperty("role", role);
    return label;
}

} // namespace stepscope::widgets
