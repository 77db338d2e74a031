// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/findings/share_words.h"

#include "core/analysis/findings/units.h"
#include "widgets/details/detail_text.h"

#include <algorithm>

namespace stepscope::widgets {

namespace {

using analysis::StepIndex;
using analysis::Unit;
using analysis::Units;

// "18.6 ms", "18.6 ms to 19.0 ms"
template <class Length> QString lengthsText(const Units& units, const Length& lengthOf)
{
    std::int64_t least = lengthOf(units.front());
    std::int64_t most = least;
    for (const Unit& unit : units) {
        least = std::min(least, lengthOf(unit));
        most = std::max(most, lengthOf(unit));
    }
    return least == most ? durationText(most) : QStringLiteral("%1 to %2").arg(durationText(least), durationText(most));
}

// Rules that judge how long a step takes compare CPU spans; where nothing ran on a GPU there are no others.
bool isOfCpu(const model::Trace& trace, const analysis::Finding& finding)
{
    return trace.gpuWork.size() == 0 || finding.rule == "step.warm_up" || finding.rule == "step.outlier";
}

// Those that the share of the finding is of.
Units unitsOf(const model::Trace& trace, const analysis::TraceFigures& figures, const analysis::Finding& finding)
{
    Units units = analysis::unitsOf(trace, figures);
    std::erase_if(units, [&finding](const Unit& unit) {
        const auto& steps = finding.steps;
        return !steps.empty() && std::find(steps.begin(), steps.end(), unit.step) == steps.end();
    });
    return units;
}

} // namespace

QString shareText(const model::Trace& trace, const analysis::TraceFigures& figures, const analysis::Finding& finding)
{
    const Units units = unitsOf(trace, figures, finding);
    if (finding.share <= 0 || units.empty())
        return {};
    const bool isPart = std::any_of(units.begin(), units.end(), [](const Unit& unit) { return unit.isPart; });
    const QString part = isPart ? QStringLiteral(" within the range") : QString();
    const QString lengths = lengthsText(units, [](const Unit& unit) { return unit.span.length(); });
    if (units.front().step == StepIndex::kNone)
        return QStringLiteral("Share of the time from the first to the last GPU work, %1").arg(lengths);
    const auto cpuLength = [&figures](const Unit& unit) { return figures.stepIndex.steps[unit.step].cpu.length(); };
    const QString owner = units.size() == 1 ? QStringLiteral("step's") : QStringLiteral("steps'");
    const QString plural = units.size() == 1 ? QString() : QStringLiteral("s");
    const QString cpu = lengthsText(units, cpuLength);
    if (isOfCpu(trace, finding))
        return QStringLiteral("Share of the %1 CPU span%2, %3").arg(owner, plural, cpu);
    const QString beside = isPart ? QString() : QStringLiteral(" (CPU span%1 %2)").arg(plural, cpu);
    return QStringLiteral("Share of the %1 GPU span%2%3, %4%5").arg(owner, plural, part, lengths, beside);
}

} // namespace stepscope::widgets
