// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads a trace's figures the way an expert does: findings ranked by what they cost, one sentence, and a checklist.
//
// Ranking: by share of their steps, largest first; what only says that a step is not like the others comes last (first
// when a warm-up step is all that is looked at).
// Findings about idle time never count the same time twice (idle_ledger.h). In a trace without GPU work only what its
// training steps do on the CPU is judged: loading data, compiling, steps unlike the others. Deterministic; O(gaps + GPU
// work + items log items).

#include "core/analysis/findings/checklist.h"
#include "core/analysis/findings/finding.h"
#include "core/analysis/findings/verdict.h"

#include <vector>

namespace stepscope::model {
struct Trace;
}

namespace stepscope::analysis {

struct TraceFigures;

struct Judgement
{
    Verdict verdict;
    std::vector<Finding> findings;
    std::vector<ChecklistItem> checklist;
};

// Of figures that are complete but for their judgement.
[[nodiscard]] Judgement judge(const model::Trace& trace, const TraceFigures& figures);

} // namespace stepscope::analysis
