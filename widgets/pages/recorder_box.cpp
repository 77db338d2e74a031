// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/recorder_box.h"

#include "widgets/common/icon.h"
#include "widgets/common/style.h"
#include "widgets/pages/page_parts.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace stepscope::widgets {

QString recorderText()
{
    initResources();
    QFile file(QStringLiteral(":/record/stepscope_record.py"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

RecorderBox::RecorderBox(QWidget* parent)
    : QWidget(parent)
    , m_copy(new QPushButton(QStringLiteral("Copy stepscope_record.py"), this))
    , m_next(paragraph(QStringLiteral("One Python file that records a few steps of a script as it is: the trace, and "
                                      "the GPU's memory on the same clock."),
          this, QStringLiteral("muted")))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    auto* command = new QLabel(QStringLiteral("python stepscope_record.py train.py"), this);
    command->setFont(monoFont());
    command->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* row = new QHBoxLayout();
    row->setSpacing(12);
    row->addWidget(m_copy);
    row->addWidget(command, 1);
    column->addLayout(row);
    column->addWidget(m_next);
    m_copy->setToolTip(QStringLiteral("Copy the recorder to the clipboard"));
    connect(m_copy, &QPushButton::clicked, this, &RecorderBox::copy);
}

void RecorderBox::copy()
{
    QGuiApplication::clipboard()->setText(recorderText());
    m_next->setText(
        QStringLiteral("Copied. Save it as stepscope_record.py beside your script, then run the line above."));
}

} // namespace stepscope::widgets
