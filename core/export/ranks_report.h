// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the ranks of one or more jobs say together, as JSON (schema stepscope.ranks/1), text and Markdown. The same
// input gives the same bytes, whether it came as traces or as summaries.

#include "core/export/sections.h"
#include "core/ranks/jobs.h"
#include "core/ranks/world.h"
#include "core/util/expected.h"

#include <string>
#include <vector>

namespace stepscope::exporting {

struct RefusedFile
{
    std::string path;
    Error error;
};

struct RanksReport
{
    std::vector<ranks::World> jobs;
    std::vector<ranks::Scaling> scaling; // of these jobs
    std::vector<RefusedFile> refused;
};

// Tells jobs apart and merges each.
[[nodiscard]] RanksReport reportRanks(std::vector<ranks::RankSummary> summaries, std::vector<RefusedFile> refused);

// The sentence about a job: its late rank, else that there is none and what the idlest says of itself. And what its
// figures do not cover: missing ranks, clocks, collectives left out.
[[nodiscard]] std::string ranksSentence(const ranks::World& world);
[[nodiscard]] std::vector<std::string> ranksNotes(const ranks::World& world);

[[nodiscard]] std::string ranksJson(const RanksReport& report);
// `limit`: rows of the table of collectives.
[[nodiscard]] std::vector<Section> ranksSections(const RanksReport& report, std::size_t limit);
[[nodiscard]] std::string ranksText(const RanksReport& report, std::size_t width, std::size_t limit);

} // namespace stepscope::exporting
