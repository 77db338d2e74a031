// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where the [memory] marks of a trace lie among the calls of their threads: the innermost operator, annotation or call
// that contains each, both ends counting as inside. Marks of accelerators, or of the host where there are no others.
// O(marks × lanes of their threads + slices of those lanes).

#include "core/analysis/window.h"
#include "core/model/trace.h"

#include <cstdint>
#include <vector>

namespace stepscope::analysis {

struct PlacedMemory
{
    std::uint32_t mark = 0; // row of Trace::memory
    std::int64_t bytes = 0; // below zero: freed
    SliceId innermost;      // invalid: nothing around it
};

// The marks inside the window, in the order of Trace::memory.
[[nodiscard]] std::vector<PlacedMemory> placedMemory(const model::Trace& trace, const Window& window);

} // namespace stepscope::analysis
