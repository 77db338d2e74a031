// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/special_cause.h"

#include "core/compare/differences.h"
#include "core/compare/words.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace stepscope::compare {
namespace {

// What the findings of a rule say that one step lost.
double costOf(const ComparedRun& run, const std::string& rule, std::uint32_t step)
{
    double cost = 0;
    for (const analysis::Finding& finding : run.run.figures->judgement.findings) {
        if (finding.rule == rule && std::binary_search(finding.steps.begin(), finding.steps.end(), step))
            cost += static_cast<double>(finding.totalNs) / static_cast<double>(finding.steps.size());
    }
    return cost;
}

bool saysWhy(const analysis::Finding& finding)
{
    return finding.rule != "step.outlier" && finding.rule != "step.warm_up" && finding.rule.rfind("kernel.", 0) != 0;
}

} // namespace

const TimeParts& partsOf(const ComparedRun& run, std::uint32_t step)
{
    const auto at = std::lower_bound(run.steps.begin(), run.steps.end(), step);
    return run.parts[static_cast<std::size_t>(at - run.steps.begin())];
}

SpecialCause specialCause(const std::array<ComparedRun, 2>& runs, const StepPair& pair)
{
    const TimeParts& before = partsOf(runs[kBefore], pair.before);
    const TimeParts& after = partsOf(runs[kAfter], pair.after);
    SpecialCause cause;
    const double change = after.lengthNs - before.lengthNs;
    cause.longer = change >= 0 ? kAfter : kBefore;
    double most = 0;
    for (std::size_t part = 0; part < kParts; ++part) {
        const double partChange = (after.ns[part] - before.ns[part]) * (change >= 0 ? 1 : -1);
        if (partChange > most) {
            most = partChange;
            cause.part = static_cast<Part>(part);
        }
    }

    const std::uint32_t step = cause.longer == kAfter ? pair.after : pair.before;
    const std::uint32_t partner = cause.longer == kAfter ? pair.before : pair.after;
    double told = kToldBySpecial * std::abs(change);
    for (const analysis::Finding& finding : runs[cause.longer].run.figures->judgement.findings) {
        if (!saysWhy(finding) || !std::binary_search(finding.steps.begin(), finding.steps.end(), step))
            continue;
        const double gain
            = costOf(runs[cause.longer], finding.rule, step) - costOf(runs[1 - cause.longer], finding.rule, partner);
        if (gain > told) {
            told = gain;
            cause.finding = &finding;
        }
    }
    cause.kind = cause.finding != nullptr ? cause.finding->rule : partKind(cause.part);
    cause.reason = cause.finding != nullptr ? cause.finding->headline
                                            : fmt::format("{} {}", partWords(cause.part),
                                                fromTo(before.of(cause.part), after.of(cause.part), Unit::Nanoseconds));
    return cause;
}

} // namespace stepscope::compare
