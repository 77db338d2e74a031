// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/welcome_page.h"

#include "widgets/common/icon.h"
#include "widgets/common/style.h"
#include "widgets/common/theme.h"
#include "widgets/details/detail_text.h"
#include "widgets/pages/page_parts.h"
#include "widgets/pages/recorder_box.h"

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
    , m_samples(new QWidget(this))
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
    buttons->addStretch();
    column->addLayout(buttons);
    m_drop->setText(
        QStringLiteral("or drop profiler traces (.json, .json.gz, .json.zst), memory snapshots (.pickle) or "
                       "the folder of a job's ranks here"));
    m_drop->setProperty("role", QStringLiteral("muted"));
    m_drop->setWordWrap(true);
    column->addWidget(m_drop);
    auto* samples = new QHBoxLayout(m_samples);
    samples->setContentsMargins(0, 8, 0, 0);
    samples->setSpacing(8);
    column->addWidget(m_samples);
    column->addSpacing(16);
    auto* record = new QLabel(QStringLiteral("Record a run"), this);
    record->setProperty("role", QStringLiteral("title"));
    column->addWidget(record);
    column->addWidget(new RecorderBox(this));
    column->addSpacing(16);
    m_recentTitle->setProperty("role", QStringLiteral("title"));
    column->addWidget(m_recentTitle);
    m_recent->setSpacing(0);
    column->addLayout(m_recent);

    connect(m_open, &QPushButton::clicked, this, &WelcomePage::openRequested);
    connect(m_theme, &ThemeSource::changed, this, &WelcomePage::applyTheme);
    setFocusProxy(m_open);
    setRecentFiles({});
    setSamples({});
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
        connect(row, &QPushButton::clicked, this, [this, path]() { Q_EMIT filesRequested({path}); });
        m_recent->addWidget(row);
    }
    m_recentTitle->setVisible(!paths.isEmpty());
    applyTheme();
}

void WelcomePage::setSamples(const QList<Sample>& samples)
{
    qDeleteAll(m_samples->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    auto* row = qobject_cast<QHBoxLayout*>(m_samples->layout());
    while (QLayoutItem* item = row->takeAt(0))
        delete item;
    auto* words = new QLabel(QStringLiteral("Samples"), m_samples);
    words->setProperty("role", QStringLiteral("muted"));
    row->addWidget(words);
    for (const Sample& sample : samples) {
        auto* button = new QPushButton(sample.title, m_samples);
        button->setToolTip(sample.files.join(QLatin1Char('\n')));
        connect(button, &QPushButton::clicked, this, [this, files = sample.files]() { Q_EMIT filesRequested(files); });
        row->addWidget(button);
    }
    row->addStretch();
    m_samples->setVisible(!samples.isEmpty());
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
