// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The rules about memory, most important first; each a pure function of a study, in a file of its own with its formula
// at the top. A rule that has nothing to say adds nothing.

#include "core/analysis/memory/memory_study.h"

#include <string>
#include <vector>

namespace stepscope::analysis {

inline constexpr double kActivationShare = 0.5; // of the peak, from which memory.activations speaks

void judgeOom(const MemoryStudy& study, std::vector<Finding>& findings);           // memory.oom
[[nodiscard]] std::string oomVerdict(const MemoryStudy& study);                    // in one sentence
void judgeGrowth(const MemoryStudy& study, std::vector<Finding>& findings);        // memory.growth
void judgeFragmentation(const MemoryStudy& study, std::vector<Finding>& findings); // memory.fragmentation
void judgeActivations(const MemoryStudy& study, std::vector<Finding>& findings);   // memory.activations
void judgeFlatBlocks(const MemoryStudy& study, std::vector<Finding>& findings);    // memory.flat_block
void judgePeak(const MemoryStudy& study, std::vector<Finding>& findings);          // memory.peak

} // namespace stepscope::analysis
