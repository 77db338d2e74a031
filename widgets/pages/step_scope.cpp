// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pages/step_scope.h"

#include "core/analysis/findings/study.h"
#include "widgets/details/detail_text.h"

#include <QStringList>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr double kMargin = 0.02; // of the step, on either side, when it is shown

QString idleText(const analysis::TraceFigures& figures, const analysis::StepFigures& step)
{
    QString text = QStringLiteral("idle %1").arg(durationText(*step.gpuIdleNs));
    const analysis::CauseTotals causes = analysis::causesWithin(figures.idle.causes, *step.span.gpu);
    const auto* const most = std::max_element(causes.begin(), causes.end());
    if (*most <= 0)
        return text;
    const auto cause = static_cast<analysis::IdleCause>(most - causes.begin());
    return text
        + QStringLiteral(", mostly %1")
              .arg(QString::fromLatin1(analysis::idleCauseName(cause)).replace(QLatin1Char('_'), QLatin1Char(' ')));
}

} // namespace

StepScope::StepScope(const StepReadout* steps, Figures* figures, TimeAxis* axis, Selection* selection, QObject* parent)
    : QObject(parent)
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

// The index of the analysis holds overlapping steps too, so steps are told by their slice.
const analysis::StepFigures* StepScope::figuresOf(std::size_t step) const
{
    if (!m_figures->whole())
        return nullptr;
    const std::vector<analysis::StepFigures>& all = m_figures->whole()->steps.steps;
    const view::Step& wanted = m_steps->steps()[step];
    const auto from = std::lower_bound(all.begin(), all.end(), wanted.start,
        [](const analysis::StepFigures& figures, std::int64_t start) { return figures.span.cpu.start < start; });
    for (auto at = from; at != all.end() && at->span.cpu.start == wanted.start; ++at) {
        if (at->span.slice == wanted.slice)
            return &*at;
    }
    return nullptr;
}

QString StepScope::statistics(std::size_t step) const
{
    const view::Step& span = m_steps->steps()[step];
    QStringList parts {durationText(span.end - span.start)};
    const analysis::StepFigures* figures = figuresOf(step);
    if (figures == nullptr)
        return parts.front();
    if (figures->gpuBusyNs && figures->gpuIdleNs && figures->span.gpu) {
        const double all = static_cast<double>(*figures->gpuBusyNs) + static_cast<double>(*figures->gpuIdleNs);
        if (all > 0)
            parts << QStringLiteral("GPU busy %1")
                         .arg(toQString(analysis::wholePercent(static_cast<double>(*figures->gpuBusyNs) / all)));
        parts << idleText(*m_figures->whole(), *figures);
        parts << countedText(figures->kernels, QStringLiteral("kernel"), QStringLiteral("kernels"));
    } else {
        parts << QStringLiteral("no GPU work");
    }
    if (figures->warmUp)
        parts << QStringLiteral("warm-up");
    if (figures->outlier)
        parts << QStringLiteral("outlier");
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
    const std::int64_t slack = static_cast<std::int64_t>(static_cast<double>(step.end - step.start) * 2 * kMargin);
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
