// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/step_scope.h"

#include "widgets/details/detail_text.h"
#include "widgets/details/step_words.h"

#include <QStringList>

namespace stepscope::widgets {

namespace {

constexpr double kMargin = 0.02; // of the step, on either side, when it is shown

} // namespace

StepScope::StepScope(const StepReadout* steps, Figures* figures, TimeAxis* axis, Selection* selection, QObject* parent)
    : StepChoice(parent)
    , m_steps(steps)
    , m_figures(figures)
    , m_axis(axis)
    , m_selection(selection)
{
    connect(m_steps, &StepReadout::changed, this, &StepScope::textChanged);
    connect(m_figures, &Figures::wholeChanged, this, &StepScope::statisticsChanged);
}

QString StepScope::name(std::size_t step) const
{
    return toQString(m_steps->trace().nameOf(m_steps->steps()[step].slice));
}

QString StepScope::statistics(std::size_t step) const
{
    const view::Step& span = m_steps->steps()[step];
    QStringList parts {QStringLiteral("CPU span %1").arg(durationText(span.end - span.start))};
    const FiguresPtr& figures = m_figures->whole();
    const analysis::StepFigures* known = figures ? stepFiguresOf(m_steps->trace(), *figures, span.slice) : nullptr;
    if (known != nullptr)
        parts << stepStatistics(*figures, *known);
    return parts.join(QStringLiteral(" · "));
}

QString StepScope::text() const
{
    if (count() == 0)
        return QStringLiteral("No steps");
    if (m_chosen)
        return QStringLiteral("Only step %1").arg(m_steps->label(*m_chosen));
    const auto at = m_steps->current();
    return at ? QStringLiteral("Step ") + m_steps->label(*at) : QStringLiteral("All steps");
}

void StepScope::choose(std::size_t step)
{
    if (step >= count())
        return;
    const view::Step& shown = m_steps->steps()[step];
    m_selection->select(shown.slice);
    m_axis->fit(shown.start, shown.end, kMargin);
    setChosen(step);
}

void StepScope::chooseAll()
{
    setChosen(std::nullopt);
    m_axis->fitAll();
}

void StepScope::follow(std::size_t step)
{
    if (m_chosen)
        setChosen(step);
}

void StepScope::wentBack(bool anything)
{
    if (!m_chosen)
        return;
    const view::Step& step = m_steps->steps()[*m_chosen];
    const auto slack = static_cast<std::int64_t>(static_cast<double>(step.end - step.start) * 2 * kMargin);
    const TimeRange range = m_axis->range();
    const bool isInside = range.start >= step.start - slack && range.end <= step.end + slack;
    if (!anything || !isInside)
        setChosen(std::nullopt);
}

void StepScope::setChosen(std::optional<std::size_t> step)
{
    if (step == m_chosen)
        return;
    // The step was selected when it was chosen: a selection that would still name it when all are meant.
    if (!step && m_selection->slice() == m_steps->steps()[*m_chosen].slice)
        m_selection->clear();
    m_chosen = step;
    analysis::WindowRequest scope;
    if (step) {
        bool isNumber = false;
        const std::int64_t number = m_steps->label(*step).mid(1).toLongLong(&isNumber);
        const view::Step& span = m_steps->steps()[*step];
        if (isNumber)
            scope.step = number;
        else
            scope.window = Interval {span.start, span.end};
    }
    m_figures->setScope(scope);
    Q_EMIT chosenChanged();
    Q_EMIT textChanged();
}

} // namespace stepscope::widgets
