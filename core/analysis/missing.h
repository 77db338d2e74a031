// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a PyTorch trace does not hold, what cannot be told for that (and which findings it prevents), and the profiler
// setting that would record it. Files of other writers are left alone. O(slices of CPU rows), and the arguments of a
// few operators.

#include "core/model/trace.h"

#include <string>
#include <vector>

namespace stepscope::analysis {

struct MissingData
{
    std::string what;     // "Python stacks"
    std::string prevents; // what the reader cannot learn
    std::string setting;  // what to change at the next recording
};

[[nodiscard]] std::vector<MissingData> missingData(const model::Trace& trace);

// Whether the end of the file is lost, and with it perhaps what seems not to be recorded.
[[nodiscard]] bool endsEarly(const Diagnostics& diagnostics);
[[nodiscard]] inline bool endsEarly(const model::Trace& trace)
{
    return endsEarly(trace.diagnostics);
}

} // namespace stepscope::analysis
