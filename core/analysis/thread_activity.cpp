// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/thread_activity.h"

#include "core/analysis/data_loading.h"
#include "core/analysis/sync_calls.h"

#include <algorithm>
#include <array>

namespace stepscope::analysis {
namespace {

using model::EventKind;

constexpr std::uint8_t kBlockingCall = 1;
constexpr std::uint8_t kLoadingLabel = 2;
constexpr std::uint8_t kLoadingFrame = 4;
constexpr std::uint8_t kLoadingOther = 8;

std::uint8_t classify(std::string_view name)
{
    std::uint8_t bits = model::isBlockingCall(name) ? kBlockingCall : 0;
    if (isDataLoading(name, EventKind::UserAnnotation))
        bits |= kLoadingLabel;
    if (isDataLoading(name, EventKind::PythonFunction))
        bits |= kLoadingFrame;
    if (isDataLoading(name, EventKind::Other))
        bits |= kLoadingOther;
    return bits;
}

std::uint8_t bitOf(EventKind kind)
{
    if (model::isApiCall(kind))
        return kBlockingCall;
    if (kind == EventKind::PythonFunction)
        return kLoadingFrame;
    return kind == EventKind::UserAnnotation || kind == EventKind::CpuOp ? kLoadingLabel : kLoadingOther;
}

bool isHostLane(const model::Lane& lane)
{
    return lane.section == model::LaneSection::Main || lane.section == model::LaneSection::Python;
}

// The outermost label that loads data among the slice and those around it, else the outermost such frame.
SliceId loadingSpan(const model::Trace& trace, const SliceMeanings& meanings, SliceId inner)
{
    SliceId label;
    SliceId frame = inner;
    SliceId at = inner;
    for (int i = 0; i <= ThreadActivity::kMostParents && at.valid(); ++i) {
        if (meanings.of(at) == IdleCause::Input) {
            frame = at;
            if (trace.kindOf(at) != EventKind::PythonFunction)
                label = at;
        }
        at = trace.slices.parent[at.index()];
    }
    return label.valid() ? label : frame;
}

} // namespace

SliceMeanings::SliceMeanings(const model::Trace& trace)
    : m_trace(trace)
    , m_blockingCopies(findBlockingCopies(trace))
{
    m_byName.reserve(trace.names.size());
    for (std::size_t i = 0; i < trace.names.size(); ++i)
        m_byName.push_back(classify(trace.names.view(NameId(i))));
}

IdleCause SliceMeanings::of(SliceId id) const
{
    const std::size_t name = m_trace.slices.name[id.index()].index();
    const std::uint8_t bits = name < m_byName.size() ? m_byName[name] : std::uint8_t {0};
    if (bits == 0 && m_blockingCopies.empty())
        return IdleCause::HostDispatch;
    const EventKind kind = m_trace.kindOf(id);
    if ((bits & bitOf(kind)) != 0)
        return model::isApiCall(kind) ? IdleCause::Sync : IdleCause::Input;
    const bool waits
        = model::isApiCall(kind) && std::binary_search(m_blockingCopies.begin(), m_blockingCopies.end(), id);
    return waits ? IdleCause::Sync : IdleCause::HostDispatch;
}

ThreadActivity::ThreadActivity(const model::Trace& trace, const SliceMeanings& meanings, TrackId thread)
{
    layOut(trace, meanings, readSlices(trace, meanings, thread));
}

std::vector<ThreadActivity::Meaningful> ThreadActivity::readSlices(
    const model::Trace& trace, const SliceMeanings& meanings, TrackId thread)
{
    std::vector<Meaningful> found;
    const model::Track& track = trace.tracks[thread.index()];
    for (std::size_t l = track.firstLane.index(); l < track.lastLane.index(); ++l) {
        const model::Lane& lane = trace.lanes[l];
        for (std::size_t i = lane.first.index(); isHostLane(lane) && i < lane.last.index(); ++i) {
            if (!model::isApiCall(trace.kindOf(SliceId(i)))) {
                m_firstRecord = m_recorded ? std::min(m_firstRecord, trace.slices.start[i]) : trace.slices.start[i];
                m_recorded = true;
                break;
            }
        }
    }
    std::vector<Interval> calls;
    for (std::size_t l = track.firstLane.index(); l < track.lastLane.index(); ++l) {
        const model::Lane& lane = trace.lanes[l];
        for (std::size_t i = lane.first.index(); isHostLane(lane) && i < lane.last.index(); ++i) {
            const SliceId id(i);
            const Interval span {trace.slices.start[i], trace.slices.end(id)};
            const IdleCause cause = meanings.of(id);
            if (cause != IdleCause::HostDispatch)
                found.push_back({span, id, cause});
            else if (!m_recorded || span.start < m_firstRecord)
                calls.push_back(span);
        }
    }
    m_calls = makeSet(std::move(calls));
    return found;
}

// Later in this order is further inside; ended slices are dropped from the top of the stack when they come to light.
void ThreadActivity::layOut(const model::Trace& trace, const SliceMeanings& meanings, std::vector<Meaningful> slices)
{
    std::sort(slices.begin(), slices.end(), [](const Meaningful& a, const Meaningful& b) {
        if (a.span.start != b.span.start)
            return a.span.start < b.span.start;
        if (a.span.end != b.span.end)
            return a.span.end > b.span.end;
        return a.cause != b.cause ? a.cause < b.cause : a.slice < b.slice; // input before sync
    });
    std::vector<std::size_t> open;
    std::int64_t at = 0;
    const auto advance = [&](std::int64_t until, bool all) {
        while (!open.empty() && (all || at < until)) {
            const Meaningful& top = slices[open.back()];
            const std::int64_t end = all ? top.span.end : std::min(top.span.end, until);
            if (end > at) {
                const bool loads = top.cause == IdleCause::Input;
                emit({at, end}, top.cause, loads ? loadingSpan(trace, meanings, top.slice) : top.slice);
                at = end;
            }
            if (top.span.end <= at)
                open.pop_back();
        }
    };
    for (std::size_t i = 0; i < slices.size(); ++i) {
        advance(slices[i].span.start, false);
        at = slices[i].span.start;
        open.push_back(i);
    }
    advance(0, true);
}

void ThreadActivity::emit(Interval span, IdleCause cause, SliceId activity)
{
    if (!m_pieces.empty()) {
        ActivityPiece& last = m_pieces.back();
        if (last.span.end == span.start && last.cause == cause && last.activity == activity) {
            last.span.end = span.end;
            return;
        }
    }
    m_pieces.push_back({span, cause, activity});
}

void ThreadActivity::splitSilence(Interval interval, std::vector<ActivityPiece>& out) const
{
    const auto add = [&out](Interval span, IdleCause cause) {
        if (span.start < span.end)
            out.push_back({span, cause, SliceId()});
    };
    const std::int64_t recorded = m_recorded ? std::clamp(m_firstRecord, interval.start, interval.end) : interval.end;
    std::int64_t at = interval.start;
    auto call = std::partition_point(m_calls.begin(), m_calls.end(), [at](const Interval& c) { return c.end <= at; });
    for (; call != m_calls.end() && call->start < recorded; ++call) {
        const Interval inside {std::max(at, call->start), std::min(call->end, recorded)};
        add({at, inside.start}, IdleCause::Unexplained);
        add(inside, IdleCause::HostDispatch);
        at = std::max(at, inside.end);
    }
    add({at, recorded}, IdleCause::Unexplained);
    // The last call may touch the first record: one piece.
    if (!out.empty() && recorded < interval.end && out.back().cause == IdleCause::HostDispatch
        && out.back().span.end == recorded && recorded > interval.start)
        out.back().span.end = interval.end;
    else
        add({recorded, interval.end}, IdleCause::HostDispatch);
}

void ThreadActivity::split(Interval interval, std::vector<ActivityPiece>& out) const
{
    std::int64_t at = interval.start;
    auto piece = std::partition_point(
        m_pieces.begin(), m_pieces.end(), [at](const ActivityPiece& p) { return p.span.end <= at; });
    for (; piece != m_pieces.end() && piece->span.start < interval.end; ++piece) {
        if (piece->span.start > at)
            splitSilence({at, piece->span.start}, out);
        at = std::max(at, piece->span.start);
        const std::int64_t end = std::min(piece->span.end, interval.end);
        out.push_back({{at, end}, piece->cause, piece->activity});
        at = end;
    }
    if (at < interval.end)
        splitSilence({at, interval.end}, out);
}

} // namespace stepscope::analysis
