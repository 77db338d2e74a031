// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// --fail-on RULE[:SHARE]: limits on findings for continuous integration. RULE is a rule of the report contract or the
// word before its dot ("idle" for all idle.*); SHARE a percentage (20, 20%) or a number from 0 to 1, without it any
// finding of the rule counts.

#include "core/export/report.h"
#include "core/util/expected.h"

#include <optional>
#include <string>
#include <vector>

namespace stepscope::cli {

struct FailLimit
{
    std::string text; // as it was given
    std::string rule;
    double share = 0;
};

// An error names the rules there are.
[[nodiscard]] Expected<std::vector<FailLimit>> parseLimits(const std::vector<std::string>& texts);

// What exceeds the first limit that is exceeded, as a sentence; nothing when all hold.
[[nodiscard]] std::optional<std::string> exceededLimit(
    const std::vector<FailLimit>& limits, const std::vector<exporting::ReportedFile>& files);

} // namespace stepscope::cli
