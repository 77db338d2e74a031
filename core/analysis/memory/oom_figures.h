// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Why an allocation failed: a true shortage, or enough memory that does not lie in one piece (section 7.5 of the
// snapshot format page).

#include "core/analysis/memory/memory_figures.h"

namespace stepscope::analysis {

// States are looked at for that many failures; a program that fails more often fails for the same reason.
inline constexpr std::size_t kOomStates = 256;

// In order of entries. With C the free bytes in segments, L the largest free interval of the request's pool and stream
// and f the bytes free on the device: fragmentation where C + f reaches the request but max(L, f) does not.
// O(failures * live log live).
[[nodiscard]] std::vector<OomFigures> oomFigures(
    const model::MemorySnapshot& snapshot, const model::MemoryDevice& device, const std::stop_token& stop);

} // namespace stepscope::analysis
