// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/queue_waits.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string_view>

namespace stepscope::analysis {
namespace {

constexpr std::int64_t kMicrosecond = 1000;

std::int64_t plus(std::int64_t time, std::int64_t ns) // stays inside int64
{
    if (__builtin_add_overflow(time, ns, &time))
        return ns < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
    return time;
}

// The number of the stream that a Stream Wait Event waits for.
std::optional<std::int64_t> streamWaitedFor(const model::Trace& trace, SliceId record)
{
    if (!trace.args)
        return std::nullopt;
    const Expected<model::ArgValue> event = trace.args->eventAt(trace.slices.offset(record));
    const model::ArgValue* args = event ? event->find("args") : nullptr;
    const model::ArgValue* value = args != nullptr ? args->find("wait_on_stream") : nullptr;
    if (value == nullptr)
        return std::nullopt;
    std::int64_t number = 0;
    const char* end = value->text.data() + value->text.size();
    const auto [at, error] = std::from_chars(value->text.data(), end, number);
    if (error != std::errc {} || at != end || number < 0)
        return std::nullopt;
    return number;
}

template <class Visit> void eachWorkLane(const model::Trace& trace, TrackId stream, const Visit& visit)
{
    const model::Track& track = trace.tracks[stream.index()];
    for (std::size_t l = track.firstLane.index(); l < track.lastLane.index(); ++l) {
        if (trace.lanes[l].section == model::LaneSection::Main && trace.lanes[l].firstGpuWork.valid())
            visit(trace.lanes[l]);
    }
}

} // namespace

QueueWaits::QueueWaits(const model::Trace& trace, const GpuUse& use)
    : m_trace(trace)
    , m_use(use)
    , m_classes(trace)
    , m_tolerance(trace.wholeMicroseconds ? kMicrosecond : 0)
    , m_endings(use.devices.size())
{
    readRecords();
    if (use.devices.size() > 1)
        readCollectives();
}

void QueueWaits::readCollectives()
{
    for (std::size_t d = 0; d < m_use.devices.size(); ++d) {
        for (const StreamUse& stream : m_use.devices[d].streams) {
            eachWorkLane(m_trace, stream.track, [&](const model::Lane& lane) {
                for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i) {
                    const SliceId id(i);
                    if (m_trace.slices.dur[i] > m_tolerance && m_classes.of(id) == WorkClass::Communication)
                        m_collectives.push_back({m_trace.slices.end(id), static_cast<std::uint32_t>(d), id, kNone});
                }
            });
        }
    }
    std::stable_sort(m_collectives.begin(), m_collectives.end(),
        [](const Collective& a, const Collective& b) { return a.end < b.end; });
    for (std::size_t i = 1; i < m_collectives.size(); ++i) {
        const Collective& before = m_collectives[i - 1];
        m_collectives[i].other = before.device != m_collectives[i].device ? i - 1 : before.other;
    }
}

void QueueWaits::readRecords()
{
    for (std::size_t t = 0; t < m_trace.tracks.size(); ++t) {
        const model::Track& track = m_trace.tracks[t];
        if (track.kind != model::TrackKind::GpuStream)
            continue;
        std::vector<SliceId> records;
        for (std::size_t l = track.firstLane.index(); l < track.lastLane.index(); ++l) {
            const model::Lane& lane = m_trace.lanes[l];
            for (std::size_t i = lane.first.index(); lane.section == model::LaneSection::Sync && i < lane.last.index();
                 ++i) {
                const bool waits = m_trace.kindOf(SliceId(i)) == model::EventKind::Sync
                    && m_trace.nameOf(SliceId(i)).find("Wait Event") != std::string_view::npos;
                if (waits)
                    records.emplace_back(i);
            }
        }
        if (!records.empty())
            matchRecords(TrackId(t), std::move(records));
    }
    std::stable_sort(
        m_recordOf.begin(), m_recordOf.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
}

// Each record goes to the first work launched from its start on; of several records the latest stays.
void QueueWaits::matchRecords(TrackId stream, std::vector<SliceId> records)
{
    m_hasRecords = true;
    const auto byStart = [this](SliceId a, SliceId b) {
        const std::int64_t x = m_trace.slices.start[a.index()];
        const std::int64_t y = m_trace.slices.start[b.index()];
        return x != y ? x < y : a < b;
    };
    if (!std::is_sorted(records.begin(), records.end(), byStart))
        std::sort(records.begin(), records.end(), byStart);
    const std::vector<Launched>& launched = launchedOn(stream);
    auto next = launched.begin();
    for (const SliceId record : records) {
        const std::int64_t time = m_trace.slices.start[record.index()];
        next = std::partition_point(next, launched.end(), [time](const Launched& l) { return l.launch < time; });
        if (next == launched.end())
            return;
        if (!m_recordOf.empty() && m_recordOf.back().first == next->work)
            m_recordOf.back().second = record;
        else
            m_recordOf.emplace_back(next->work, record);
    }
}

const std::vector<QueueWaits::Launched>& QueueWaits::launchedOn(TrackId stream)
{
    const auto [at, fresh] = m_launched.try_emplace(stream);
    std::vector<Launched>& out = at->second;
    if (!fresh)
        return out;
    eachWorkLane(m_trace, stream, [&](const model::Lane& lane) {
        for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i) {
            const SliceId launch = m_trace.gpuWork.launch[lane.firstGpuWork.index() + i - lane.first.index()];
            if (launch.valid() && m_trace.slices.placed(launch))
                out.push_back({m_trace.slices.start[launch.index()], m_trace.slices.start[i], SliceId(i)});
        }
    });
    const auto before = [](const Launched& a, const Launched& b) {
        if (a.launch != b.launch)
            return a.launch < b.launch;
        return a.start != b.start ? a.start < b.start : a.work < b.work;
    };
    if (!std::is_sorted(out.begin(), out.end(), before))
        std::sort(out.begin(), out.end(), before);
    return out;
}

void QueueWaits::addEndings(
    const DeviceUse& device, TrackId stream, const model::Lane& lane, std::vector<Ending>& out) const
{
    auto gap = device.gaps.begin();
    for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i) {
        const std::int64_t end = m_trace.slices.end(SliceId(i));
        if (gap != device.gaps.end() && gap->start < end)
            gap = std::partition_point(gap, device.gaps.end(), [end](const Interval& g) { return g.start < end; });
        if (gap == device.gaps.end())
            return;
        if (gap->start <= plus(end, m_tolerance))
            out.push_back({end, stream, SliceId(i)});
    }
}

const std::vector<QueueWaits::Ending>& QueueWaits::endingsOf(std::uint32_t device)
{
    std::optional<std::vector<Ending>>& endings = m_endings[device];
    if (!endings) {
        endings.emplace();
        for (const StreamUse& stream : m_use.devices[device].streams)
            eachWorkLane(m_trace, stream.track,
                [&](const model::Lane& lane) { addEndings(m_use.devices[device], stream.track, lane, *endings); });
        std::stable_sort(
            endings->begin(), endings->end(), [](const Ending& a, const Ending& b) { return a.end < b.end; });
    }
    return *endings;
}

QueueWaits::Others QueueWaits::othersEndingAt(std::uint32_t device, std::int64_t time, TrackId stream)
{
    Others others;
    const std::vector<Ending>& endings = endingsOf(device);
    const std::int64_t first = plus(time, -m_tolerance);
    auto at = std::partition_point(endings.begin(), endings.end(), [first](const Ending& e) { return e.end < first; });
    for (; at != endings.end() && at->end <= time; ++at) {
        if (at->stream == stream) {
            others.sameStream = true;
            continue;
        }
        others.any = at->work;
        if (m_classes.of(at->work) == WorkClass::Communication)
            others.communication = at->work;
    }
    return others;
}

SliceId QueueWaits::collectiveEnding(std::uint32_t device, Interval gap) const
{
    const std::int64_t last = plus(gap.end, m_tolerance);
    const auto after = std::partition_point(
        m_collectives.begin(), m_collectives.end(), [last](const Collective& c) { return c.end <= last; });
    if (after == m_collectives.begin())
        return {};
    auto i = static_cast<std::size_t>(after - m_collectives.begin()) - 1;
    if (m_collectives[i].device == device)
        i = m_collectives[i].other;
    if (i == kNone)
        return {};
    const Collective& found = m_collectives[i];
    return found.end > gap.start && found.end >= plus(gap.end, -kWaitLagNs) ? found.work : SliceId();
}

SliceId QueueWaits::recordBefore(SliceId work) const
{
    const auto at = std::partition_point(
        m_recordOf.begin(), m_recordOf.end(), [work](const auto& entry) { return entry.first < work; });
    return at != m_recordOf.end() && at->first == work ? at->second : SliceId();
}

// The last work launched before the record on the stream it waits for. Invalid where the file does not tell the stream,
// or it has no such work.
SliceId QueueWaits::waitedFor(std::uint32_t device, SliceId record)
{
    if (m_reads++ >= kMostRecordsRead)
        return {};
    const std::optional<std::int64_t> number = streamWaitedFor(m_trace, record);
    const std::vector<StreamUse>& streams = m_use.devices[device].streams;
    const auto stream = std::find_if(streams.begin(), streams.end(),
        [&](const StreamUse& s) { return number && m_trace.tracks[s.track.index()].stream == *number; });
    if (stream == streams.end())
        return {};
    const std::int64_t time = m_trace.slices.start[record.index()];
    const std::vector<Launched>& launched = launchedOn(stream->track);
    const auto after = std::partition_point(
        launched.begin(), launched.end(), [time](const Launched& l) { return l.launch <= time; });
    if (after == launched.begin())
        return {};
    return (after - 1)->work;
}

QueueWait QueueWaits::before(std::uint32_t device, Interval gap, SliceId work)
{
    if (const SliceId collective = collectiveEnding(device, gap); collective.valid())
        return {IdleCause::CommWait, true, collective};
    const TrackId stream = m_trace.trackOf(work);
    if (const SliceId record = recordBefore(work); record.valid()) {
        SliceId source = waitedFor(device, record);
        if (!source.valid())
            source = othersEndingAt(device, gap.start, stream).communication;
        const bool communication = source.valid() && m_classes.of(source) == WorkClass::Communication;
        return {communication ? IdleCause::CommWait : IdleCause::Dependency, true, source.valid() ? source : record};
    }
    if (m_hasRecords)
        return {};
    const Others others = othersEndingAt(device, gap.start, stream);
    if (others.sameStream || !others.any.valid())
        return {};
    if (others.communication.valid())
        return {IdleCause::CommWait, false, others.communication};
    return {IdleCause::Dependency, false, others.any};
}

} // namespace stepscope::analysis
