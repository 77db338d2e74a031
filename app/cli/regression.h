// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Limits of `compare` for continuous integration: how much longer a step may take, how much higher the memory may peak.
// Percentages of the run before, as 10 or 10%.

#include "core/compare/comparison.h"
#include "core/util/expected.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::cli {

struct RegressionLimits
{
    std::optional<double> step; // share of the mean step time
    std::optional<double> peak; // share of the peak of allocated memory
};

// Empty texts: no limit. An error says how to write one.
[[nodiscard]] Expected<RegressionLimits> regressionLimits(const std::string& step, const std::string& peak);

// What goes past its limit, a sentence each. Error: a limit is on something that the runs do not have.
[[nodiscard]] Expected<std::vector<std::string>> exceededLimits(
    const RegressionLimits& limits, const compare::Comparison& comparison);

// Why these files make no two runs, if they do not: snapshots beside snapshots. Nothing when they do.
[[nodiscard]] std::optional<std::string> misplaced(const compare::Runs& runs, bool withMemory);

} // namespace stepscope::cli
