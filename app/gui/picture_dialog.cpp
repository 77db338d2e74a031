// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/picture_dialog.h"

#include "app/gui/picture_leaks.h"
#include "app/gui/picture_output.h"
#include "app/gui/picture_preview.h"
#include "app/gui/settings.h"
#include "app/gui/shared_name.h"
#include "widgets/common/combo_box.h"
#include "widgets/pages/content_page.h"
#include "widgets/picture/picture_words.h"

#include <QCheckBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace stepscope::app {

namespace {

constexpr int kShown = -1; // what a picture is of; else the number of a finding
constexpr int kRange = -2;

constexpr QSize kFirstPictureSize {1000, 560};
constexpr std::array kSizes {QSize(), QSize(1280, 720), QSize(1600, 900), QSize(1920, 1080), QSize(1200, 1200)};
constexpr int kFormWidth = 260;

QString sizeText(const QSize& size)
{
    return size.isEmpty() ? QStringLiteral("As it is shown")
                          : QStringLiteral("%1 × %2").arg(size.width()).arg(size.height());
}

} // namespace

PictureDialog::PictureDialog(
    widgets::ContentPage& page, const widgets::Theme& window, Settings& settings, QWidget* parent)
    : QDialog(parent)
    , m_settings(settings)
    , m_choice(settings.pictureChoice())
    , m_studio(page, window)
{
    setWindowTitle(QStringLiteral("Share picture"));
    buildUi();
    showChoice();
    connect(&m_studio, &PictureStudio::ready, this, &PictureDialog::showPicture);
    m_studio.setChoice(m_choice);
    m_preview->showWaiting();
    resize(kFirstPictureSize);
}

QComboBox* PictureDialog::addBox(QFormLayout* form, const QString& name, const QStringList& texts)
{
    auto* box = new widgets::ComboBox(name, {}, this);
    box->addItems(texts);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    form->addRow(name, box);
    connect(box, &QComboBox::activated, this, &PictureDialog::takeChoice);
    return box;
}

void PictureDialog::buildUi()
{
    m_preview = new PicturePreview(this);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(16);
    layout->addWidget(m_preview, 1);
    layout->addWidget(buildForm());
}

QWidget* PictureDialog::buildForm()
{
    auto* side = new QWidget(this);
    side->setFixedWidth(kFormWidth);
    auto* form = new QFormLayout();
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setVerticalSpacing(8);
    m_what = new widgets::ComboBox(QStringLiteral("Of"), {}, this);
    m_what->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    form->addRow(QStringLiteral("Of"), m_what);
    connect(m_what, &QComboBox::activated, this, &PictureDialog::changeWhat);
    m_scope = addBox(form, QStringLiteral("Shows"),
        {QStringLiteral("Whole page"), QStringLiteral("Timeline"), QStringLiteral("Report")});
    m_format
        = addBox(form, QStringLiteral("Format"), {QStringLiteral("PNG"), QStringLiteral("SVG"), QStringLiteral("PDF")});
    m_scale = addBox(form, QStringLiteral("Scale"), {QStringLiteral("1×"), QStringLiteral("2×"), QStringLiteral("3×")});
    m_theme = addBox(form, QStringLiteral("Theme"),
        {QStringLiteral("Like the window"), QStringLiteral("Light"), QStringLiteral("Dark")});
    QStringList sizes;
    std::transform(kSizes.begin(), kSizes.end(), std::back_inserter(sizes), sizeText);
    m_size = addBox(form, QStringLiteral("Size"), sizes);
    m_caption = new QCheckBox(QStringLiteral("Caption"), side);
    m_caption->setToolTip(QStringLiteral("File, step, range, device and versions in a line below"));
    connect(m_caption, &QCheckBox::clicked, this, &PictureDialog::takeChoice);
    form->addRow(QString(), m_caption);
    m_carries = new QCheckBox(QStringLiteral("Carries its session"), side);
    m_carries->setToolTip(QStringLiteral("Names of files, what is seen and notes: dropped on the window, the picture "
                                         "opens its files and goes to this view"));
    m_carries->setChecked(m_settings.preferences().picturesCarrySession);
    form->addRow(QString(), m_carries);
    m_note = new QLabel(side);
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::PlainText);
    m_copy = new QPushButton(QStringLiteral("Copy"), side);
    m_save = new QPushButton(QStringLiteral("Save…"), side);
    m_save->setDefault(true);
    auto* close = new QPushButton(QStringLiteral("Close"), side);
    connect(m_copy, &QPushButton::clicked, this, &PictureDialog::copy);
    connect(m_save, &QPushButton::clicked, this, &PictureDialog::askForFile);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addLayout(form);
    column->addWidget(m_note);
    column->addStretch(1);
    for (QPushButton* button : {m_copy, m_save, close})
        column->addWidget(button);
    return side;
}

void PictureDialog::showChoice()
{
    m_scope->setCurrentIndex(static_cast<int>(m_choice.scope));
    m_format->setCurrentIndex(static_cast<int>(m_choice.format));
    m_scale->setCurrentIndex(m_choice.scale - 1);
    m_theme->setCurrentIndex(static_cast<int>(m_choice.theme));
    const auto size = std::find(kSizes.begin(), kSizes.end(), m_choice.size);
    m_size->setCurrentIndex(size != kSizes.end() ? static_cast<int>(size - kSizes.begin()) : 0);
    m_caption->setChecked(m_choice.caption);
    for (QWidget* box : {static_cast<QWidget*>(m_scale), static_cast<QWidget*>(m_carries)})
        box->setEnabled(m_choice.format == widgets::PictureFormat::Png);
    for (QPushButton* button : {m_copy, m_save})
        button->setEnabled(m_studio.isReady());
}

void PictureDialog::takeChoice()
{
    m_choice = {static_cast<widgets::PictureScope>(m_scope->currentIndex()),
        static_cast<widgets::PictureFormat>(m_format->currentIndex()), m_scale->currentIndex() + 1,
        static_cast<PictureTheme>(m_theme->currentIndex()), kSizes.at(static_cast<std::size_t>(m_size->currentIndex())),
        m_caption->isChecked()};
    m_studio.setChoice(m_choice);
    showChoice();
    say({}, false);
}

void PictureDialog::changeWhat()
{
    const int what = m_what->currentData().toInt();
    if (what == kRange)
        m_studio.setRange();
    else
        m_studio.setFinding(what >= 0 ? std::optional(static_cast<std::size_t>(what)) : std::nullopt);
    showChoice();
    say({}, false);
}

// They are known as soon as the page has its figures.
void PictureDialog::fillFindings()
{
    const widgets::ReportWords words = m_studio.page().reportWords();
    const int count = static_cast<int>(m_studio.page().findingCount());
    const int others = m_studio.hasRange() ? 2 : 1;
    if (m_what->count() == count + others)
        return;
    m_what->clear();
    m_what->addItem(QStringLiteral("What is shown"), kShown);
    if (m_studio.hasRange())
        m_what->addItem(QStringLiteral("The selected range"), kRange);
    for (int i = 0; i < count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        m_what->addItem(at < words.findings.size() ? QStringLiteral("%1. %2").arg(i + 1).arg(words.findings[at].text)
                                                   : QStringLiteral("Finding %1").arg(i + 1),
            i);
    }
}

void PictureDialog::showPicture()
{
    fillFindings();
    m_preview->showPicture(widgets::toImage(m_studio.picture(), 1));
    showChoice();
}

void PictureDialog::say(const QString& text, bool isError)
{
    m_note->setProperty("role", isError ? QStringLiteral("danger") : QStringLiteral("muted"));
    m_note->style()->polish(m_note);
    m_note->setText(text);
}

void PictureDialog::copy()
{
    const auto picture = clearedPicture(m_studio.picture(), m_studio.page(), this, SharedBy::Clipboard);
    if (!picture)
        return;
    const auto copied = copyPicture(*picture, {m_choice.format, static_cast<double>(m_choice.scale)});
    say(copied ? QStringLiteral("The picture is in the clipboard.") : QString::fromStdString(copied.error().message),
        !copied);
}

QString PictureDialog::suggestedName() const
{
    return sharedName(m_studio.page().captionWords().file, m_studio.page()) + QLatin1Char('.')
        + extensionOf(m_choice.format);
}

void PictureDialog::saveTo(const QString& path)
{
    widgets::Picture whole = m_studio.picture();
    if (m_keys && m_carries->isChecked() && m_choice.format == widgets::PictureFormat::Png)
        whole.keys = m_keys(QFileInfo(path).absolutePath());
    const auto picture = clearedPicture(whole, m_studio.page(), this, SharedBy::File);
    if (!picture)
        return;
    const auto saved = savePicture(*picture, {m_choice.format, static_cast<double>(m_choice.scale)}, path);
    say(saved ? QStringLiteral("Saved as %1.").arg(QFileInfo(path).fileName())
              : QString::fromStdString(saved.error().message),
        !saved);
}

void PictureDialog::askForFile()
{
    const QString ending = extensionOf(m_choice.format);
    QString path = QFileDialog::getSaveFileName(this, QStringLiteral("Save picture"),
        QDir(m_settings.lastFolder()).filePath(suggestedName()),
        QStringLiteral("%1 (*.%2)").arg(m_format->currentText(), ending));
    if (path.isEmpty())
        return;
    if (widgets::pictureFormatOf(path) != m_choice.format)
        path += QLatin1Char('.') + ending;
    saveTo(path);
}

void PictureDialog::done(int result)
{
    m_settings.setPictureChoice(m_choice);
    QDialog::done(result);
}

} // namespace stepscope::app
