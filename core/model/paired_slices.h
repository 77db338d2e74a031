// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Slices made of two events: B and E on a thread, or begin and end of an asynchronous span.
// B/E: a stack per (pid, tid) in time order, file order among equal times; an E closes the innermost open B.
// Async: by identity, in time order; an unmatched begin lasts to the last event of its identity, an unmatched end
// starts at the first. O(n log n).

#include "core/model/site_table.h"

#include <vector>

namespace stepscope::model {

struct PairedSlice
{
    static constexpr std::uint64_t kNoEnd = ~std::uint64_t {0};
    std::int64_t start = 0;
    std::int64_t end = 0;
    std::uint64_t offset = 0;
    std::uint64_t endOffset = kNoEnd;
    NameId name;
    TrackId track;
    std::uint16_t category = 0;
    bool unfinished = false;
    bool damaged = false;
};

[[nodiscard]] std::vector<PairedSlice> pairBeginEnd(const AssemblyInput& input, SiteTable& sites, Trace& trace);
[[nodiscard]] std::vector<PairedSlice> pairAsync(const AssemblyInput& input, SiteTable& sites, Trace& trace);

} // namespace stepscope::model
