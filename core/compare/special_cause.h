// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Why a step of one run is longer than its partner: what the findings of the longer one say of it, else the part of the
// step that changed most. See differences.h.

#include "core/compare/compared_run.h"
#include "core/compare/step_alignment.h"

#include <array>
#include <string>

namespace stepscope::compare {

struct SpecialCause
{
    std::string kind;
    std::string reason;                         // a sentence without a full stop
    const analysis::Finding* finding = nullptr; // of the longer run; null: told by the part
    Part part = Part::Compute;                  // that changed most
    std::size_t longer = 1;                     // the run whose step is longer
};

[[nodiscard]] SpecialCause specialCause(const std::array<ComparedRun, 2>& runs, const StepPair& pair);

// Of a compared step.
[[nodiscard]] const TimeParts& partsOf(const ComparedRun& run, std::uint32_t step);

} // namespace stepscope::compare
