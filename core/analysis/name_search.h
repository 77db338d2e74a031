// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Search by name: first over the distinct names, of which there are few, then over the slices by number alone. The two
// questions are asked one after the other because the first answer is what people wait for: how many there are of which
// name (one pass over the slices), and only then all of them in time order. Pure functions, safe on any thread; they
// look at the stop token now and then and return nothing once it is set. countHits: O(slices). hitsInOrder: O(slices +
// hits log lanes).

#include "core/model/trace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stepscope::analysis {

// What is looked for: a slice is a hit when both its name and its category are marked.
struct SearchFilter
{
    std::vector<std::uint8_t> names;      // by NameId: 1 wanted; shorter: the rest is not
    std::vector<std::uint8_t> categories; // by index into Trace::categories; empty: all are wanted

    [[nodiscard]] bool takes(NameId name, std::uint16_t category) const
    {
        return name.index() < names.size() && names[name.index()] != 0
            && (categories.empty() || (category < categories.size() && categories[category] != 0));
    }
};

// Names that contain the text, letters A to Z in either case. An empty text is in none.
[[nodiscard]] std::vector<std::uint8_t> namesContaining(const StringPool& names, std::string_view text);
[[nodiscard]] bool containsIgnoringCase(std::string_view text, std::string_view part);

struct NameCount
{
    NameId name;
    std::uint64_t slices = 0; // or instants
    friend bool operator==(const NameCount&, const NameCount&) = default;
};

struct HitCounts
{
    std::uint64_t total = 0;
    std::vector<NameCount> byName; // most slices first, then by NameId
};

[[nodiscard]] std::optional<HitCounts> countHits(
    const model::Trace& trace, const SearchFilter& filter, const std::stop_token& stop);

// All hits by start, then by id.
[[nodiscard]] std::optional<std::vector<SliceId>> hitsInOrder(
    const model::Trace& trace, const SearchFilter& filter, const std::stop_token& stop);

// Instants that the filter takes, by time, then id; and their part of the counts. O(instants log instants).
[[nodiscard]] std::vector<InstantId> instantHits(const model::Trace& trace, const SearchFilter& filter);
void addInstants(HitCounts& counts, const model::Trace& trace, const std::vector<InstantId>& instants);

// Brings slices into the order of hitsInOrder(); `runs` are the first indices of stretches that are in order already.
[[nodiscard]] bool orderByTime(const model::Trace& trace, std::vector<SliceId>& slices, std::vector<std::size_t> runs,
    const std::stop_token& stop);

} // namespace stepscope::analysis
