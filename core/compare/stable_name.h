// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Names of calls without what differs from run to run, so that trees of two runs can be matched by them: folders and
// lines of Python frames, addresses ("object at 0x7f2a…"). Pure, O(length).

#include <string>
#include <string_view>

namespace stepscope::compare {

[[nodiscard]] std::string stableName(std::string_view name);

// What a runtime or driver call does, whoever's it is, and how that vendor spells it: cudaLaunchKernelExC,
// cuLaunchKernel and hipExtModuleLaunchKernel all are "LaunchKernel". What follows the name (" (end of step)") stays.
// Empty: no such call.
[[nodiscard]] std::string callMeaning(std::string_view name);

} // namespace stepscope::compare
