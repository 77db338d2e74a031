// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The rules, each a function that adds its findings to the study. Those about idle time claim it (idle_ledger.h) and
// so depend on their order; findings.cpp calls them from the most specific to the most general.

#include "core/analysis/findings/study.h"

namespace stepscope::analysis {

void judgeRecompiles(Study& study);    // host.recompile
void judgeInput(Study& study);         // idle.input
void judgeHostInput(Study& study);     // host.input; of a trace without GPU work
void judgeCopies(Study& study);        // copy.pageable, copy.device_to_host
void judgeSyncs(Study& study);         // sync.in_step
void judgeWalls(Study& study);         // wall.short_kernels
void judgeOtherIdle(Study& study);     // the other idle.*
void judgeCommunication(Study& study); // comm.exposed
void judgeKernels(Study& study);       // kernel.low_efficiency, copy.redundant
void judgeShapes(Study& study);        // kernel.shapes
void judgeHost(Study& study);          // host.overhead
void judgeSteps(Study& study);         // step.warm_up, step.outlier, step.throttled; after all others

} // namespace stepscope::analysis
