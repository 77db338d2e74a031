// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a search has found in one trace, for all views that mark it: an immutable value shared by pointer, made by
// TraceSearch. Safe to read from any thread. contains() costs O(1) for hits by name, O(log hits) where arguments were
// searched too; firstFrom() O(log hits).

#include "core/analysis/name_search.h"

#include <algorithm>
#include <memory>
#include <tuple>
#include <vector>

namespace stepscope::widgets {

struct SearchHits
{
    std::shared_ptr<const model::Trace> trace;
    analysis::SearchFilter filter;
    bool byNameOnly = true;       // false: slices that the filter does not take are among the hits
    std::vector<SliceId> inOrder; // by start, then id

    // Index of the first hit that starts at `time` or later; inOrder.size() when there is none.
    [[nodiscard]] std::size_t firstFrom(std::int64_t time) const
    {
        const auto& starts = trace->slices.start;
        const auto found = std::partition_point(
            inOrder.begin(), inOrder.end(), [&](SliceId slice) { return starts[slice.index()] < time; });
        return static_cast<std::size_t>(found - inOrder.begin());
    }
    // Index of a hit, or inOrder.size().
    [[nodiscard]] std::size_t indexOf(SliceId slice) const
    {
        if (!slice.valid() || slice.index() >= trace->slices.size())
            return inOrder.size();
        const auto key = [&](SliceId id) { return std::tuple(trace->slices.start[id.index()], id); };
        const auto found
            = std::partition_point(inOrder.begin(), inOrder.end(), [&](SliceId hit) { return key(hit) < key(slice); });
        const bool isThere = found != inOrder.end() && *found == slice;
        return isThere ? static_cast<std::size_t>(found - inOrder.begin()) : inOrder.size();
    }
    [[nodiscard]] bool contains(SliceId slice) const
    {
        return filter.takes(trace->slices.name[slice.index()], trace->slices.category[slice.index()])
            || (!byNameOnly && indexOf(slice) < inOrder.size());
    }
};

using SearchHitsPtr = std::shared_ptr<const SearchHits>;

} // namespace stepscope::widgets
