// SPDX-License-Identifier: GPL-3.0-or-later
// Which cuda_sync records are accounted for by a call (see syncs.h).
#include "core/analysis/sync_calls.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <unordered_set>

namespace stepscope::analysis {
namespace {

// A record starts up to some µs after its call does and ends with it; in whole microseconds either may be 1 µs off.
constexpr std::int64_t kStartBefore = 2'000;
constexpr std::int64_t kStartAfter = 20'000;
constexpr std::int64_t kEndApart = 5'000;
constexpr std::size_t kMaxReads = 4096; // arguments read from the file at most

struct SyncCandidate
{
    Interval span;
    SyncKind kind = SyncKind::Other;
    SliceId slice;
    bool taken = false;
};

bool fits(SyncKind record, SyncKind call)
{
    return record == call || call == SyncKind::Copy || record == SyncKind::Other || call == SyncKind::Other;
}

std::optional<std::int64_t> correlationOf(const model::Trace& trace, SliceId id)
{
    if (!trace.args)
        return std::nullopt;
    const Expected<model::ArgValue> event = trace.args->eventAt(trace.slices.offset(id));
    const model::ArgValue* args = event ? event->find("args") : nullptr;
    const model::ArgValue* value = args != nullptr ? args->find("correlation") : nullptr;
    if (value == nullptr)
        return std::nullopt;
    std::int64_t number = 0;
    const char* end = value->text.data() + value->text.size();
    const auto [at, error] = std::from_chars(value->text.data(), end, number);
    if (error != std::errc {} || at != end || number <= 0)
        return std::nullopt;
    return number;
}

class RecordMatcher
{
public:
    RecordMatcher(const model::Trace& trace, const BlockingCalls& calls)
        : m_trace(trace)
    {
        for (const SyncMarker& marker : calls.markers) {
            // A copy and its synchronise may have a record each.
            m_candidates.push_back({marker.parts[0], SyncKind::Other, marker.slice, false});
            if (marker.parts[1].length() > 0)
                m_candidates.push_back({marker.parts[1], SyncKind::Stream, marker.slice, false});
            else
                m_candidates.back().kind = marker.kind;
        }
        for (const SliceId query : calls.queries)
            m_candidates.push_back({{trace.slices.start[query.index()], trace.slices.end(query)},
                syncKindOf(trace.nameOf(query)), query, false});
        std::stable_sort(m_candidates.begin(), m_candidates.end(),
            [](const SyncCandidate& a, const SyncCandidate& b) { return a.span.start < b.span.start; });
        indexByKind();
    }

    // Marks the closest call that starts and ends with the record.
    bool coincides(Interval record, SyncKind kind)
    {
        const std::int64_t earliest = record.start - kStartAfter;
        auto at = std::partition_point(m_candidates.begin(), m_candidates.end(),
            [earliest](const SyncCandidate& c) { return c.span.start < earliest; });
        SyncCandidate* best = nullptr;
        for (; at != m_candidates.end() && at->span.start <= record.start + kStartBefore; ++at) {
            if (at->taken || !fits(kind, at->kind) || std::abs(at->span.end - record.end) > kEndApart)
                continue;
            if (best == nullptr || std::abs(at->span.start - record.start) < std::abs(best->span.start - record.start))
                best = &*at;
        }
        if (best != nullptr)
            best->taken = true;
        return best != nullptr;
    }

    // By correlation number where the record has one, else by an enclosing call.
    bool belongsToCall(SliceId record, Interval span, SyncKind kind)
    {
        if (const std::optional<std::int64_t> number
            = m_reads++ < kMaxReads ? correlationOf(m_trace, record) : std::nullopt) {
            readCorrelations();
            if (m_correlations.contains(*number))
                return true;
            if (!m_correlations.empty())
                return false;
        }
        return isEnclosed(span, kind);
    }

private:
    // Of each kind, the calls by start, and the latest end of all that start no later.
    void indexByKind()
    {
        for (const SyncCandidate& candidate : m_candidates) {
            std::vector<Interval>& calls = m_callsOfKind[static_cast<std::size_t>(candidate.kind)];
            const std::int64_t latest = calls.empty() ? candidate.span.end : calls.back().end;
            calls.push_back({candidate.span.start, std::max(latest, candidate.span.end)});
        }
    }

    [[nodiscard]] bool isEnclosed(Interval record, SyncKind kind) const
    {
        for (std::size_t k = 0; k < m_callsOfKind.size(); ++k) {
            const std::vector<Interval>& calls = m_callsOfKind[k];
            if (!fits(kind, static_cast<SyncKind>(k)))
                continue;
            const auto after = std::partition_point(calls.begin(), calls.end(),
                [&record](const Interval& call) { return call.start <= record.start + kStartBefore; });
            if (after != calls.begin() && (after - 1)->end >= record.end - kStartBefore)
                return true;
        }
        return false;
    }

    void readCorrelations()
    {
        if (m_haveCorrelations)
            return;
        m_haveCorrelations = true;
        for (const SyncCandidate& candidate : m_candidates) {
            if (m_reads++ >= kMaxReads)
                return;
            if (const std::optional<std::int64_t> number = correlationOf(m_trace, candidate.slice))
                m_correlations.insert(*number);
        }
    }

    const model::Trace& m_trace;
    std::vector<SyncCandidate> m_candidates;            // by start
    std::unordered_set<std::int64_t> m_correlations;    // of the candidates
    std::array<std::vector<Interval>, 5> m_callsOfKind; // by SyncKind
    bool m_haveCorrelations = false;
    std::size_t m_reads = 0;
};

struct Record
{
    SliceId slice;
    TrackId track;
};

std::vector<Record> findRecords(const model::Trace& trace)
{
    std::vector<Record> records;
    for (const model::Lane& lane : trace.lanes) {
        if (lane.section != model::LaneSection::Sync)
            continue;
        for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i) {
            const SliceId id(i);
            if (trace.kindOf(id) == model::EventKind::Sync
                && trace.nameOf(id).find("Wait Event") == std::string_view::npos)
                records.push_back({id, lane.track});
        }
    }
    return records;
}

} // namespace

std::vector<SyncMarker> findLoneRecords(const model::Trace& trace, const BlockingCalls& calls)
{
    std::vector<SyncMarker> lone;
    const std::vector<Record> records = findRecords(trace);
    if (records.empty())
        return lone;
    RecordMatcher matcher(trace, calls);
    for (const Record& record : records) {
        SyncMarker marker;
        marker.slice = record.slice;
        marker.kind = syncKindOf(trace.nameOf(record.slice));
        marker.recordOnly = true;
        marker.track = record.track;
        marker.parts[0] = {trace.slices.start[record.slice.index()], trace.slices.end(record.slice)};
        marker.parts[1] = {marker.parts[0].end, marker.parts[0].end};
        if (!matcher.coincides(marker.parts[0], marker.kind)
            && !matcher.belongsToCall(record.slice, marker.parts[0], marker.kind))
            lone.push_back(marker);
    }
    return lone;
}

} // namespace stepscope::analysis
