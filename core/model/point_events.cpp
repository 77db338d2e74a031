// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/point_events.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace stepscope::model {
namespace {

constexpr std::uint32_t kNoMemory = 0xffffffffU;

struct Mark
{
    TrackId track;
    std::int64_t time = 0;
    std::uint64_t offset = 0;
    NameId name;
    std::uint32_t memory = kNoMemory; // row of `memories`
    std::uint16_t category = 0;
    char phase = 'i';
    char scope = 't';
    bool damaged = false;
};

struct Marks
{
    std::vector<Mark> marks;                // by track, then time, then place in the file
    std::vector<const RawMemory*> memories; // in file order
};

Marks collectMarks(const AssemblyInput& input, SiteTable& sites)
{
    Marks out;
    std::vector<Mark>& marks = out.marks;
    std::size_t count = 0;
    for (const AssemblyChunk& chunk : input.chunks)
        count += chunk.range.instants.last - chunk.range.instants.first;
    marks.reserve(count);
    for (const AssemblyChunk& chunk : input.chunks) {
        input.stop.poll();
        const Column<RawInstant>& raw = input.workers[chunk.worker]->instants;
        const Column<RawMemory>& memories = input.workers[chunk.worker]->memories;
        std::uint32_t memory = chunk.range.memories.first;
        for (std::uint32_t i = chunk.range.instants.first; i < chunk.range.instants.last; ++i) {
            const RawInstant& e = raw[i];
            const ResolvedSite& site = sites.site(chunk.worker, e.site);
            const bool isMemory = memory < chunk.range.memories.last && memories[memory].instant == i;
            const auto row = isMemory ? static_cast<std::uint32_t>(out.memories.size()) : kNoMemory;
            if (isMemory)
                out.memories.push_back(&memories[memory++]);
            marks.push_back({site.track, e.time, chunk.range.textOffset + e.offset, sites.name(chunk.worker, e.name),
                row, site.category, e.phase, e.scope, e.damaged});
        }
    }
    const auto before
        = [](const Mark& a, const Mark& b) { return a.track != b.track ? a.track < b.track : a.time < b.time; };
    std::uint32_t calls = 0;
    if (!std::is_sorted(marks.begin(), marks.end(), before))
        std::stable_sort(marks.begin(), marks.end(), input.stop.polled(before, calls));
    return out;
}

struct Sample
{
    std::int64_t time = 0;
    double value = 0;
    std::uint64_t offset = 0;
};

std::string counterName(const Trace& trace, NameId name, NameId id)
{
    std::string text(trace.names.view(name));
    if (id.valid())
        text.append("[").append(trace.names.view(id)).append("]");
    return text;
}

void addMemory(const RawMemory& raw, std::uint32_t instant, MemoryMarks& to)
{
    to.instant.push_back(instant);
    to.bytes.push_back(raw.bytes);
    to.totalAllocated.push_back(raw.totalAllocated);
    to.totalReserved.push_back(raw.totalReserved);
    to.address.push_back(raw.address);
    to.deviceType.push_back(raw.deviceType);
    to.device.push_back(raw.device);
}

} // namespace

void buildInstants(const AssemblyInput& input, const TimeCheck& times, SiteTable& sites, Trace& trace)
{
    const auto [marks, memories] = collectMarks(input, sites);
    InstantTable& to = trace.instants;
    to.time.reserve(marks.size());
    for (const Mark& mark : marks) {
        to.time.push_back(mark.time);
        to.track.push_back(mark.track);
        to.name.push_back(mark.name);
        to.category.push_back(mark.category);
        to.phase.push_back(mark.phase);
        to.scope.push_back(mark.scope);
        to.offset.push_back(mark.offset);
        if (mark.memory != kNoMemory)
            addMemory(*memories[mark.memory], static_cast<std::uint32_t>(to.size() - 1), trace.memory);
        const bool outlier = times.outlier(mark.time);
        to.flags.push_back(static_cast<std::uint8_t>((outlier ? kOutlier : 0) | (mark.damaged ? kDamaged : 0)));
        if (outlier)
            trace.diagnostics.add(DiagnosticKind::time_outlier, static_cast<std::int64_t>(mark.offset),
                std::string(trace.names.view(mark.name)));
    }
}

void buildCounters(const AssemblyInput& input, const TimeCheck& times, SiteTable& sites, Trace& trace)
{
    using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>; // process, name, id, series
    std::map<Key, std::size_t> known;
    std::vector<std::vector<Sample>> samples;
    for (const AssemblyChunk& chunk : input.chunks) {
        input.stop.poll();
        const Column<RawCounterSample>& raw = input.workers[chunk.worker]->counters;
        for (std::uint32_t i = chunk.range.counters.first; i < chunk.range.counters.last; ++i) {
            const RawCounterSample& e = raw[i];
            const std::uint64_t offset = chunk.range.textOffset + e.offset;
            if (times.outlier(e.time))
                trace.diagnostics.add(DiagnosticKind::time_outlier, static_cast<std::int64_t>(offset), "counter");
            const ProcessId process = sites.process(chunk.worker, e.site);
            const NameId name = sites.name(chunk.worker, e.name);
            const NameId id = e.id.valid() ? sites.name(chunk.worker, e.id) : NameId {};
            const NameId seriesName = sites.name(chunk.worker, e.series);
            const auto [at, isNew]
                = known.try_emplace({process.value, name.value, id.value, seriesName.value}, trace.counters.size());
            if (isNew) {
                CounterSeries series;
                series.process = process;
                series.counter = counterName(trace, name, id);
                series.series = trace.names.view(trace.names.view(seriesName).empty() ? name : seriesName);
                trace.counters.push_back(std::move(series));
                samples.emplace_back();
            }
            samples[at->second].push_back({e.time, e.value, offset});
        }
    }
    for (std::size_t i = 0; i < samples.size(); ++i) {
        input.stop.poll();
        std::uint32_t calls = 0;
        const auto before = [](const Sample& a, const Sample& b) { return a.time < b.time; };
        std::stable_sort(samples[i].begin(), samples[i].end(), input.stop.polled(before, calls));
        CounterSeries& series = trace.counters[i];
        series.time.reserve(samples[i].size());
        series.value.reserve(samples[i].size());
        series.offset.reserve(samples[i].size());
        for (const Sample& sample : samples[i]) {
            series.time.push_back(sample.time);
            series.value.push_back(sample.value);
            series.offset.push_back(sample.offset);
        }
        samples[i] = {};
    }
}

} // namespace stepscope::model
