// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/compare_header.h"

#include "widgets/common/icon_label.h"
#include "widgets/common/style.h"
#include "widgets/compare/change_words.h"
#include "widgets/details/detail_text.h"
#include "widgets/findings/finding_words.h"
#include "widgets/findings/wrap_label.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr int kLarger = 3; // px than other text
constexpr double kTint = 0.14;

QString warningText(const compare::Warning& warning)
{
    return QStringLiteral("%1: %2 → %3. %4")
        .arg(capitalised(warning.what), toQString(warning.before), toQString(warning.after),
            capitalised(warning.effect));
}

// The first in words, the others by name.
QString briefText(const std::vector<compare::Warning>& warnings)
{
    QStringList others;
    for (std::size_t i = 1; i < warnings.size(); ++i)
        others << toQString(warnings[i].what);
    const QString first = warningText(warnings.front());
    return others.isEmpty() ? first : QStringLiteral("%1. Also: %2").arg(first, others.join(QStringLiteral(", ")));
}

} // namespace

CompareHeader::CompareHeader(const ComparisonSource* source, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_source(source)
    , m_theme(theme)
    , m_headline(new WrapLabel({}, this))
    , m_noise(new WrapLabel({}, this))
    , m_experiment(new WrapLabel({}, this))
    , m_banner(new QFrame(this))
    , m_warnings(new QVBoxLayout())
    , m_more(new QToolButton(m_banner))
{
    QFont large = uiFont();
    large.setPixelSize(large.pixelSize() + kLarger);
    large.setWeight(QFont::DemiBold);
    m_headline->setFont(large);
    m_headline->setAccessibleName(QStringLiteral("What changed"));
    m_headline->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_noise->setProperty("role", QStringLiteral("muted"));
    m_banner->setAutoFillBackground(true);
    m_banner->setAccessibleName(QStringLiteral("What makes the comparison mislead"));
    m_more->setAutoRaise(true);
    m_warnings->setSpacing(2);
    auto* row = new QHBoxLayout(m_banner);
    row->setContentsMargins(12, kSpacing, 8, kSpacing);
    row->addLayout(m_warnings, 1);
    row->addWidget(m_more, 0, Qt::AlignTop);
    auto* words = new QVBoxLayout();
    words->setContentsMargins(12, 8, 12, 8);
    words->setSpacing(kSpacing);
    words->addWidget(m_headline);
    words->addWidget(m_experiment);
    words->addWidget(m_noise);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(words);
    column->addWidget(m_banner);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(m_more, &QToolButton::clicked, this, [this]() {
        m_all = !m_all;
        showWarnings();
    });
    connect(m_source, &ComparisonSource::changed, this, &CompareHeader::render);
    connect(m_theme, &ThemeSource::changed, this, &CompareHeader::render);
    render();
}

QString CompareHeader::headline() const
{
    return m_headline->text();
}

void CompareHeader::render()
{
    const ComparisonPtr& comparison = m_source->comparison();
    if (comparison)
        m_headline->setText(capitalised(comparison->headline));
    else
        m_headline->setText(m_source->problem().isEmpty() ? QStringLiteral("Comparing…") : m_source->problem());
    const bool proves = comparison && comparison->loaderExperiment;
    m_experiment->setText(proves ? toQString(comparison->loaderExperiment->sentence) : QString());
    m_experiment->setVisible(proves);
    m_noise->setText(noiseText());
    m_noise->setVisible(!m_noise->text().isEmpty());
    showWarnings();
}

QString CompareHeader::noiseText() const
{
    const ComparisonPtr& comparison = m_source->comparison();
    if (!comparison || !comparison->noise.spreadNs[compare::kBefore] || !comparison->noise.spreadNs[compare::kAfter])
        return {};
    const auto spread
        = [&](std::size_t side) { return amountText(compare::Unit::Nanoseconds, *comparison->noise.spreadNs[side]); };
    QString text = QStringLiteral("Steps of one run differ by %1 before and %2 after")
                       .arg(spread(compare::kBefore), spread(compare::kAfter));
    text += comparison->noise.withinNoise ? QStringLiteral(": the change of the step time is within that.")
                                          : QStringLiteral(": the change of the step time is more than that.");
    if (comparison->gpuTime)
        text += QStringLiteral(" It is the time of the GPU, the mean of all steps; the row of steps has the CPU's.");
    return text;
}

void CompareHeader::showWarnings()
{
    while (QLayoutItem* item = m_warnings->takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
    const Theme& theme = m_theme->theme();
    QPalette palette = m_banner->palette();
    palette.setColor(QPalette::Window, blend(theme.panel, theme.warn, kTint));
    m_banner->setPalette(palette);
    const std::vector<compare::Warning> none;
    const std::vector<compare::Warning>& all = m_source->comparison() ? m_source->comparison()->warnings : none;
    const std::size_t shown = m_all ? all.size() : std::min<std::size_t>(all.size(), 1); // one line until asked for all
    for (std::size_t i = 0; i < shown; ++i) {
        auto* line = new QWidget(m_banner);
        auto* row = new QHBoxLayout(line);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(8);
        auto* icon = new IconLabel(line);
        icon->setIcon(all[i].severe ? QStringLiteral("warning") : QStringLiteral("question"),
            all[i].severe ? theme.warn : theme.muted);
        row->addWidget(icon, 0, Qt::AlignTop);
        auto* text = new WrapLabel(m_all ? warningText(all[i]) : briefText(all), line);
        text->setMaxLines(m_all ? 0 : 1);
        row->addWidget(text, 1);
        m_warnings->addWidget(line);
    }
    m_more->setText(m_all        ? QStringLiteral("Less")
            : shown < all.size() ? QStringLiteral("%1 more").arg(all.size() - shown)
                                 : QStringLiteral("In full"));
    m_more->setToolTip(QStringLiteral("Everything that makes the comparison mislead, in whole sentences"));
    m_banner->setVisible(!all.empty());
}

QStringList CompareHeader::warnings() const
{
    QStringList texts;
    for (const WrapLabel* label : m_banner->findChildren<WrapLabel*>()) {
        if (!label->isHidden() && !label->parentWidget()->isHidden())
            texts << label->text();
    }
    return texts;
}

} // namespace stepscope::widgets
