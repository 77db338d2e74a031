// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/line_writer.h"
#include "core/model/category_timeline.h"

#include <fmt/ranges.h>

namespace stepscope::exporting {

void dumpTimeline(const model::CategoryTimeline& timeline, const TextSink& write)
{
    LineWriter out(write);
    out.line("stepscope memory timeline dump 1");
    out.line("initial {}", fmt::join(timeline.initial, " "));
    std::array<std::uint64_t, model::kMemoryCategories.size()> held {};
    for (std::size_t i = 0; i < timeline.count(); ++i) {
        for (std::size_t c = 0; c < held.size(); ++c)
            held[c] = timeline.bytes[c][i];
        out.line("at {} {}", timeline.timeNs[i], fmt::join(held, " "));
    }
    out.diagnostics(timeline.diagnostics);
    out.flush();
}

} // namespace stepscope::exporting
