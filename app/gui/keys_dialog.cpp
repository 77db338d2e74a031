// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/keys_dialog.h"

#include "widgets/common/icon.h"
#include "widgets/common/style.h"
#include "widgets/details/report_html.h"

#include <QDialogButtonBox>
#include <QFile>
#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace stepscope::app {

namespace {

constexpr QSize kSize {720, 600};

} // namespace

QString keysPage()
{
    widgets::initResources();
    QFile file(QStringLiteral(":/help/keys.html"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

KeysDialog::KeysDialog(widgets::ThemeSource* theme, QWidget* parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_text(new QTextBrowser(this))
{
    setWindowTitle(QStringLiteral("Keys"));
    resize(kSize);
    m_text->setAccessibleName(QStringLiteral("List of keys"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 12);
    layout->setSpacing(12);
    layout->addWidget(m_text, 1);
    auto* row = new QHBoxLayout();
    row->setContentsMargins(16, 0, 16, 0);
    row->addWidget(buttons);
    layout->addLayout(row);
    connect(m_theme, &widgets::ThemeSource::changed, this, &KeysDialog::render);
    render();
}

void KeysDialog::render()
{
    const widgets::Theme& theme = m_theme->theme();
    widgets::styleAsPanelText(*m_text, theme);
    m_text->setStyleSheet(
        QStringLiteral("QTextBrowser { background: %1; border: none; border-radius: 0; }").arg(theme.surface.name()));
    m_text->document()->setDocumentMargin(20);
    m_text->document()->setDefaultStyleSheet(
        QStringLiteral("h2 { font-size: %1px; font-weight: 600; margin: 12px 0 4px 0; } h3 { font-size: %2px; color: "
                       "%3; font-weight: 600; "
                       "margin: 12px 0 4px 0; } td { padding: 5px 24px 3px 0; } td.key { white-space: nowrap; padding: "
                       "3px 24px 3px 0; } "
                       "code { font-family: '%4'; color: %3; background-color: %5; }")
            .arg(widgets::uiFont().pixelSize() + 5)
            .arg(widgets::uiFont().pixelSize())
            .arg(theme.text.name(), widgets::monoFont().family(),
                widgets::blend(theme.surface, theme.text, 0.08).name()));
    m_text->setHtml(keysPage());
}

} // namespace stepscope::app
