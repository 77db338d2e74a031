// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gap_causes.h"

#include "core/analysis/dispatch_names.h"
#include "core/analysis/queue_waits.h"
#include "core/analysis/sums.h"
#include "core/analysis/thread_activity.h"

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>

namespace stepscope::analysis {
namespace {

void addLength(CauseTotals& totals, IdleCause cause, std::int64_t length)
{
    addTo(totals[static_cast<std::size_t>(cause)], length);
}

IdleCause largestOf(const CauseTotals& totals)
{
    return static_cast<IdleCause>(std::max_element(totals.begin(), totals.end()) - totals.begin());
}

// Settles the cause of a gap whose parts are all there, and adds them to the sums.
void closeGap(GapCauses& causes, DeviceGap& gap)
{
    gap.lastPart = static_cast<std::uint32_t>(causes.parts.size());
    CauseTotals mine {};
    for (const GapPart& part : causes.partsOf(gap)) {
        addLength(mine, part.cause, part.span.length());
        addLength(causes.byDevice[gap.device], part.cause, part.span.length());
        addLength(causes.total, part.cause, part.span.length());
    }
    gap.cause = largestOf(mine);
}

class GapReader
{
public:
    GapReader(const model::Trace& trace, const GpuUse& use)
        : m_trace(trace)
        , m_use(use)
        , m_meanings(trace)
        , m_waits(trace, use)
    {
    }

    GapCauses read()
    {
        m_causes.byDevice.resize(m_use.devices.size());
        m_causes.gaps.reserve(std::accumulate(m_use.devices.begin(), m_use.devices.end(), std::size_t {0},
            [](std::size_t sum, const DeviceUse& device) { return sum + device.gaps.size(); }));
        for (std::size_t d = 0; d < m_use.devices.size(); ++d) {
            const std::size_t first = m_causes.gaps.size();
            for (const Interval& span : m_use.devices[d].gaps)
                m_causes.gaps.push_back({static_cast<std::uint32_t>(d), span, {}, {}, IdleCause::Unexplained, 0, 0});
            findWorkAfter(m_use.devices[d], {m_causes.gaps.data() + first, m_causes.gaps.size() - first});
        }
        for (DeviceGap& gap : m_causes.gaps)
            explain(gap);
        nameDispatch();
        m_causes.parts.shrink_to_fit(); // kept as long as the trace
        return std::move(m_causes);
    }

private:
    void findWorkAfter(const DeviceUse& device, std::span<DeviceGap> gaps) const
    {
        for (const StreamUse& stream : device.streams) {
            const model::Track& track = m_trace.tracks[stream.track.index()];
            for (std::size_t l = track.firstLane.index(); l < track.lastLane.index(); ++l) {
                if (m_trace.lanes[l].section == model::LaneSection::Main && m_trace.lanes[l].firstGpuWork.valid())
                    findStarts(m_trace.lanes[l], gaps);
            }
        }
    }

    void findStarts(const model::Lane& lane, std::span<DeviceGap> gaps) const
    {
        auto gap = gaps.begin();
        for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i) {
            const std::int64_t start = m_trace.slices.start[i];
            if (gap != gaps.end() && gap->span.end < start)
                gap = std::partition_point(gap, gaps.end(), [start](const DeviceGap& g) { return g.span.end < start; });
            if (gap == gaps.end())
                return;
            if (gap->span.end != start || gap->launch.valid())
                continue;
            const SliceId launch = m_trace.gpuWork.launch[lane.firstGpuWork.index() + i - lane.first.index()];
            const bool linked = launch.valid() && m_trace.slices.placed(launch);
            if (!linked && gap->workAfter.valid())
                continue;
            gap->workAfter = SliceId(i);
            gap->launch = linked ? launch : SliceId();
        }
    }

    void explain(DeviceGap& gap)
    {
        gap.firstPart = static_cast<std::uint32_t>(m_causes.parts.size());
        const Interval span = gap.span;
        if (!gap.launch.valid()) {
            m_causes.parts.push_back({span, IdleCause::Unexplained, SliceId(), TrackId(), {}});
            closeGap(m_causes, gap);
            return;
        }
        const TrackId thread = m_trace.trackOf(gap.launch);
        const std::int64_t launched = m_trace.slices.start[gap.launch.index()];
        if (m_trace.slices.end(gap.launch) <= span.start) {
            explainQueued(gap, thread);
        } else {
            const std::int64_t host = std::clamp(launched, span.start, span.end);
            if (host > span.start)
                addHostParts({span.start, host}, thread);
            if (host < span.end)
                m_causes.parts.push_back({{host, span.end}, IdleCause::LaunchLatency, gap.launch, thread, {}});
        }
        closeGap(m_causes, gap);
    }

    void explainQueued(const DeviceGap& gap, TrackId thread)
    {
        const QueueWait wait = m_waits.before(gap.device, gap.span, gap.workAfter);
        const bool whole = wait.wholeGap || gap.span.length() <= kQueuedLatencyNs;
        const std::int64_t end = whole ? gap.span.end : gap.span.start + kQueuedLatencyNs;
        m_causes.parts.push_back({{gap.span.start, end}, wait.cause, wait.activity, thread, {}});
        if (!whole)
            m_causes.parts.push_back({{end, gap.span.end}, IdleCause::Unexplained, SliceId(), thread, {}});
    }

    void addHostParts(Interval span, TrackId thread)
    {
        m_pieces.clear();
        activityOf(thread).split(span, m_pieces);
        for (const ActivityPiece& piece : m_pieces) {
            if (piece.cause == IdleCause::HostDispatch)
                m_toName[thread].push_back(static_cast<std::uint32_t>(m_causes.parts.size()));
            m_causes.parts.push_back({piece.span, piece.cause, piece.activity, thread, {}});
        }
    }

    const ThreadActivity& activityOf(TrackId thread)
    {
        std::unique_ptr<ThreadActivity>& activity = m_activities[thread];
        if (!activity)
            activity = std::make_unique<ThreadActivity>(m_trace, m_meanings, thread);
        return *activity;
    }

    void nameDispatch()
    {
        for (auto& [thread, parts] : m_toName) {
            const auto middle = [this](std::uint32_t part) {
                const Interval& span = m_causes.parts[part].span;
                return std::midpoint(span.start, span.end);
            };
            const auto before = [&](std::uint32_t a, std::uint32_t b) { return middle(a) < middle(b); };
            if (!std::is_sorted(parts.begin(), parts.end(), before)) // several devices
                std::stable_sort(parts.begin(), parts.end(), before);
            std::vector<Interval> stretches;
            stretches.reserve(parts.size());
            for (const std::uint32_t part : parts)
                stretches.push_back(m_causes.parts[part].span);
            const auto names = mainActivities(m_trace, thread, stretches, ActivityKind::Program);
            const auto calls = mainActivities(m_trace, thread, stretches, ActivityKind::ApiCall);
            for (std::size_t i = 0; i < parts.size(); ++i) {
                m_causes.parts[parts[i]].activity = names[i];
                m_causes.parts[parts[i]].call = calls[i];
            }
        }
    }

    const model::Trace& m_trace;
    const GpuUse& m_use;
    SliceMeanings m_meanings;
    QueueWaits m_waits;
    std::map<TrackId, std::unique_ptr<ThreadActivity>> m_activities;
    std::map<TrackId, std::vector<std::uint32_t>> m_toName; // parts by thread
    std::vector<ActivityPiece> m_pieces;
    GapCauses m_causes;
};

template <class Visit> void eachGapWithin(const GapCauses& causes, Interval interval, const Visit& visit)
{
    auto at = causes.gaps.begin();
    for (std::uint32_t d = 0; d < causes.byDevice.size(); ++d) {
        at = std::partition_point(at, causes.gaps.end(), [&](const DeviceGap& gap) {
            return gap.device < d || (gap.device == d && gap.span.end <= interval.start);
        });
        for (; at != causes.gaps.end() && at->device == d && at->span.start < interval.end; ++at)
            visit(*at);
    }
}

template <class Visit>
void eachPartWithin(const GapCauses& causes, const DeviceGap& gap, Interval interval, const Visit& visit)
{
    for (GapPart part : causes.partsOf(gap)) {
        part.span = {std::max(part.span.start, interval.start), std::min(part.span.end, interval.end)};
        if (part.span.start < part.span.end)
            visit(part);
    }
}

} // namespace

const GapPart* GapCauses::mainPart(const DeviceGap& gap) const
{
    const GapPart* longest = nullptr;
    for (const GapPart& part : partsOf(gap)) {
        if (part.cause == gap.cause && (longest == nullptr || part.span.length() > longest->span.length()))
            longest = &part;
    }
    return longest;
}

GapCauses explainGaps(const model::Trace& trace, const GpuUse& use)
{
    return use.devices.empty() ? GapCauses() : GapReader(trace, use).read();
}

GapCauses cutCauses(const GapCauses& causes, Interval window)
{
    GapCauses out;
    out.byDevice.resize(causes.byDevice.size());
    if (window.start >= window.end)
        return out;
    eachGapWithin(causes, window, [&](DeviceGap gap) {
        const std::size_t first = out.parts.size();
        eachPartWithin(causes, gap, window, [&out](const GapPart& part) { out.parts.push_back(part); });
        gap.span = {std::max(gap.span.start, window.start), std::min(gap.span.end, window.end)};
        gap.firstPart = static_cast<std::uint32_t>(first);
        closeGap(out, gap);
        out.gaps.push_back(gap);
    });
    return out;
}

CauseTotals causesWithin(const GapCauses& causes, Interval interval)
{
    CauseTotals totals {};
    eachGapWithin(causes, interval, [&](const DeviceGap& gap) {
        eachPartWithin(causes, gap, interval,
            [&totals](const GapPart& part) { addLength(totals, part.cause, part.span.length()); });
    });
    return totals;
}

} // namespace stepscope::analysis
