// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/memory_spans.h"

#include "core/model/allocator_rules.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace stepscope::model {
namespace {

std::uint64_t endOf(const SegmentSpan& span)
{
    return span.address + span.size;
}

class Spans
{
public:
    void reserve(SegmentSpan span)
    {
        release(span, false); // what still lies there was given back without an entry
        m_open[span.address] = span;
    }
    // `freed`: where and, in `from`, when. Its parts that were not reserved were so from the beginning.
    void release(const SegmentSpan& freed, bool initial = true);
    // A segment of the end: knows its pool better than entries do.
    void meetEnd(const SegmentSpan& segment);
    std::vector<SegmentSpan> finish();

private:
    using Open = std::map<std::uint64_t, SegmentSpan>;
    Open::iterator firstReaching(std::uint64_t address)
    {
        auto at = m_open.upper_bound(address);
        if (at != m_open.begin() && endOf(std::prev(at)->second) > address)
            --at;
        return at;
    }
    void addInitial(SegmentSpan like, std::uint64_t from, std::uint64_t to, std::int32_t until);

    Open m_open; // by address, disjoint
    std::vector<SegmentSpan> m_closed;
};

void Spans::addInitial(SegmentSpan like, std::uint64_t from, std::uint64_t to, std::int32_t until)
{
    if (from >= to)
        return;
    like.address = from;
    like.size = to - from;
    like.from = kBeforeHistory;
    like.to = until;
    m_closed.push_back(like);
}

void Spans::release(const SegmentSpan& freed, bool initial)
{
    const std::int32_t entry = freed.from;
    const std::uint64_t end = endOf(freed);
    std::uint64_t covered = freed.address;
    for (auto at = firstReaching(freed.address); at != m_open.end() && at->first < end;) {
        const SegmentSpan span = at->second;
        at = m_open.erase(at);
        if (initial)
            addInitial(freed, covered, span.address, entry);
        covered = std::min(endOf(span), end);
        SegmentSpan part = span;
        part.address = std::max(span.address, freed.address);
        part.size = covered - part.address;
        part.to = entry;
        m_closed.push_back(part);
        part.to = kNeverInHistory;
        if (span.address < freed.address) {
            part.address = span.address;
            part.size = freed.address - span.address;
            m_open[part.address] = part;
        }
        if (endOf(span) > end) {
            part.address = end;
            part.size = endOf(span) - end;
            at = m_open.emplace(end, part).first;
            ++at;
        }
    }
    if (initial)
        addInitial(freed, covered, end, entry);
}

void Spans::meetEnd(const SegmentSpan& segment)
{
    std::uint64_t covered = segment.address;
    for (auto at = firstReaching(segment.address); at != m_open.end() && at->first < endOf(segment); ++at) {
        SegmentSpan& span = at->second;
        addInitial(segment, covered, span.address, kNeverInHistory);
        span.stream = segment.stream;
        span.pool = segment.pool;
        span.large = segment.large;
        covered = endOf(span);
    }
    addInitial(segment, covered, endOf(segment), kNeverInHistory);
}

std::vector<SegmentSpan> Spans::finish()
{
    for (const auto& [address, span] : m_open)
        m_closed.push_back(span);
    std::sort(m_closed.begin(), m_closed.end(), [](const SegmentSpan& a, const SegmentSpan& b) {
        return a.from != b.from ? a.from < b.from : a.address < b.address;
    });
    return std::move(m_closed);
}

SegmentSpan spanOf(const MemoryEntries& entries, std::size_t i)
{
    SegmentSpan span;
    span.address = entries.address[i];
    span.size = std::min(entries.size[i], UINT64_MAX - span.address);
    span.from = static_cast<std::int32_t>(i);
    span.stream = entries.stream[i];
    span.pool = entries.pool.empty() ? PoolIndex {0} : entries.pool[i];
    span.large = span.size > kSmallSegment;
    span.mapped = entries.action[i] == MemoryAction::SegmentMap || entries.action[i] == MemoryAction::SegmentUnmap;
    span.stack = entries.stack[i];
    return span;
}

} // namespace

std::vector<SegmentSpan> reservedSpans(
    const SnapshotRecord& record, const MemoryEntries& entries, const std::vector<std::size_t>& segments)
{
    Spans spans;
    for (std::size_t i = 0; i < entries.count(); ++i) {
        const MemoryAction action = entries.action[i];
        if (action < MemoryAction::SegmentAlloc || action > MemoryAction::SegmentUnmap || entries.size[i] == 0)
            continue;
        const SegmentSpan span = spanOf(entries, i);
        if (action == MemoryAction::SegmentAlloc || action == MemoryAction::SegmentMap)
            spans.reserve(span);
        else
            spans.release(span);
    }
    for (const std::size_t index : segments) {
        const SegmentRecord& segment = record.segments[index];
        SegmentSpan span;
        span.address = segment.address;
        span.size = std::min(segment.size, UINT64_MAX - segment.address);
        span.stream = segment.stream;
        span.pool = segment.pool;
        span.large = segment.large;
        span.mapped = segment.expandable;
        span.stack = segment.stack;
        spans.meetEnd(span);
    }
    return spans.finish();
}

std::vector<std::uint32_t> spansByEnd(const std::vector<SegmentSpan>& spans)
{
    std::vector<std::uint32_t> order(spans.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(
        order.begin(), order.end(), [&spans](std::uint32_t a, std::uint32_t b) { return spans[a].to < spans[b].to; });
    return order;
}

} // namespace stepscope::model
