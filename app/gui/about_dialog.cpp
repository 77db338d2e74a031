// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/about_dialog.h"

#include "widgets/common/icon.h"
#include "widgets/common/theme.h"
#include "widgets/pages/page_parts.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace stepscope::app {

namespace {

constexpr int kLogoSize = 48;
constexpr int kAboutWidth = 460;

} // namespace

AboutDialog::AboutDialog(widgets::ThemeSource* theme, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(QStringLiteral("About Stepscope"));
    auto* logo = new QLabel(this);
    logo->setPixmap(
        widgets::iconPixmap(QStringLiteral("stepscope"), theme->theme().text, kLogoSize, devicePixelRatioF()));
    logo->setAlignment(Qt::AlignTop);
    auto* texts = new QVBoxLayout();
    texts->setSpacing(8);
    const QString muted = QStringLiteral("muted");
    texts->addWidget(widgets::headline(QStringLiteral("Stepscope"), this));
    texts->addWidget(widgets::paragraph(QStringLiteral("Version " STEPSCOPE_VERSION), this, muted));
    texts->addWidget(widgets::paragraph(QStringLiteral("Shows where the training step goes, from the traces of the "
                                                       "PyTorch profiler. Nothing you open leaves this machine."),
        this));
    texts->addWidget(widgets::paragraph(
        QStringLiteral(
            "Free software under the GNU General Public License, version 3 or later. It comes with no warranty."),
        this, muted));
    texts->addWidget(
        widgets::paragraph(QStringLiteral("Built with Qt %1, simdjson, ISA-L, Zstandard, fmt, xxHash and others.")
                               .arg(QLatin1String(qVersion())),
            this, muted));
    texts->addStretch();
    auto* head = new QHBoxLayout();
    head->setSpacing(16);
    head->addWidget(logo);
    head->addLayout(texts, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 24, 24, 16);
    layout->setSpacing(16);
    layout->addLayout(head);
    layout->addWidget(buttons);
    setFixedWidth(kAboutWidth);
}

} // namespace stepscope::app
