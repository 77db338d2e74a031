// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/loader_experiment.h"

#include "core/compare/words.h"

#include <algorithm>
#include <fmt/format.h>

namespace stepscope::compare {
namespace {

double inputOf(const TimeParts& parts)
{
    return parts.of(Part::Input) + parts.of(Part::Loading);
}

bool loadsData(const ComparedRun& run)
{
    return std::any_of(
        run.steps.begin(), run.steps.end(), [&](std::uint32_t step) { return run.step(step).dataLoadingNs > 0; });
}

} // namespace

std::optional<LoaderExperiment> loaderExperiment(const ComparedRuns& runs)
{
    if (!runs[kBefore].perStep)
        return std::nullopt;
    const std::array<TimeParts, 2> means {runs[kBefore].meanParts(), runs[kAfter].meanParts()};
    const std::size_t synthetic = inputOf(means[kBefore]) < inputOf(means[kAfter]) ? kBefore : kAfter;
    const std::size_t real = 1 - synthetic;
    if (means[real].lengthNs <= 0 || inputOf(means[real]) < kLeastInput * means[real].lengthNs
        || inputOf(means[synthetic]) >= kNoInput * means[synthetic].lengthNs || loadsData(runs[synthetic]))
        return std::nullopt;
    LoaderExperiment out;
    out.synthetic = synthetic;
    out.savedPerStepNs = inputOf(means[real]) - inputOf(means[synthetic]);
    out.shareOfStep = out.savedPerStepNs / means[real].lengthNs;
    out.sentence
        = fmt::format("{} loads no data in its steps. If it repeats one batch and is the same program otherwise, "
                      "the input pipeline is {} ({:.0f} %) of each step of {}; no faster loader wins more than that",
            runs[synthetic].run.label, amountText(out.savedPerStepNs, Unit::Nanoseconds), 100 * out.shareOfStep,
            runs[real].run.label);
    return out;
}

} // namespace stepscope::compare
