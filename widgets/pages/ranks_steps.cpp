// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/ranks_steps.h"

#include "widgets/details/detail_text.h"
#include "widgets/ranks/ranks_step_strip.h"
#include "widgets/ranks/ranks_timeline_view.h"
#include "widgets/ranks/ranks_words.h"

#include <algorithm>

namespace stepscope::widgets {

RanksSteps::RanksSteps(RanksTimelineView* timeline, TimeAxis* axis, QObject* parent)
    : StepChoice(parent)
    , m_timeline(timeline)
    , m_axis(axis)
{
    connect(&m_timeline->steps(), &RanksStepStrip::stepsChanged, this, &StepChoice::stepsChanged);
    connect(m_axis, &TimeAxis::rangeChanged, this, &StepChoice::chosenChanged);
    connect(m_axis, &TimeAxis::rangeChanged, this, &StepChoice::textChanged);
}

std::size_t RanksSteps::count() const
{
    return m_timeline->steps().steps().size();
}

std::optional<std::size_t> RanksSteps::chosen() const
{
    return m_timeline->steps().shown();
}

QString RanksSteps::name(std::size_t step) const
{
    return QStringLiteral("Step #%1").arg(m_timeline->steps().steps()[step].number);
}

QString RanksSteps::statistics(std::size_t step) const
{
    const RankStep& shown = m_timeline->steps().steps()[step];
    const ranks::World& world = m_timeline->content().world();
    std::int64_t longest = 0;
    std::uint64_t mostLast = 0;
    std::uint32_t last = 0;
    for (std::uint32_t rank = 0; rank < world.ranks.size(); ++rank) {
        const std::vector<ranks::StepSummary>& steps = world.ranks[rank].steps;
        const auto own = std::find_if(
            steps.begin(), steps.end(), [&shown](const ranks::StepSummary& one) { return one.number == shown.number; });
        if (own == steps.end())
            continue;
        const ranks::Toll& toll = world.stepTolls[rank][static_cast<std::size_t>(own - steps.begin())];
        longest = std::max(longest, toll.waitNs);
        if (toll.timesLast > mostLast) {
            mostLast = toll.timesLast;
            last = rank;
        }
    }
    QStringList parts {durationText(shown.end - shown.start)};
    if (longest > 0)
        parts << QStringLiteral("ranks wait up to ") + durationText(longest);
    if (mostLast > 0)
        parts << rankText(world, last) + QStringLiteral(" last most often");
    return parts.join(QStringLiteral(" · "));
}

QString RanksSteps::text() const
{
    if (count() == 0)
        return QStringLiteral("No steps");
    const auto step = chosen();
    return step ? name(*step) : QStringLiteral("All steps");
}

void RanksSteps::choose(std::size_t step)
{
    if (step < count())
        m_timeline->steps().show(step);
}

void RanksSteps::chooseAll()
{
    m_axis->fitAll();
}

} // namespace stepscope::widgets
