// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/details/step_words.h"

#include "core/analysis/findings/study.h"
#include "widgets/details/detail_text.h"

#include <algorithm>

namespace stepscope::widgets {

namespace {

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

// The index of the analysis holds overlapping steps too, so steps are told by their slice.
const analysis::StepFigures* stepFiguresOf(
    const model::Trace& trace, const analysis::TraceFigures& figures, SliceId slice)
{
    const std::vector<analysis::StepFigures>& all = figures.steps.steps;
    if (!slice.valid())
        return nullptr;
    const std::int64_t start = trace.slices.start[slice.index()];
    const auto from = std::lower_bound(all.begin(), all.end(), start,
        [](const analysis::StepFigures& step, std::int64_t time) { return step.span.cpu.start < time; });
    for (auto at = from; at != all.end() && at->span.cpu.start == start; ++at) {
        if (at->span.slice == slice)
            return &*at;
    }
    return nullptr;
}

QStringList stepStatistics(const analysis::TraceFigures& figures, const analysis::StepFigures& step)
{
    QStringList parts;
    if (step.gpuBusyNs && step.gpuIdleNs && step.span.gpu) {
        parts << QStringLiteral("GPU span %1").arg(durationText(step.span.gpu->length()));
        const double all = static_cast<double>(*step.gpuBusyNs) + static_cast<double>(*step.gpuIdleNs);
        if (all > 0)
            parts << QStringLiteral("GPU busy %1")
                         .arg(toQString(analysis::wholePercent(static_cast<double>(*step.gpuBusyNs) / all)));
        parts << idleText(figures, step);
        parts << countedText(step.kernels, QStringLiteral("kernel"), QStringLiteral("kernels"));
    } else {
        parts << QStringLiteral("no GPU work");
    }
    if (step.syncs > 0)
        parts << countedText(step.syncs, QStringLiteral("sync"), QStringLiteral("syncs"));
    if (step.dataLoadingNs > 0)
        parts << QStringLiteral("data loading %1").arg(durationText(step.dataLoadingNs));
    if (step.warmUp)
        parts << QStringLiteral("warm-up");
    if (step.outlier)
        parts << QStringLiteral("outlier");
    return parts;
}

DetailSection stepSection(const analysis::StepFigures& step, std::int64_t rangeStart)
{
    DetailSection section;
    section.title = QStringLiteral("Step");
    section.lines << detailLine(QStringLiteral("CPU span"), durationText(step.span.cpu.length()),
        QStringLiteral("this slice, and the row of the steps"));
    if (!step.span.gpu) {
        section.lines << detailLine(QStringLiteral("GPU span"), QStringLiteral("none: it has no GPU work"));
        return section;
    }
    const Interval gpu = *step.span.gpu;
    section.lines << detailLine(QStringLiteral("GPU span"), durationText(gpu.length()),
        QStringLiteral("%1 to %2, from the end of the GPU work before to the end of its own: shares are of this one")
            .arg(relativeTimeText(gpu.start, rangeStart), relativeTimeText(gpu.end, rangeStart)));
    return section;
}

} // namespace stepscope::widgets
