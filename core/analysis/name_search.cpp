// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/name_search.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace stepscope::analysis {

namespace {

constexpr std::size_t kStride = std::size_t {1} << 18U; // slices between two looks at the stop token

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

} // namespace

bool containsIgnoringCase(std::string_view text, std::string_view part)
{
    const auto isSame = [](char a, char b) { return lower(a) == lower(b); };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), isSame) != text.end() || part.empty();
}

std::vector<std::uint8_t> namesContaining(const StringPool& names, std::string_view text)
{
    std::vector<std::uint8_t> found(names.size(), 0);
    for (std::size_t i = 0; i < found.size() && !text.empty(); ++i)
        found[i] = containsIgnoringCase(names.view(NameId(i)), text) ? 1 : 0;
    return found;
}

std::optional<HitCounts> countHits(const model::Trace& trace, const SearchFilter& filter, const std::stop_token& stop)
{
    std::vector<std::uint64_t> counts(trace.names.size(), 0);
    const std::size_t slices = trace.slices.size();
    for (std::size_t first = 0; first < slices; first += kStride) {
        if (stop.stop_requested())
            return {};
        for (std::size_t i = first; i < std::min(slices, first + kStride); ++i) {
            const NameId name = trace.slices.name[i];
            if (name.index() < counts.size() && filter.takes(name, trace.slices.category[i]))
                ++counts[name.index()];
        }
    }
    HitCounts result;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] > 0)
            result.byName.push_back({NameId(i), counts[i]});
        result.total += counts[i];
    }
    std::stable_sort(result.byName.begin(), result.byName.end(),
        [](const NameCount& a, const NameCount& b) { return a.slices > b.slices; });
    return result;
}

std::vector<InstantId> instantHits(const model::Trace& trace, const SearchFilter& filter)
{
    std::vector<InstantId> hits;
    for (std::size_t i = 0; i < trace.instants.size(); ++i) {
        if (filter.takes(trace.instants.name[i], trace.instants.category[i]))
            hits.emplace_back(i);
    }
    std::stable_sort(hits.begin(), hits.end(),
        [&times = trace.instants.time](InstantId a, InstantId b) { return times[a.index()] < times[b.index()]; });
    return hits;
}

void addInstants(HitCounts& counts, const model::Trace& trace, const std::vector<InstantId>& instants)
{
    std::vector<std::uint64_t> sums(trace.names.size(), 0);
    for (const InstantId id : instants)
        ++sums[trace.instants.name[id.index()].index()];
    for (NameCount& entry : counts.byName)
        entry.slices += std::exchange(sums[entry.name.index()], 0);
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (sums[i] > 0)
            counts.byName.push_back({NameId(i), sums[i]});
    }
    counts.total += instants.size();
    std::sort(counts.byName.begin(), counts.byName.end(), [](const NameCount& a, const NameCount& b) {
        return std::tuple(b.slices, a.name) < std::tuple(a.slices, b.name);
    });
}

std::optional<std::vector<SliceId>> hitsInOrder(
    const model::Trace& trace, const SearchFilter& filter, const std::stop_token& stop)
{
    std::vector<SliceId> hits;
    std::vector<std::size_t> runs;
    for (const model::Lane& lane : trace.lanes) {
        if (stop.stop_requested())
            return {};
        // Slices without a trustworthy time are in no order.
        const bool isOrdered = lane.section != model::LaneSection::Unplaced;
        if (runs.empty() || runs.back() < hits.size())
            runs.push_back(hits.size());
        for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i) {
            if (!filter.takes(trace.slices.name[i], trace.slices.category[i]))
                continue;
            if (!isOrdered && runs.back() < hits.size())
                runs.push_back(hits.size());
            hits.emplace_back(i);
        }
    }
    if (!orderByTime(trace, hits, std::move(runs), stop))
        return {};
    return hits;
}

bool orderByTime(
    const model::Trace& trace, std::vector<SliceId>& slices, std::vector<std::size_t> runs, const std::stop_token& stop)
{
    const auto isBefore = [&starts = trace.slices.start](SliceId a, SliceId b) {
        return std::tuple(starts[a.index()], a) < std::tuple(starts[b.index()], b);
    };
    runs.push_back(slices.size());
    std::vector<SliceId> merged(slices.size());
    while (runs.size() > 2) {
        std::vector<std::size_t> longer;
        for (std::size_t i = 0; i + 1 < runs.size(); i += 2) {
            if (stop.stop_requested())
                return false;
            const std::size_t last = i + 2 < runs.size() ? runs[i + 2] : runs[i + 1];
            const auto at = [&](std::size_t index) { return slices.begin() + static_cast<std::ptrdiff_t>(index); };
            std::merge(at(runs[i]), at(runs[i + 1]), at(runs[i + 1]), at(last),
                merged.begin() + static_cast<std::ptrdiff_t>(runs[i]), isBefore);
            longer.push_back(runs[i]);
        }
        longer.push_back(slices.size());
        slices.swap(merged);
        runs = std::move(longer);
    }
    return true;
}

} // namespace stepscope::analysis
