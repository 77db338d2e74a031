// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Good practice that a trace can show: seen, not seen, or not to be told from this file. Judged by the names of
// kernels, operators, calls and frames in the window; "not seen" always names what was seen instead. What costs enough
// for a finding is told from what does not. O(distinct names + GPU work + syncs).

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope::model {
struct Trace;
}

namespace stepscope::analysis {

struct Finding;
struct TraceFigures;

enum class CheckState : std::uint8_t
{
    Seen,
    NotSeen,
    CannotTell,
};
[[nodiscard]] const char* checkStateName(CheckState state); // "seen", "not_seen", "cannot_tell"

struct ChecklistItem
{
    std::string check; // "BF16 or FP16 kernels"
    CheckState state = CheckState::CannotTell;
    std::string evidence; // what the file shows
    std::string advice;   // what to change; empty where nothing is to be done
};

// Empty for a trace without GPU work.
[[nodiscard]] std::vector<ChecklistItem> checklistOf(
    const model::Trace& trace, const TraceFigures& figures, const std::vector<Finding>& findings);

} // namespace stepscope::analysis
