// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/dump.h"

#include "core/export/line_writer.h"
#include "core/model/trace.h"

#include <array>

namespace stepscope::exporting {
namespace {

class Dumper
{
public:
    Dumper(const model::Trace& trace, const TextSink& write)
        : m_trace(trace)
        , m_out(write)
    {
    }

    void run()
    {
        head();
        for (std::size_t i = 0; i < m_trace.processes.size(); ++i)
            process(i);
        for (std::size_t i = 0; i < m_trace.tracks.size(); ++i)
            track(i);
        links();
        points();
        m_out.diagnostics(m_trace.diagnostics);
        m_out.flush();
    }

private:
    template <class... Args> void line(fmt::format_string<Args...> format, Args&&... args)
    {
        m_out.line(format, std::forward<Args>(args)...);
    }
    [[nodiscard]] std::string named(NameId name) const { return quoteJson(m_trace.names.view(name)); }

    void head()
    {
        line("stepscope dump 1");
        line("events {} dropped {} other_phases {}", m_trace.events, m_trace.dropped, m_trace.otherPhases);
        for (std::size_t phase = 0; phase < m_trace.phaseCounts.size(); ++phase) {
            if (m_trace.phaseCounts[phase] > 0)
                line("phase {} {}", static_cast<char>(phase), m_trace.phaseCounts[phase]);
        }
        line("slices {} async {}", m_trace.slices.size(), m_trace.asyncSlices);
        line("range {} {}{}", m_trace.rangeStart, m_trace.rangeEnd, m_trace.wholeMicroseconds ? " whole_us" : "");
        optional("base", m_trace.baseTimeNs);
        optional("rank", m_trace.rank);
        optional("world_size", m_trace.worldSize);
        for (const model::DeviceInfo& device : m_trace.devices)
            line("device {} {} memory {} compute {}.{} sms {}", device.id, quoteJson(device.name), device.totalMemory,
                device.computeMajor, device.computeMinor, device.multiprocessors);
        for (const model::MetadataEntry& entry : m_trace.metadata)
            line("metadata {} @{} bytes {}{} {}", quoteJson(entry.key), entry.offset, entry.bytes,
                entry.valid ? "" : " invalid", quoteJson(entry.json));
    }

    void optional(const char* what, const std::optional<std::int64_t>& value)
    {
        if (value)
            line("{} {}", what, *value);
    }

    void process(std::size_t i)
    {
        const model::Process& p = m_trace.processes[i];
        line("process {} pid {} name {} labels {} sort {}", i, p.pidIsNumber ? p.pid : quoteJson(p.pid),
            quoteJson(p.name), quoteJson(p.labels), p.sortIndex);
    }

    void track(std::size_t i)
    {
        constexpr std::array kinds {"cpu", "gpu", "async", "overhead", "profiler"};
        const model::Track& t = m_trace.tracks[i];
        line("track {} {} process {} tid {} name {} sort {}", i, kinds[static_cast<std::size_t>(t.kind)],
            t.process.value, t.tidIsNumber ? t.tid : quoteJson(t.tid), quoteJson(t.name), t.sortIndex);
        line("  device {} stream {} slices {} work {} launches {} crossings {}", t.device, t.stream, t.slices,
            t.gpuWork, t.launches, t.crossings);
        for (std::size_t l = t.firstLane.index(); l < t.lastLane.index() && l < m_trace.lanes.size(); ++l)
            lane(m_trace.lanes[l]);
    }

    void lane(const model::Lane& lane)
    {
        constexpr std::array sections {"annotation", "main", "python", "sync", "unplaced"};
        line("  lane {} {}", sections[static_cast<std::size_t>(lane.section)], lane.depth);
        for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i)
            slice(SliceId(i));
    }

    void slice(SliceId id)
    {
        const std::int64_t dur = m_trace.slices.dur[id.index()];
        std::string more; // what most slices do not have
        const SliceId parent = m_trace.slices.parent[id.index()];
        if (parent.valid())
            more += fmt::format(" parent {}", parent.value);
        if (m_trace.slices.flags[id.index()] != 0)
            more += " flags " + flags(m_trace.slices.flags[id.index()]);
        if (const std::int64_t raw = m_trace.rawDurationOf(id); raw != dur)
            more += fmt::format(" raw {}", raw);
        line("    {} {} {} cat {} @{}{} {}", id.value, m_trace.slices.start[id.index()], dur,
            quoteJson(m_trace.categoryOf(id)), m_trace.slices.offset(id), more, named(m_trace.slices.name[id.index()]));
    }

    static std::string flags(std::uint8_t bits)
    {
        constexpr std::array names {
            "unfinished", "no_time", "outlier", "negative", "repaired", "no_duration", "damaged", "begin_end"};
        std::string out;
        for (std::size_t i = 0; i < names.size(); ++i) {
            if ((bits & (1U << i)) != 0)
                out.append(out.empty() ? "" : ",").append(names[i]);
        }
        return out;
    }

    void links()
    {
        const model::GpuWorkTable& work = m_trace.gpuWork;
        for (std::size_t i = 0; i < work.size(); ++i) {
            const std::string launch = work.launch[i].valid() ? std::to_string(work.launch[i].value) : "-";
            const std::string bytes
                = work.bytes[i] == model::GpuWorkTable::kUnknownBytes ? "-" : std::to_string(work.bytes[i]);
            line("work {} slice {} launch {} bytes {} correlation {}{}", i, work.slice[i].value, launch, bytes,
                work.correlation[i], work.fromGraph[i] != 0 ? " graph" : "");
        }
        for (const SliceId launch : m_trace.launches.withoutWork)
            line("launch {} without work", launch.value);
        for (const model::Flow& flow : m_trace.flows)
            line("flow {} -> {} cat {} {}", flow.from.value, flow.to.value,
                quoteJson(m_trace.names.view(m_trace.categories[flow.category].name)), named(flow.name));
        for (const auto& [slice, offset] : m_trace.endOffsets)
            line("end {} @{}", slice.value, offset);
    }

    void points()
    {
        const model::InstantTable& instants = m_trace.instants;
        for (std::size_t i = 0; i < instants.size(); ++i)
            line("instant {} track {} phase {} scope {} cat {} @{} {}{}", instants.time[i], instants.track[i].value,
                instants.phase[i], instants.scope[i] != 0 ? instants.scope[i] : '-',
                quoteJson(m_trace.names.view(m_trace.categories[instants.category[i]].name)), instants.offset[i],
                named(instants.name[i]), instants.flags[i] != 0 ? " flags " + flags(instants.flags[i]) : "");
        for (const model::CounterSeries& series : m_trace.counters) {
            line("counter process {} {} {}", series.process.value, quoteJson(series.counter), quoteJson(series.series));
            for (std::size_t i = 0; i < series.time.size(); ++i)
                line("  {} {} @{}", series.time[i], series.value[i], series.offset[i]);
        }
    }

    const model::Trace& m_trace;
    LineWriter m_out;
};

} // namespace

void dumpTrace(const model::Trace& trace, const TextSink& write)
{
    Dumper(trace, write).run();
}

} // namespace stepscope::exporting
