// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a search has found in one trace, slices and instants, for all views that mark it: an immutable value shared by
// pointer, made by TraceSearch. Safe to read from any thread. Hits are numbered from 0 by time; of those at one time
// slices come before instants. contains() costs O(1) for hits by name, O(log hits) where arguments were searched too;
// at() O(log² hits), the others O(log hits).

#include "core/analysis/name_search.h"
#include "widgets/viewmodel/selection.h"

#include <memory>
#include <vector>

namespace stepscope::widgets {

struct SearchHits
{
    std::shared_ptr<const model::Trace> trace;
    analysis::SearchFilter filter;
    bool byNameOnly = true;              // false: slices that the filter does not take are among the hits
    std::vector<SliceId> inOrder;        // by start, then id
    std::vector<InstantId> instants;     // by time, then id
    std::vector<InstantId> instantsById; // the same, row by row

    [[nodiscard]] std::size_t count() const { return inOrder.size() + instants.size(); }
    // Number of the first hit at `time` or later; count() when there is none.
    [[nodiscard]] std::size_t firstFrom(std::int64_t time) const;
    [[nodiscard]] Item at(std::size_t number) const; // less than count()
    [[nodiscard]] std::int64_t timeAt(std::size_t number) const;
    [[nodiscard]] std::size_t numberOf(const Item& item) const; // count() when it is no hit
    [[nodiscard]] bool contains(SliceId slice) const;

private:
    [[nodiscard]] std::size_t slicesBefore(std::int64_t time) const;
    [[nodiscard]] std::size_t instantsBefore(std::int64_t time) const;
};

using SearchHitsPtr = std::shared_ptr<const SearchHits>;

} // namespace stepscope::widgets
