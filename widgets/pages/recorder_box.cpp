// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/recorder_box.h"

#include "widgets/common/icon.h"
#include "widgets/pages/page_parts.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace stepscope::widgets {

namespace {

const QString kCommand = QStringLiteral("python stepscope_record.py train.py");

} // namespace

QString recorderText()
{
    initResources();
    QFile file(QStringLiteral(":/record/stepscope_record.py"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

RecorderBox::RecorderBox(QWidget* parent)
    : QWidget(parent)
    , m_copy(new QPushButton(QStringLiteral("Copy stepscope_record.py"), this))
    , m_next(paragraph(QStringLiteral("One file of Python. Beside your script it is used like this: %1").arg(kCommand),
          this, QStringLiteral("muted")))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    auto* row = new QHBoxLayout();
    row->addWidget(m_copy);
    row->addStretch();
    column->addLayout(row);
    column->addWidget(m_next);
    m_copy->setToolTip(QStringLiteral("Copy the recorder to the clipboard"));
    connect(m_copy, &QPushButton::clicked, this, &RecorderBox::copy);
}

void RecorderBox::copy()
{
    QGuiApplication::clipboard()->setText(recorderText());
    m_next->setText(
        QStringLiteral("Copied. Save it as stepscope_record.py beside your script, then: %1").arg(kCommand));
}

} // namespace stepscope::widgets
