// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The comparison in one line: the step time, then what changed most.

#include "core/compare/comparison.h"

#include <string>

namespace stepscope::compare {

// Of a comparison that is complete but for it.
[[nodiscard]] std::string headlineOf(const Comparison& comparison);

} // namespace stepscope::compare
