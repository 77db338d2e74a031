// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/welcome_page.h"

#include "widgets/common/icon.h"
#include "widgets/common/style.h"
#include "widgets/common/theme.h"
#include "widgets/details/detail_text.h"
#include "widgets/pages/page_parts.h"

#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace stepscope::widgets {

namespace {

constexpr int kLogoSize = 48;
constexpr int kFolderLimit = 64;

QString shortFolder(const QString& path)
{
    QString folder = QFileInfo(path).absolutePath();
    const QString home = QDir::homePath();
    if (folder == home || folder.startsWith(home + QLatin1Char('/')))
        folder = QLatin1Char('~') + folder.mid(home.size());
    return elideMiddle(folder, kFolderLimit);
}

} // namespace

WelcomePage::WelcomePage(ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_logo(new QLabel(this))
    , m_drop(new QLabel(this))
    , m_open(new QPushButton(QStringLiteral("Open…"), this))
    , m_sample(new QPushButton(QStringLiteral("Look at a sample"), this))
    , m_recentTitle(new QLabel(QStringLiteral("Recent"), this))
    , m_recent(new QVBoxLayout())
{
    QVBoxLayout* column = centredColumn(this);
    auto* head = new QHBoxLayout();
    head->setSpacing(16);
    head->addWidget(m_logo);
    auto* names = new QVBoxLayout();
    names->setSpacing(4);
    names->addWidget(headline(QStringLiteral("Stepscope"), this));
    names->addWidget(paragraph(QStringLiteral("See where the training step goes."), this, QStringLiteral("muted")));
    head->addLayout(names, 1);
    column->addLayout(head);
    column->addSpacing(16);
    auto* buttons = new QHBoxLayout();
    buttons->setSpacing(8);
    m_open->setProperty("role", QStringLiteral("primary"));
    buttons->addWidget(m_open);
    buttons->addWidget(m_sample);
    buttons->addStretch();
    column->addLayout(buttons);
    m_drop->setText(QStringLiteral("or drop profiler traces here: .json, .json.gz, .json.zst"));
    m_drop->setProperty("role", QStringLiteral("muted"));
    column->addWidget(m_drop);
    column->addSpacing(16);
    m_recentTitle->setProperty("role", QStringLiteral("title"));
    column->addWidget(m_recentTitle);
    m_recent->setSpacing(0);
    column->addLayout(m_recent);

    connect(m_open, &QPushButton::clicked, this, &WelcomePage::openRequested);
    connect(m_sample, &QPushButton::clicked, this, [this]() { Q_EMIT fileRequested(m_samplePath); });
    connect(m_theme, &ThemeSource::changed, this, &WelcomePage::applyTheme);
    setFocusProxy(m_open);
    setRecentFiles({});
    setSample({});
    applyTheme();
}

void WelcomePage::setRecentFiles(const QStringList& paths)
{
    while (QLayoutItem* item = m_recent->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater(); // it may be the row that was just clicked
        delete item;
    }
    for (const QString& path : paths) {
        auto* row = new QPushButton(this);
        row->setProperty("role", QStringLiteral("row"));
        row->setToolTip(path);
        row->setAccessibleName(QStringLiteral("Open %1").arg(path));
        auto* texts = new QVBoxLayout(row);
        texts->setContentsMargins(8, 4, 8, 4);
        texts->setSpacing(0);
        auto* name = new QLabel(QFileInfo(path).fileName(), row);
        auto* folder = new QLabel(shortFolder(path), row);
        folder->setProperty("role", QStringLiteral("muted"));
        for (QLabel* label : {name, folder}) {
            label->setTextFormat(Qt::PlainText);
            label->setAttribute(Qt::WA_TransparentForMouseEvents);
            texts->addWidget(label);
        }
        connect(row, &QPushButton::clicked, this, [this, path]() { Q_EMIT fileRequested(path); });
        m_recent->addWidget(row);
    }
    m_recentTitle->setVisible(!paths.isEmpty());
    applyTheme();
}

void WelcomePage::setSample(const QString& path)
{
    m_samplePath = path;
    m_sample->setVisible(!path.isEmpty());
}

void WelcomePage::applyTheme()
{
    const Theme& theme = m_theme->theme();
    m_logo->setPixmap(iconPixmap(QStringLiteral("stepscope"), theme.text, kLogoSize, devicePixelRatioF()));
    m_logo->setFixedSize(kLogoSize, kLogoSize);
    // Rows of the list are flat: a border only for the one with the focus.
    const QString rows = QStringLiteral("QPushButton[role=\"row\"] { background: transparent; border: 1px solid "
                                        "transparent; text-align: left; padding: 0; min-height: 40px; }"
                                        "QPushButton[role=\"row\"]:hover { background: %1; }"
                                        "QPushButton[role=\"row\"]:focus { border-color: %2; }")
                             .arg(blend(theme.panel, theme.text, 0.06).name(), theme.accent.name());
    setStyleSheet(rows);
}

} // namespace stepscope::widgets
