// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/loading_page.h"

#include "widgets/details/detail_text.h"
#include "widgets/pages/page_parts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr int kBarSteps = 1000;
constexpr int kReadingShare = 850; // of the bar; the stages after it have no measure of their own
constexpr std::int64_t kFirstEstimateMs = 400;

int barValue(const JobProgress& progress)
{
    switch (progress.stage) {
    case LoadStage::Opening:
        return 0;
    case LoadStage::Reading:
        break;
    case LoadStage::Merging:
        return kReadingShare;
    case LoadStage::Sorting:
        return 900;
    case LoadStage::Linking:
        return 960;
    case LoadStage::Done:
        return kBarSteps;
    }
    if (progress.bytesTotal == 0)
        return 0;
    const double share = static_cast<double>(progress.bytesDone) / static_cast<double>(progress.bytesTotal);
    return static_cast<int>(std::clamp(share, 0.0, 1.0) * kReadingShare);
}

QString amountText(const JobProgress& progress)
{
    QString text = toQString(formatBytes(progress.bytesDone));
    if (progress.bytesTotal > 0)
        text += QStringLiteral(" of ") + toQString(formatBytes(progress.bytesTotal));
    if (progress.events > 0)
        text += QStringLiteral("  ·  ")
            + countedText(progress.events, QStringLiteral("event"), QStringLiteral("events"));
    return text;
}

QString ranksText(const JobProgress& progress)
{
    return progress.bytesTotal == 0
        ? QString()
        : QStringLiteral("%1 of %2")
              .arg(countText(progress.bytesDone),
                  countedText(progress.bytesTotal, QStringLiteral("rank"), QStringLiteral("ranks")));
}

QString timeLeftText(std::int64_t ms)
{
    const std::int64_t seconds = (ms + 999) / 1000;
    if (seconds < 120)
        return QStringLiteral("about %1 s left").arg(std::max<std::int64_t>(seconds, 1));
    return QStringLiteral("about %1 min left").arg((seconds + 59) / 60);
}

} // namespace

std::optional<std::int64_t> remainingMs(const JobProgress& progress)
{
    if (progress.stage != LoadStage::Reading || progress.elapsedMs < kFirstEstimateMs || progress.bytesDone == 0
        || progress.bytesDone > progress.bytesTotal)
        return std::nullopt;
    const double perByte = static_cast<double>(progress.elapsedMs) / static_cast<double>(progress.bytesDone);
    return static_cast<std::int64_t>(perByte * static_cast<double>(progress.bytesTotal - progress.bytesDone));
}

QString stageText(LoadStage stage)
{
    switch (stage) {
    case LoadStage::Opening:
        return QStringLiteral("Opening");
    case LoadStage::Reading:
        return QStringLiteral("Reading events");
    case LoadStage::Merging:
        return QStringLiteral("Putting the parts together");
    case LoadStage::Sorting:
        return QStringLiteral("Laying out rows");
    case LoadStage::Linking:
        return QStringLiteral("Linking launches to GPU work");
    case LoadStage::Done:
        break;
    }
    return QStringLiteral("Done");
}

LoadingPage::LoadingPage(QWidget* parent)
    : QWidget(parent)
    , m_title(headline({}, this))
    , m_folder(paragraph({}, this, QStringLiteral("muted")))
    , m_stage(new QLabel(this))
    , m_amount(new QLabel(this))
    , m_left(new QLabel(this))
    , m_bar(new QProgressBar(this))
    , m_cancel(new QPushButton(QStringLiteral("Cancel"), this))
{
    QVBoxLayout* column = centredColumn(this);
    column->addWidget(m_title);
    column->addWidget(m_folder);
    column->addSpacing(16);
    m_bar->setRange(0, kBarSteps);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(QStringLiteral("Progress of loading"));
    auto* above = new QHBoxLayout();
    above->addWidget(m_stage);
    above->addStretch();
    above->addWidget(m_left);
    column->addLayout(above);
    column->addWidget(m_bar);
    auto* below = new QHBoxLayout();
    below->addWidget(m_amount);
    below->addStretch();
    below->addWidget(m_cancel);
    column->addLayout(below);
    m_amount->setProperty("role", QStringLiteral("muted"));
    m_left->setProperty("role", QStringLiteral("muted"));
    connect(m_cancel, &QPushButton::clicked, this, &LoadingPage::cancelRequested);
    setFocusProxy(m_cancel);
    setProgress({});
}

void LoadingPage::setFile(const QString& title, const QString& folder)
{
    m_title->setText(title);
    m_folder->setText(folder);
}

void LoadingPage::setCountsRanks(bool counts)
{
    m_countsRanks = counts;
}

void LoadingPage::setProgress(const JobProgress& progress)
{
    const bool isReading = progress.stage == LoadStage::Reading;
    m_stage->setText(m_countsRanks && isReading ? QStringLiteral("Reading the ranks") : stageText(progress.stage));
    m_amount->setText(m_countsRanks ? ranksText(progress) : amountText(progress));
    m_bar->setValue(barValue(progress));
    const auto left = remainingMs(progress);
    m_left->setText(left ? timeLeftText(*left) : QString());
}

} // namespace stepscope::widgets
