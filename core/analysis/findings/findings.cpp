// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/findings/findings.h"

#include "core/analysis/findings/rules.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

bool aboutOneStepOnly(const Finding& finding)
{
    return finding.rule == "step.warm_up" || finding.rule == "step.outlier";
}

bool costsMore(const Finding& a, const Finding& b)
{
    if (a.share != b.share)
        return a.share > b.share;
    return a.totalNs != b.totalNs ? a.totalNs > b.totalNs : a.rule < b.rule;
}

} // namespace

Judgement judge(const model::Trace& trace, const TraceFigures& figures)
{
    Study study(trace, figures);
    if (study.hostOnly) {
        judgeRecompiles(study);
        judgeHostInput(study);
        judgeSteps(study);
    } else if (study.pieces >= kLeastWork) {
        judgeRecompiles(study);
        judgeInput(study);
        judgeCopies(study);
        judgeSyncs(study);
        judgeWalls(study);
        judgeHost(study);
        judgeOtherIdle(study);
        judgeCommunication(study);
        judgeKernels(study);
        judgeShapes(study);
        judgeSteps(study);
    }
    const bool stepsFirst = study.onlyWarmUp();
    std::stable_sort(study.findings.begin(), study.findings.end(), [stepsFirst](const Finding& a, const Finding& b) {
        if (aboutOneStepOnly(a) != aboutOneStepOnly(b))
            return aboutOneStepOnly(a) == stepsFirst;
        return costsMore(a, b);
    });
    Judgement judgement;
    judgement.verdict = verdictOf(study);
    judgement.checklist = checklistOf(trace, figures, study.findings);
    judgement.findings = std::move(study.findings);
    return judgement;
}

} // namespace stepscope::analysis
