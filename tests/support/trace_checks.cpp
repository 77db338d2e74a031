// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_checks.h"

#include "core/export/dump.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace stepscope::tests {
namespace {

class Invariants
{
public:
    explicit Invariants(const model::Trace& trace)
        : m_trace(trace)
    {
    }

    std::string firstBroken()
    {
        columns();
        lanes();
        parents();
        tracks();
        gpuWork();
        launches();
        flows();
        points();
        counts();
        return m_broken;
    }

private:
    template <class... Args> bool check(bool holds, fmt::format_string<Args...> format, Args&&... args)
    {
        if (!holds && m_broken.empty())
            m_broken = fmt::format(format, std::forward<Args>(args)...);
        return holds;
    }

    void columns();
    void lanes();
    void lane(std::size_t index);
    void parents();
    void tracks();
    void gpuWork();
    void launches();
    void flows();
    void points();
    void counts();

    const model::Trace& m_trace;
    std::string m_broken;
};

void Invariants::columns()
{
    const model::SliceTable& s = m_trace.slices;
    const std::size_t n = s.size();
    check(s.dur.size() == n && s.name.size() == n && s.category.size() == n && s.parent.size() == n
            && s.offsetLow.size() == n && s.offsetHigh.size() == n && s.flags.size() == n,
        "columns of different lengths");
    for (std::size_t i = 0; i < n; ++i) {
        check(s.dur[i] >= 0, "slice {} lasts {}", i, s.dur[i]);
        check(s.name[i].index() < m_trace.names.size(), "slice {} has no name", i);
        check(s.category[i] < m_trace.categories.size(), "slice {} has no category", i);
    }
    for (std::size_t i = 1; i < m_trace.rawDurations.size(); ++i)
        check(m_trace.rawDurations[i - 1].slice < m_trace.rawDurations[i].slice, "raw durations are not in order");
    for (std::size_t i = 1; i < m_trace.endOffsets.size(); ++i)
        check(m_trace.endOffsets[i - 1].first < m_trace.endOffsets[i].first, "end offsets are not in order");
    check(m_trace.rangeStart <= m_trace.rangeEnd, "the range ends before it starts");
}

void Invariants::lane(std::size_t index)
{
    const model::Lane& lane = m_trace.lanes[index];
    for (std::uint32_t i = lane.first.value; i < lane.last.value; ++i) {
        const SliceId id(i);
        check(m_trace.laneOf(id).index() == index, "slice {} is not found on its lane", i);
        const bool unplaced = lane.section == model::LaneSection::Unplaced;
        check(m_trace.slices.placed(id) != unplaced, "slice {} is in the wrong section", i);
        if (unplaced)
            continue;
        const std::int64_t end = m_trace.slices.end(id);
        check(m_trace.slices.start[i] >= m_trace.rangeStart && end <= m_trace.rangeEnd, "slice {} leaves the range", i);
        if (i + 1 < lane.last.value)
            check(end <= m_trace.slices.start[i + 1], "slices {} and {} overlap on their lane", i, i + 1);
    }
}

void Invariants::lanes()
{
    std::uint32_t next = 0;
    for (std::size_t l = 0; l < m_trace.lanes.size(); ++l) {
        const model::Lane& lane = m_trace.lanes[l];
        check(lane.first.value == next && lane.last > lane.first, "lane {} is empty or leaves a gap", l);
        next = lane.last.value;
        if (l > 0) {
            const model::Lane& before = m_trace.lanes[l - 1];
            const auto place
                = [](const model::Lane& x) { return std::tuple(x.track, static_cast<int>(x.section), x.depth); };
            check(place(before) < place(lane), "lane {} is out of order", l);
        }
        if (m_broken.empty())
            this->lane(l);
    }
    check(next == m_trace.slices.size(), "lanes hold {} of {} slices", next, m_trace.slices.size());
}

void Invariants::parents()
{
    const std::int64_t tolerance = m_trace.wholeMicroseconds ? 1000 : 2;
    for (std::uint32_t i = 0; m_broken.empty() && i < m_trace.slices.size(); ++i) {
        const SliceId parent = m_trace.slices.parent[i];
        if (!parent.valid())
            continue;
        check(m_trace.trackOf(parent) == m_trace.trackOf(SliceId(i)), "slice {} has a parent elsewhere", i);
        check(m_trace.slices.start[parent.index()] <= m_trace.slices.start[i]
                && m_trace.slices.start[i] < m_trace.slices.end(parent)
                && m_trace.slices.end(SliceId(i)) <= m_trace.slices.end(parent) + tolerance,
            "slice {} is not inside its parent {}", i, parent.value);
    }
}

void Invariants::tracks()
{
    std::uint64_t slices = 0;
    std::uint64_t async = 0;
    for (std::size_t t = 0; t < m_trace.tracks.size(); ++t) {
        const model::Track& track = m_trace.tracks[t];
        check(track.process.index() < m_trace.processes.size(), "track {} has no process", t);
        slices += track.slices;
        async += track.kind == model::TrackKind::Async ? track.slices : 0;
        if (track.slices == 0)
            continue;
        check(track.firstLane < track.lastLane && track.lastLane.index() <= m_trace.lanes.size(),
            "track {} has no lanes", t);
        std::uint32_t held = 0;
        for (std::uint32_t l = track.firstLane.value; m_broken.empty() && l < track.lastLane.value; ++l) {
            check(m_trace.lanes[l].track.index() == t, "lane {} is not of track {}", l, t);
            held += m_trace.lanes[l].last.value - m_trace.lanes[l].first.value;
        }
        check(held == track.slices, "track {} counts {} slices, its lanes hold {}", t, track.slices, held);
    }
    check(slices == m_trace.slices.size() && async == m_trace.asyncSlices, "tracks do not add up");
}

void Invariants::gpuWork()
{
    const model::GpuWorkTable& work = m_trace.gpuWork;
    std::uint64_t onTracks = 0;
    for (const model::Track& track : m_trace.tracks)
        onTracks += track.gpuWork;
    check(onTracks == work.size(), "tracks count {} of {} pieces of work", onTracks, work.size());
    std::size_t found = 0;
    for (std::uint32_t i = 0; i < m_trace.slices.size(); ++i) {
        const SliceId id(i);
        const model::Track& track = m_trace.tracks[m_trace.trackOf(id).index()];
        const bool isWork = isGpuWork(m_trace.kindOf(id)) && track.kind == model::TrackKind::GpuStream;
        check(m_trace.gpuWorkOf(id).valid() == isWork, "slice {} is wrongly (not) GPU work", i);
        if (isWork)
            check(found < work.size() && work.slice[found++] == id, "work of slice {} is out of order", i);
    }
    for (const model::Lane& lane : m_trace.lanes) {
        if (lane.firstGpuWork.valid())
            check(work.slice[lane.firstGpuWork.index()] == lane.first, "a lane names the wrong work");
    }
}

void Invariants::launches()
{
    const model::LaunchIndex& index = m_trace.launches;
    check(index.offsets.size() == index.launches.size() + 1 && index.offsets.back() == index.targets.size(),
        "the launch index is torn");
    check(std::is_sorted(index.launches.begin(), index.launches.end())
            && std::is_sorted(index.withoutWork.begin(), index.withoutWork.end()),
        "launches are out of order");
    std::size_t linked = 0;
    for (std::uint32_t i = 0; i < m_trace.gpuWork.size(); ++i) {
        const SliceId launch = m_trace.gpuWork.launch[i];
        if (!launch.valid())
            continue;
        ++linked;
        const auto targets = index.workOf(launch);
        check(std::find(targets.begin(), targets.end(), GpuWorkId(i)) != targets.end(),
            "work {} is missing at its launch", i);
    }
    check(linked == index.arrows(), "{} pieces are linked, the index holds {}", linked, index.arrows());
    for (const SliceId launch : index.withoutWork)
        check(index.workOf(launch).empty(), "launch {} has work and has none", launch.value);
}

void Invariants::flows()
{
    const auto from = [](const model::Flow& flow) { return std::pair(flow.from, flow.to); };
    const auto to = [](const model::Flow& flow) { return std::pair(flow.to, flow.from); };
    const auto& flows = m_trace.flows;
    const auto& back = m_trace.flowsByTarget;
    check(flows.size() == back.size(), "the two tables of flows differ");
    for (std::size_t i = 1; i < flows.size(); ++i)
        check(from(flows[i - 1]) <= from(flows[i]) && to(back[i - 1]) <= to(back[i]), "flow {} is out of order", i);
    for (const model::Flow& flow : flows)
        check(flow.from.index() < m_trace.slices.size() && flow.to.index() < m_trace.slices.size()
                && flow.category < m_trace.categories.size(),
            "a flow ends nowhere");
}

void Invariants::points()
{
    const model::InstantTable& instants = m_trace.instants;
    for (std::size_t i = 1; i < instants.size(); ++i)
        check(std::pair(instants.track[i - 1], instants.time[i - 1]) <= std::pair(instants.track[i], instants.time[i]),
            "instant {} is out of order", i);
    for (const model::CounterSeries& series : m_trace.counters) {
        check(series.process.index() < m_trace.processes.size() && series.time.size() == series.value.size()
                && series.time.size() == series.offset.size() && !series.time.empty(),
            "a counter series is torn");
        check(std::is_sorted(series.time.begin(), series.time.end()), "a counter series is out of order");
        for (const double value : series.value)
            check(std::isfinite(value), "a counter sample is not finite");
    }
}

// Every event of the file is somewhere, or counted as dropped.
void Invariants::counts()
{
    const auto& phases = m_trace.phaseCounts;
    const std::uint64_t known = std::accumulate(phases.begin(), phases.end(), std::uint64_t {0});
    check(known + m_trace.otherPhases <= m_trace.events
            && m_trace.events <= known + m_trace.otherPhases + m_trace.dropped,
        "{} events, {} with a phase, {} without, {} dropped", m_trace.events, known, m_trace.otherPhases,
        m_trace.dropped);
    std::uint64_t whole = 0;
    for (const std::uint8_t flags : m_trace.slices.flags)
        whole += (flags & model::kBeginEnd) == 0 ? 1 : 0;
    check(whole <= phases['X'] && whole + m_trace.dropped >= phases['X'], "{} X events, {} slices of them", phases['X'],
        whole);
}

std::string locationOf(const model::Trace& trace, TrackId id)
{
    const model::Track& track = trace.tracks[id.index()];
    const model::Process& process = trace.processes[track.process.index()];
    return fmt::format("{} {}/{}", static_cast<int>(track.kind), process.pid, track.tid);
}

} // namespace

std::string wholeDump(const model::Trace& trace)
{
    std::string text;
    exporting::dumpTrace(trace, [&](std::string_view part) { text += part; });
    for (const auto& [slice, dur] : trace.rawDurations)
        text += fmt::format("raw {} {}\n", slice.value, dur);
    for (std::size_t i = 0; i < trace.launches.launches.size(); ++i) {
        text += fmt::format("launch {}:", trace.launches.launches[i].value);
        for (const GpuWorkId id : trace.launches.workOf(trace.launches.launches[i]))
            text += fmt::format(" {}", id.value);
        text += '\n';
    }
    for (const model::Flow& flow : trace.flowsByTarget)
        text += fmt::format("flow back {} {}\n", flow.to.value, flow.from.value);
    for (const model::Category& category : trace.categories)
        text += fmt::format("category {} {}\n", trace.names.view(category.name), static_cast<int>(category.kind));
    return text;
}

std::string firstDifference(const std::string& a, const std::string& b)
{
    if (a == b)
        return {};
    const auto [inA, inB] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    const auto lineAt = [](const std::string& text, std::size_t at) {
        const std::size_t before = text.rfind('\n', at == 0 ? 0 : at - 1);
        const std::size_t begin = before == std::string::npos ? 0 : before + 1;
        return text.substr(begin, std::min<std::size_t>(text.find('\n', at) - begin, 300));
    };
    return fmt::format("line {}: [{}] against [{}]", 1 + std::count(a.begin(), inA, '\n'),
        lineAt(a, static_cast<std::size_t>(inA - a.begin())), lineAt(b, static_cast<std::size_t>(inB - b.begin())));
}

std::string brokenInvariant(const model::Trace& trace)
{
    return Invariants(trace).firstBroken();
}

std::vector<EventLine> eventLines(const model::Trace& trace)
{
    std::vector<EventLine> lines;
    const model::SliceTable& slices = trace.slices;
    for (std::size_t l = 0; l < trace.lanes.size(); ++l) {
        const std::string where = locationOf(trace, trace.lanes[l].track);
        for (std::uint32_t i = trace.lanes[l].first.value; i < trace.lanes[l].last.value; ++i) {
            const SliceId id(i);
            const int flags = slices.flags[i];
            const bool open = (flags & model::kUnfinished) != 0;
            lines.push_back({slices.offset(id),
                fmt::format("slice {} {} {} {} {} {}", where, slices.start[i], open ? -1 : trace.rawDurationOf(id),
                    flags & (model::kUnfinished | model::kBeginEnd | model::kDamaged), trace.categoryOf(id),
                    trace.nameOf(id)),
                (flags & model::kBeginEnd) != 0});
        }
    }
    const model::InstantTable& instants = trace.instants;
    for (std::size_t i = 0; i < instants.size(); ++i)
        lines.push_back({instants.offset[i],
            fmt::format("instant {} {} {}{} {} {} {}", locationOf(trace, instants.track[i]), instants.time[i],
                instants.phase[i], instants.scope[i], instants.flags[i] & model::kDamaged,
                trace.names.view(trace.categories[instants.category[i]].name), trace.names.view(instants.name[i]))});
    for (const model::CounterSeries& series : trace.counters) {
        for (std::size_t i = 0; i < series.time.size(); ++i)
            lines.push_back({series.offset[i],
                fmt::format("counter {} {} {} {} {}", trace.processes[series.process.index()].pid, series.counter,
                    series.series, series.time[i], series.value[i])});
    }
    std::sort(lines.begin(), lines.end(),
        [](const EventLine& a, const EventLine& b) { return std::tie(a.text, a.offset) < std::tie(b.text, b.offset); });
    return lines;
}

} // namespace stepscope::tests
