// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What differs in memory. Bytes are requested bytes, peaks those of the record.
//
//   memory.growth    a stack that keeps more or fewer bytes per step, where the memory of either run grows steadily
//                    (memory_growth.h); at most kMostLeaks, largest change first
//   memory.peak      peak of allocated memory, changed by more than kNegligibleMemory; named after the stack that
//                    changed most. Not where the growth tells most of it (kToldByGrowth): that is one cause
//   memory.reserved  what is reserved above the peak of the allocated, where it and the reserved itself changed by more
//                    than kNegligibleMemory of the reserved. Within noise by the spread of the peaks of the steps and,
//                    as independent chances, by what each step changed of the reserved: the root of the sum of squares.
//                    A cache only grows, and whether a step meets a free piece or takes a new segment is chance
//   memory.fragmentation
//                    instead, where a run is fragmented: what is free in pieces at the end
//   memory.oom       number of failed allocations, with what was asked for and by whom
// Without snapshots the peaks of the traces' [memory] marks.

#include "core/compare/memory_pairs.h"

#include <optional>
#include <vector>

namespace stepscope::compare {

inline constexpr std::size_t kMostLeaks = 3;
inline constexpr double kNegligibleMemory = 0.005; // of the value before
inline constexpr double kToldByGrowth = 0.7;

// Tables, differences, peaks and what could not be matched; both runs have snapshots.
void compareSnapshots(const Runs& runs, Comparison& out);

// The same of two traces without snapshots; nothing where either has no marks of a GPU.
void compareMemoryMarks(const Runs& runs, Comparison& out);

} // namespace stepscope::compare
