// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Figures of a device at the end of its history: by the segments of the file, or by the history alone where the file
// has no segments.

#include "core/analysis/memory/memory_figures.h"

namespace stepscope::analysis {

// Everything of `out` that ends in End, what blocks and free intervals amount to, and the pools. O(blocks log live).
void addEndFigures(const model::MemorySnapshot& snapshot, const model::MemoryDevice& device, MemoryDeviceFigures& out);

} // namespace stepscope::analysis
