// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/keys_dialog.h"

#include "widgets/common/icon.h"
#include "widgets/common/style.h"
#include "widgets/details/report_html.h"
#include "widgets/pages/recorder_box.h"

#include <QDialogButtonBox>
#include <QFile>
#include <QPushButton>
#include <QTabWidget>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace stepscope::app {

namespace {

constexpr QSize kSize {720, 640};

QString resource(const QString& name)
{
    widgets::initResources();
    QFile file(QStringLiteral(":/help/") + name);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

QString keysPage()
{
    return resource(QStringLiteral("keys.html"));
}

QString recordingPage()
{
    return resource(QStringLiteral("recording.html"));
}

KeysDialog::KeysDialog(widgets::ThemeSource* theme, QWidget* parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_keys(new QTextBrowser(this))
    , m_recording(new QTextBrowser(this))
{
    setWindowTitle(QStringLiteral("Keys and recording"));
    resize(kSize);
    m_keys->setAccessibleName(QStringLiteral("List of keys"));
    m_recording->setAccessibleName(QStringLiteral("How to record a run"));
    auto* record = new QWidget(this);
    auto* column = new QVBoxLayout(record);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_recording, 1);
    auto* recorder = new widgets::RecorderBox(record);
    recorder->setContentsMargins(20, 0, 20, 4);
    column->addWidget(recorder);
    auto* pages = new QTabWidget(this);
    pages->setDocumentMode(true);
    pages->addTab(m_keys, QStringLiteral("Keys"));
    pages->addTab(record, QStringLiteral("Record a run"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 12);
    layout->setSpacing(12);
    layout->addWidget(pages, 1);
    auto* row = new QHBoxLayout();
    row->setContentsMargins(16, 0, 16, 0);
    row->addWidget(buttons);
    layout->addLayout(row);
    connect(m_theme, &widgets::ThemeSource::changed, this, qOverload<>(&KeysDialog::render));
    render();
}

void KeysDialog::render()
{
    render(*m_keys, keysPage());
    render(*m_recording, recordingPage());
}

void KeysDialog::render(QTextBrowser& browser, const QString& page) const
{
    const widgets::Theme& theme = m_theme->theme();
    widgets::styleAsPanelText(browser, theme);
    browser.setStyleSheet(
        QStringLiteral("QTextBrowser { background: %1; border: none; border-radius: 0; }").arg(theme.surface.name()));
    browser.document()->setDocumentMargin(20);
    browser.document()->setDefaultStyleSheet(
        QStringLiteral("h2 { font-size: %1px; font-weight: 600; margin: 12px 0 4px 0; } h3 { font-size: %2px; color: "
                       "%3; font-weight: 600; "
                       "margin: 12px 0 4px 0; } td { padding: 5px 24px 3px 0; } td.key { white-space: nowrap; padding: "
                       "3px 24px 3px 0; } "
                       "code, pre { font-family: '%4'; color: %3; background-color: %5; }")
            .arg(widgets::uiFont().pixelSize() + 5)
            .arg(widgets::uiFont().pixelSize())
            .arg(theme.text.name(), widgets::monoFont().family(),
                widgets::blend(theme.surface, theme.text, 0.08).name()));
    browser.setHtml(page);
}

} // namespace stepscope::app
