// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/computed_counters.h"

#include "core/analysis/queue_length.h"
#include "core/util/time.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace stepscope::widgets {

namespace {

enum class Kind : std::uint8_t
{
    Utilisation,
    Queue
};

// Busy as 100, idle as 0, at each change.
model::CounterSeries busySeries(const IntervalSet& busy)
{
    model::CounterSeries series;
    series.counter = "utilisation";
    series.series = "GPU busy, % of the time";
    const auto add = [&series](std::int64_t time, double value) {
        series.time.push_back(time);
        series.value.push_back(value);
    };
    for (const Interval& interval : busy) {
        add(interval.start, 100);
        add(interval.end, 0);
    }
    return series;
}

} // namespace

struct ComputedCounters::Counter
{
    Kind kind = Kind::Queue;
    std::vector<TrackId> streams;
    bool isReady = false;
    model::CounterSeries series;
    view::BusyIndex busy; // Utilisation
    std::optional<view::CounterLod> lod;
};

ComputedCounters::ComputedCounters(const model::Trace& trace)
    : m_trace(trace)
{
    addDevices();
}

ComputedCounters::~ComputedCounters() = default;

void ComputedCounters::addDevices()
{
    std::map<std::pair<std::int32_t, ProcessId>, std::vector<TrackId>> devices;
    for (std::size_t i = 0; i < m_trace.tracks.size(); ++i) {
        const model::Track& track = m_trace.tracks[i];
        if (track.kind == model::TrackKind::GpuStream && track.gpuWork > 0)
            devices[{track.device, track.process}].emplace_back(i);
    }
    const auto add = [this](Kind kind, const std::vector<TrackId>& streams, std::string label, std::string detail) {
        auto counter = std::make_unique<Counter>();
        counter->kind = kind;
        counter->streams = streams;
        m_counters.push_back(std::move(counter));
        m_rows.push_back({streams.front(), {}, std::move(label), std::move(detail)});
    };
    for (const auto& [device, streams] : devices) {
        add(Kind::Utilisation, streams, "utilisation", "GPU busy");
        for (const TrackId stream : streams)
            add(Kind::Queue, {stream}, "queue of " + m_trace.tracks[stream.index()].name, {});
    }
}

ComputedCounters::Counter& ComputedCounters::ready(std::size_t index) const
{
    Counter& counter = *m_counters[index];
    if (counter.isReady)
        return counter;
    if (counter.kind == Kind::Utilisation) {
        std::vector<LaneId> lanes;
        for (const TrackId stream : counter.streams) {
            const model::Track& track = m_trace.tracks[stream.index()];
            for (std::uint32_t lane = track.firstLane.value; lane < track.lastLane.value; ++lane)
                lanes.emplace_back(lane);
        }
        const IntervalSet busy = view::unionOfLanes(m_trace, lanes, true);
        counter.series = busySeries(busy);
        counter.busy = view::BusyIndex(busy);
    } else {
        counter.series = analysis::queueLength(m_trace, counter.streams.front());
        counter.series.series = m_trace.tracks[counter.streams.front().index()].name + ": launched, not finished";
    }
    counter.lod.emplace(counter.series);
    counter.isReady = true;
    return counter;
}

const model::CounterSeries& ComputedCounters::series(std::size_t counter) const
{
    return ready(counter).series;
}

const view::CounterLod& ComputedCounters::lod(std::size_t counter) const
{
    return *ready(counter).lod;
}

std::optional<double> ComputedCounters::valueAt(
    std::size_t index, std::int64_t time, const view::TimeScale& scale) const
{
    const Counter& counter = ready(index);
    if (counter.kind != Kind::Utilisation) {
        const auto sample = counter.lod->sampleAt(time);
        return sample ? std::optional(counter.series.value[*sample]) : std::nullopt;
    }
    if (time < m_trace.rangeStart || time >= m_trace.rangeEnd)
        return std::nullopt;
    const std::int64_t window = std::max<std::int64_t>(1, std::llround(kWindow * scale.nsPerPx));
    const std::int64_t start = m_trace.rangeStart + (time - m_trace.rangeStart) / window * window;
    const std::int64_t end = m_trace.rangeEnd - start < window ? m_trace.rangeEnd : start + window;
    return 100 * static_cast<double>(counter.busy.busy(start, end)) / static_cast<double>(end - start);
}

std::vector<std::optional<view::ValueBand>> ComputedCounters::columns(
    std::size_t index, const view::TimeScale& scale, std::int32_t width) const
{
    const Counter& counter = ready(index);
    if (counter.kind != Kind::Utilisation)
        return counter.lod->columns(scale, width);
    std::vector<std::optional<view::ValueBand>> bands(static_cast<std::size_t>(std::max(0, width)));
    for (std::size_t x = 0; x < bands.size(); ++x) {
        if (const auto share = valueAt(index, scale.toNs(static_cast<double>(x) + 0.5), scale))
            bands[x] = view::ValueBand {*share, *share};
    }
    return bands;
}

QString ComputedCounters::text(std::size_t counter, double value) const
{
    if (m_counters[counter]->kind == Kind::Utilisation)
        return QString::number(value, 'f', value < 10 && value > 0 ? 1 : 0) + QStringLiteral(" %");
    return QString::fromStdString(formatCount(static_cast<std::uint64_t>(std::max(0.0, value))));
}

} // namespace stepscope::widgets
