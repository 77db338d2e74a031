// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Whether the operators of two runs worked on inputs of the same shapes; see comparability.h.

#include "core/compare/run.h"

#include <array>
#include <optional>
#include <string>

namespace stepscope::compare {

struct ShapeDifference
{
    double share = 0;                  // of the calls with shapes, in the run where it is larger
    std::string op;                    // that shows it best
    std::array<std::string, 2> shapes; // its most frequent shapes that the other run has not; empty: it has none
};

// Nothing where a run recorded no shapes, or all calls have shapes that the other run has too.
[[nodiscard]] std::optional<ShapeDifference> shapeDifference(const std::array<Run, 2>& runs);

} // namespace stepscope::compare
