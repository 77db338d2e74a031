// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/ranks_bar.h"

#include "core/export/ranks_report.h"
#include "core/util/time.h"
#include "widgets/common/combo_box.h"
#include "widgets/common/style.h"
#include "widgets/details/detail_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <limits>

namespace stepscope::widgets {

QString jobText(const RankSet& set, std::size_t job)
{
    const ranks::World& world = set.jobs[job].world;
    QStringList parts {countedText(world.ranks.size(), QStringLiteral("rank"), QStringLiteral("ranks"))};
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    for (const ranks::RankSummary& rank : world.ranks) {
        for (const ranks::StepSummary& step : rank.steps) {
            first = std::min(first, step.number);
            last = std::max(last, step.number);
        }
    }
    if (!world.ranks.front().device.empty())
        parts << toQString(world.ranks.front().device);
    if (first < last)
        parts << QStringLiteral("steps %1 to %2").arg(first).arg(last);
    else if (first == last)
        parts << QStringLiteral("step %1").arg(first);
    for (const ranks::Scaling& scaling : set.scaling) {
        if (scaling.job == job)
            parts << QStringLiteral("scaling %1").arg(toQString(formatPercent(scaling.efficiency)));
    }
    if (world.ranks.size() == 1)
        parts << toQString(world.ranks.front().file);
    return parts.join(QStringLiteral(" · "));
}

std::vector<std::uint32_t> unnumbered(const ranks::World& world)
{
    std::vector<std::uint32_t> out;
    for (std::uint32_t r = 0; r < world.ranks.size(); ++r) {
        if (!world.ranks[r].rank)
            out.push_back(r);
    }
    return out;
}

RanksBar::RanksBar(QWidget* parent)
    : QWidget(parent)
    , m_count(new QLabel(this))
    , m_chooser(new ComboBox(QStringLiteral("Recording"),
          QStringLiteral("The files are of several jobs, or of several cycles of one: which of them is shown"), this))
    , m_note(new QLabel(this))
    , m_number(new QPushButton(QStringLiteral("Number the ranks…"), this))
{
    m_note->setProperty("role", QStringLiteral("warn"));
    m_note->setTextFormat(Qt::PlainText);
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // gives way
    m_number->setToolTip(QStringLiteral("Neither the traces nor their names say which ranks they are"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(2 * kSpacing, kSpacing, 2 * kSpacing, kSpacing);
    layout->setSpacing(2 * kSpacing);
    layout->addWidget(m_count);
    layout->addWidget(m_chooser);
    layout->addWidget(m_note, 1);
    layout->addWidget(m_number);
    connect(
        m_chooser, &QComboBox::activated, this, [this](int job) { Q_EMIT jobChosen(static_cast<std::size_t>(job)); });
    connect(m_number, &QPushButton::clicked, this, &RanksBar::numbersRequested);
}

QString RanksBar::note() const
{
    return m_note->text();
}

void RanksBar::showJob(const RankSet& set, std::size_t job)
{
    const bool isChoice = set.jobs.size() > 1;
    m_chooser->clear();
    for (std::size_t i = 0; i < set.jobs.size(); ++i)
        m_chooser->addItem(QStringLiteral("%1: %2").arg(i + 1).arg(jobText(set, i)));
    m_chooser->setCurrentIndex(static_cast<int>(job));
    m_chooser->setVisible(isChoice);
    m_count->setText(QStringLiteral("%1 recordings, told apart:").arg(set.jobs.size()));
    m_count->setVisible(isChoice);

    const ranks::World& world = set.jobs[job].world;
    QStringList notes;
    for (const std::string& note : exporting::ranksNotes(world))
        notes << toQString(note);
    if (!set.refused.empty())
        notes << QStringLiteral("%1 could not be read: see File health.")
                     .arg(countedText(set.refused.size(), QStringLiteral("file"), QStringLiteral("files")));
    const std::size_t unknown = unnumbered(world).size();
    if (unknown > 0)
        notes.prepend(
            QStringLiteral("%1 not say which rank it is of.")
                .arg(unknown == 1 ? QStringLiteral("1 file does") : QStringLiteral("%1 files do").arg(unknown)));
    m_note->setText(notes.join(QStringLiteral("  ")));
    m_note->setToolTip(notes.join(QLatin1Char('\n')));
    m_number->setVisible(unknown > 0);
    setVisible(isChoice || !notes.isEmpty());
}

} // namespace stepscope::widgets
