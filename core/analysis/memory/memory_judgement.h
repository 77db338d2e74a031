// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads the figures of a snapshot the way an expert does: findings of all devices, one sentence, a checklist.
//
// Ranking: by rule (out of memory, growth, fragmentation, activations, flat blocks, peak), within a rule by severity,
// then by bytes, then by device.
//
// Sentence: the first finding that is worth acting on (out of memory, growth, or fragmentation of at least medium
// severity), with a second one of another of those rules: "memory". Else, with a history of steps whose baseline comes
// back, that and the peak: "healthy". Else "cannot_tell", with the peak or, without a history, the end.

#include "core/analysis/memory/memory_study.h"

#include <vector>

namespace stepscope::analysis {

// Of studies of all devices that have anything in them.
[[nodiscard]] Judgement judgeMemory(const std::vector<MemoryStudy>& studies);

// Good practice that a snapshot can show.
[[nodiscard]] std::vector<ChecklistItem> memoryChecklist(const std::vector<MemoryStudy>& studies);

} // namespace stepscope::analysis
