// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/report_world.h"

#include "core/ranks/jobs.h"

#include <algorithm>
#include <utility>

namespace stepscope::exporting {

std::optional<std::int64_t> ReportedWorld::shiftOf(std::size_t file) const
{
    const auto at = std::find(files.begin(), files.end(), file);
    if (at == files.end())
        return std::nullopt;
    const ranks::RankClock& clock = world.clocks[static_cast<std::size_t>(at - files.begin())];
    return clock.comparable ? std::optional(clock.shiftNs) : std::nullopt;
}

std::optional<ReportedWorld> worldOf(const Report& report)
{
    std::vector<ranks::RankSummary> summaries;
    ReportedWorld out;
    for (std::size_t f = 0; f < report.files.size(); ++f) {
        const ReportedFile& file = report.files[f];
        if (!file.trace || !file.figures)
            continue;
        if (!file.figures->window.whole)
            return std::nullopt;
        summaries.push_back(ranks::summarizeRank(*file.trace, *file.figures));
        out.files.push_back(f);
    }
    if (summaries.size() < 2 || ranks::groupIntoJobs(summaries).size() != 1)
        return std::nullopt;
    out.world = ranks::mergeRanks(std::move(summaries));
    return out;
}

} // namespace stepscope::exporting
