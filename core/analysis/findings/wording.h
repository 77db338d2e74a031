// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Names and shares as the sentences of findings take them. Pure functions, linear in the text.

#include <string>
#include <string_view>

namespace stepscope::analysis {

// The name of a slice: long paths of Python frames lose their folders, files named after a hash most of it.
[[nodiscard]] std::string shortName(std::string_view name);
[[nodiscard]] std::string wholePercent(double share); // "37 %", "under 1 %", "over 99 %"

} // namespace stepscope::analysis
