// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/error_page.h"

#include "widgets/common/icon.h"
#include "widgets/common/style.h"
#include "widgets/common/theme.h"
#include "widgets/details/detail_text.h"
#include "widgets/pages/page_parts.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace stepscope::widgets {

namespace {

constexpr int kIconSize = 24;

QString titleOf(ErrorClass errorClass)
{
    switch (errorClass) {
    case ErrorClass::NotATrace:
        return QStringLiteral("This is not a trace");
    case ErrorClass::UnsafePickle:
        return QStringLiteral("This pickle asks for code to be run");
    case ErrorClass::EmptyFile:
        return QStringLiteral("The file is empty");
    case ErrorClass::Unreadable:
        return QStringLiteral("The file cannot be read");
    case ErrorClass::Changed:
        return QStringLiteral("The file has changed");
    case ErrorClass::OutOfMemory:
        return QStringLiteral("There is not enough memory");
    case ErrorClass::Cancelled:
        return QStringLiteral("Loading was cancelled");
    case ErrorClass::Internal:
        break;
    }
    return QStringLiteral("Stepscope could not go on");
}

QStringList adviceFor(ErrorClass errorClass)
{
    switch (errorClass) {
    case ErrorClass::NotATrace:
        return {QStringLiteral("Open what prof.export_chrome_trace(\"trace.json.gz\") or tensorboard_trace_handler "
                               "wrote: .json, .json.gz or .json.zst.")};
    case ErrorClass::UnsafePickle:
        return {
            QStringLiteral("Nothing of it was run. Record the snapshot again if you did not make this file yourself.")};
    case ErrorClass::EmptyFile:
        return {QStringLiteral("The program that recorded it may still be writing, or was stopped before it could."),
            QStringLiteral("Look for a file beside it that ends in .tmp, or copy the file again.")};
    case ErrorClass::Unreadable:
        return {QStringLiteral("Check that the file is still there and that you may read it.")};
    case ErrorClass::Changed:
        return {QStringLiteral("It was written to while it was open. Try again once its writer has finished.")};
    case ErrorClass::OutOfMemory:
        return {QStringLiteral("Close other tabs or programs and try again, or record fewer steps.")};
    case ErrorClass::Cancelled:
        return {};
    case ErrorClass::Internal:
        break;
    }
    return {QStringLiteral("This is a fault of Stepscope. Copy the message into a report about it.")};
}

} // namespace

ErrorTexts errorTexts(const Error& error)
{
    ErrorTexts texts;
    texts.title = titleOf(error.errorClass);
    texts.message = toQString(error.message);
    QStringList where;
    if (error.line >= 1)
        where << QStringLiteral("line %1").arg(countText(static_cast<std::uint64_t>(error.line)));
    if (error.offset >= 0)
        where << QStringLiteral("byte %1").arg(countText(static_cast<std::uint64_t>(error.offset)));
    texts.where = where.join(QStringLiteral(", "));
    texts.advice = adviceFor(error.errorClass);
    return texts;
}

ErrorPage::ErrorPage(ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_icon(new QLabel(this))
    , m_title(headline({}, this))
    , m_file(paragraph({}, this, QStringLiteral("muted")))
    , m_message(paragraph({}, this))
    , m_where(paragraph({}, this, QStringLiteral("muted")))
    , m_advice(paragraph({}, this))
    , m_open(new QPushButton(QStringLiteral("Open another…"), this))
    , m_retry(new QPushButton(QStringLiteral("Try again"), this))
    , m_copy(new QPushButton(QStringLiteral("Copy message"), this))
    , m_close(new QPushButton(QStringLiteral("Close"), this))
{
    QVBoxLayout* column = centredColumn(this, QStringLiteral("card"));
    auto* head = new QHBoxLayout();
    head->setSpacing(12);
    head->addWidget(m_icon);
    head->addWidget(m_title, 1);
    column->addLayout(head);
    for (QLabel* label : {m_file, m_message, m_where, m_advice})
        column->addWidget(label);
    column->addSpacing(8);
    auto* buttons = new QHBoxLayout();
    buttons->setSpacing(8);
    m_open->setProperty("role", QStringLiteral("primary"));
    for (QPushButton* button : {m_open, m_retry, m_copy})
        buttons->addWidget(button);
    buttons->addStretch();
    buttons->addWidget(m_close);
    column->addLayout(buttons);

    connect(m_open, &QPushButton::clicked, this, &ErrorPage::openRequested);
    connect(m_retry, &QPushButton::clicked, this, &ErrorPage::retryRequested);
    connect(m_close, &QPushButton::clicked, this, &ErrorPage::closeRequested);
    connect(m_copy, &QPushButton::clicked, this, [this]() { QGuiApplication::clipboard()->setText(messageText()); });
    connect(m_theme, &ThemeSource::changed, this, &ErrorPage::applyTheme);
    setFocusProxy(m_open);
    applyTheme();
}

void ErrorPage::showError(const QString& path, const Error& error)
{
    m_path = path;
    m_texts = errorTexts(error);
    m_title->setText(m_texts.title);
    m_file->setText(path);
    m_texts.message.replace(path, QFileInfo(path).fileName()); // it stands above in full
    m_message->setText(m_texts.message);
    m_where->setText(m_texts.where.isEmpty() ? QString() : QStringLiteral("At ") + m_texts.where + QStringLiteral("."));
    m_advice->setText(m_texts.advice.join(QLatin1Char('\n')));
    m_message->setVisible(!m_texts.message.isEmpty());
    m_where->setVisible(!m_texts.where.isEmpty());
    m_advice->setVisible(!m_texts.advice.isEmpty());
    m_copy->setVisible(error.errorClass != ErrorClass::Cancelled);
}

QString ErrorPage::messageText() const
{
    QString text = m_path + QStringLiteral(": ") + m_texts.message;
    if (!m_texts.where.isEmpty())
        text += QStringLiteral(" (%1)").arg(m_texts.where);
    return text;
}

void ErrorPage::applyTheme()
{
    m_icon->setPixmap(iconPixmap(QStringLiteral("error"), m_theme->theme().danger, kIconSize, devicePixelRatioF()));
    m_icon->setFixedSize(kIconSize, kIconSize);
}

} // namespace stepscope::widgets
