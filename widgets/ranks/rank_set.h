// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The ranks that were opened together, as the Ranks page shows them: told apart by recording, each merged on one clock,
// with the file every rank comes from. Made by a job, immutable afterwards, shared between threads.

#include "core/export/ranks_report.h"
#include "core/ranks/jobs.h"
#include "core/ranks/world.h"
#include "core/util/expected.h"
#include "core/util/progress.h"

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace stepscope::widgets {

struct RankFile
{
    std::string path;
    bool isTrace = true; // false: a summary, which has no events to be shown
};

struct RankJob
{
    ranks::World world;
    std::vector<RankFile> files; // by rank of the world
};

struct RankSet
{
    std::vector<RankJob> jobs;           // at least one, by time
    std::vector<ranks::Scaling> scaling; // of these jobs
    std::vector<exporting::RefusedFile> refused;
};
using RankSetPtr = std::shared_ptr<const RankSet>;

// Of files, traces or summaries, and of the files of folders. The progress counts files in the place of bytes. Errors:
// Unreadable for a folder, Cancelled, and that of the first file where none could be read.
[[nodiscard]] Expected<RankSetPtr> loadRankSet(
    const std::vector<std::string>& paths, Progress& progress, const std::stop_token& stop);

// The same files, but these (by path) are known to be of these ranks.
[[nodiscard]] RankSetPtr numberRanks(const RankSet& set, std::span<const std::pair<std::string, std::int64_t>> numbers);

// Whether files are ranks of one job, by how they begin and what they are called: distributedInfo with different ranks
// and one world size in all of them, else different ranks in names that say "rank". Reads the start of each.
[[nodiscard]] bool lookLikeRanks(std::span<const std::string> paths);

} // namespace stepscope::widgets
