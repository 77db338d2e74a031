// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a user may change about the analyses: thresholds with their defaults, and numbers about the job that no trace
// holds. Passed by value through computeFigures(); the defaults are those of the report contract. Values are checked
// where they are read (command line, settings): here durations are >= 0 and numbers of the job finite and > 0.

#include "core/analysis/walls.h"

#include <cstdint>
#include <optional>

namespace stepscope::analysis {

// For throughput and MFU; what is not given stays unknown.
struct JobNumbers
{
    std::optional<double> tokensPerStep; // of this trace's rank
    std::optional<double> samplesPerStep;
    std::optional<double> parameters; // of the model
    std::optional<double> peakTflops; // of one GPU; else that of a known device
};

struct AnalysisOptions
{
    WallRules walls;           // walls.shortKernelNs: below this a kernel is short
    std::int64_t minGapNs = 0; // shorter gaps are left out of lists of gaps, never out of sums and counts
    JobNumbers job;
};

} // namespace stepscope::analysis
