// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The command that profiles one kernel of a trace with Nsight Compute: the launch of the same function that has as many
// launches before it as this one has in the trace, in the order of the launch calls of its process. Functions are told
// by their bare name (ncu's --kernel-name-base function): full C++ names are spelled differently by every demangler.
// What was launched before the trace began is not known and not counted.

#include "core/model/trace.h"

#include <cstdint>
#include <optional>
#include <string>

namespace stepscope::analysis {

struct NcuCommand
{
    std::uint64_t launchesBefore = 0;
    std::string text; // to be followed by the program
};

// Nothing for what is no kernel of a CUDA device, and for kernels without a name. O(GPU work + names).
[[nodiscard]] std::optional<NcuCommand> ncuCommand(const model::Trace& trace, SliceId kernel);

} // namespace stepscope::analysis
