// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The Python stack that profilers before 1.12 wrote into each operator ("Call stack": frames with ';' between them,
// innermost first) instead of recording frames as events of their own. Pure functions.

#include "core/model/args_provider.h"

#include <string>
#include <vector>

namespace stepscope::analysis {

// Of an event as it stands in the file; innermost first, empty where it has none.
[[nodiscard]] std::vector<std::string> recordedStack(const model::ArgValue& event);

} // namespace stepscope::analysis
