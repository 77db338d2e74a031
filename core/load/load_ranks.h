// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Summaries of many ranks, from their traces or from files that `stepscope-cli summarize` wrote. Traces are read
// several at a time, as many as fit a memory budget, and let go again once they are summarised.

#include "core/ranks/rank_summary.h"
#include "core/util/expected.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace stepscope::load {

// Files of a folder that may belong to a job, by the end of their names (.json, .gz, .zst), not those of folders in it;
// names in order, numbers by their value. Errors: Unreadable.
[[nodiscard]] Expected<std::vector<std::string>> filesOfFolder(const std::string& folder);

struct RanksOptions
{
    unsigned threads = 0;           // 0: all usable
    std::uint64_t memoryBudget = 0; // bytes for traces that are being read; 0: half of the machine's memory
};

// Of one file. Errors as loadFile(); NotATrace for a memory snapshot.
[[nodiscard]] Expected<ranks::RankSummary> loadRank(
    const std::string& path, unsigned threads = 0, const std::stop_token& stop = {});

// One answer a path, in order. `done` is called after each file, from any thread.
[[nodiscard]] std::vector<Expected<ranks::RankSummary>> loadRanks(const std::vector<std::string>& paths,
    const RanksOptions& options = {}, const std::function<void(std::size_t index)>& done = {},
    const std::stop_token& stop = {});

} // namespace stepscope::load
