// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/computed_counters.h"

#include "core/analysis/memory/trace_curve.h"
#include "core/analysis/queue_length.h"
#include "core/util/time.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace stepscope::widgets {

namespace {

enum class Kind : std::uint8_t
{
    Utilisation,
    Queue,
    Memory,
    Reserved
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
    std::optional<std::int32_t> gpu; // Memory and Reserved: nothing for the host's
    bool isReady = false;
    model::CounterSeries series;
    view::BusyIndex busy; // Utilisation
    std::optional<view::CounterLod> lod;
};

struct ComputedCounters::MemoryCurves
{
    std::vector<analysis::MemoryTraceCurve> curves;
};

ComputedCounters::ComputedCounters(const model::Trace& trace)
    : m_trace(trace)
    , m_memory(std::make_unique<MemoryCurves>())
{
    addDevices();
    addMemory();
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
        m_rows.push_back({streams.front(), {}, std::move(label), std::move(detail), false});
    };
    for (const auto& [device, streams] : devices) {
        add(Kind::Utilisation, streams, "utilisation", "GPU busy");
        for (const TrackId stream : streams)
            add(Kind::Queue, {stream}, "queue of " + m_trace.tracks[stream.index()].name, {});
    }
}

// One row for each GPU with marks, below it where it has a row, and one for the host.
void ComputedCounters::addMemory()
{
    struct Marks
    {
        std::uint32_t first = 0;
        bool tellReserved = false;
    };
    const model::MemoryMarks& marks = m_trace.memory;
    std::map<std::optional<std::int32_t>, Marks> byDevice; // by GPU; the host's first
    for (std::uint32_t mark = 0; mark < marks.size(); ++mark) {
        const bool isHost = marks.deviceType[mark] == model::MemoryMarks::kHost;
        Marks& of = byDevice.try_emplace(isHost ? std::nullopt : std::optional(marks.device[mark]), Marks {mark, false})
                        .first->second;
        of.tellReserved = of.tellReserved || marks.totalReserved[mark] > 0;
    }
    for (const auto& [gpu, of] : byDevice) {
        view::ComputedCounter row;
        row.process = m_trace.tracks[m_trace.instants.track[marks.instant[of.first]].index()].process;
        row.label = "memory";
        row.detail = !gpu ? "host" : fmt::format("GPU {}", *gpu);
        row.prominent = true;
        for (std::size_t i = 0; gpu && !row.stream.valid() && i < m_trace.tracks.size(); ++i) {
            if (m_trace.tracks[i].device == *gpu && m_trace.tracks[i].gpuWork > 0)
                row.stream = TrackId(i);
        }
        if (row.stream.valid())
            row.detail = of.tellReserved ? "allocated, reserved" : "allocated";
        row.series = of.tellReserved ? 2 : 1;
        const auto add = [&, device = gpu](Kind kind) {
            auto counter = std::make_unique<Counter>();
            counter->kind = kind;
            counter->gpu = device;
            m_counters.push_back(std::move(counter));
            m_rows.push_back(row);
        };
        add(Kind::Memory);
        row.series = 0;
        if (of.tellReserved)
            add(Kind::Reserved);
    }
}

ComputedCounters::Counter& ComputedCounters::ready(std::size_t index) const
{
    Counter& counter = *m_counters[index];
    if (!counter.isReady) {
        compute(counter);
        counter.lod.emplace(counter.series);
        counter.isReady = true;
    }
    return counter;
}

void ComputedCounters::compute(Counter& counter) const
{
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
    } else if (counter.kind == Kind::Queue) {
        counter.series = analysis::queueLength(m_trace, counter.streams.front());
        counter.series.series = m_trace.tracks[counter.streams.front().index()].name + ": launched, not finished";
    } else {
        computeMemory(counter);
    }
}

void ComputedCounters::computeMemory(Counter& counter) const
{
    if (m_memory->curves.empty())
        m_memory->curves = analysis::memoryTraceCurves(m_trace);
    for (analysis::MemoryTraceCurve& curve : m_memory->curves) {
        if (curve.host != !counter.gpu || (counter.gpu && curve.device != *counter.gpu))
            continue;
        const bool isReserved = counter.kind == Kind::Reserved;
        counter.series = std::move(isReserved ? curve.reserved : curve.allocated);
        counter.series.counter = "memory";
        if (!isReserved && curve.relative)
            counter.series.series = "allocated since the first mark";
        return;
    }
}

bool ComputedCounters::isLine(std::size_t counter) const
{
    return m_counters[counter]->kind == Kind::Reserved;
}

std::vector<std::size_t> ComputedCounters::beside(std::size_t counter) const
{
    std::size_t first = counter;
    while (first > 0 && m_rows[first].series == 0)
        --first;
    std::vector<std::size_t> others;
    for (std::size_t i = first; i < first + m_rows[first].series; ++i) {
        if (i != counter)
            others.push_back(i);
    }
    return others;
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

QString ComputedCounters::formula(std::size_t counter) const
{
    switch (m_counters[counter]->kind) {
    case Kind::Utilisation:
        return QStringLiteral(
            "the time in which at least one stream has work, by the time of %1 columns of the picture")
            .arg(static_cast<int>(kWindow));
    case Kind::Queue:
        return QStringLiteral("one more from the start of each launch call, one less at the end of its work");
    case Kind::Memory:
    case Kind::Reserved:
        return QStringLiteral("what the allocator says at each [memory] mark of the profiler");
    }
    return {};
}

std::optional<std::int64_t> ComputedCounters::busyNs(std::size_t counter, std::int64_t t0, std::int64_t t1) const
{
    if (m_counters[counter]->kind != Kind::Utilisation)
        return std::nullopt;
    return ready(counter).busy.busy(t0, t1);
}

QString ComputedCounters::text(std::size_t counter, double value) const
{
    if (m_counters[counter]->kind == Kind::Utilisation)
        return QString::number(value, 'f', value < 10 && value > 0 ? 1 : 0) + QStringLiteral(" %");
    if (m_counters[counter]->kind == Kind::Memory || m_counters[counter]->kind == Kind::Reserved)
        return (value < 0 ? QStringLiteral("−") : QString())
            + QString::fromStdString(formatBytes(static_cast<std::uint64_t>(std::abs(value))));
    return QString::fromStdString(formatCount(static_cast<std::uint64_t>(std::max(0.0, value))));
}

} // namespace stepscope::widgets
