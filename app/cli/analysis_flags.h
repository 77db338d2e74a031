// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Options that change the analyses: thresholds and numbers about the job. A value that cannot be meant is refused with
// a sentence that says how to write it.

#include "core/analysis/analysis_options.h"
#include "core/util/expected.h"

#include <CLI/CLI.hpp>

#include <string>

namespace stepscope::cli {

struct AnalysisFlags
{
    std::string shortKernelUs;
    std::string minGapUs;
    std::string tokensPerStep;
    std::string samplesPerStep;
    std::string parameters;
    std::string peakTflops;

    void addGapTo(CLI::App& command); // --min-gap-us only
    void addTo(CLI::App& command);
    [[nodiscard]] Expected<analysis::AnalysisOptions> options() const;
};

} // namespace stepscope::cli
