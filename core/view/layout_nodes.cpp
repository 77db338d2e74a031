// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/layout_nodes.h"

#include "core/util/time.h"
#include "core/view/communication_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace stepscope::view {

namespace {

using model::LaneSection;
using model::Track;
using model::TrackKind;

constexpr std::uint32_t kFewLanes = 2; // sections with more start folded
constexpr std::size_t kFewRows = 4;    // more counters or async rows than this get a heading of their own …
constexpr std::size_t kManyRows = 16;  // … and more than this start folded

struct InstantRun
{
    std::uint32_t first = 0;
    std::uint32_t last = 0;
};

// Without blanks and empty brackets at the end: "stream 7 ", "thread 12 ()".
std::string trimmed(std::string_view text)
{
    while (text.ends_with(' ') || text.ends_with(" ()"))
        text.remove_suffix(text.ends_with(' ') ? 1 : 3);
    return std::string(text);
}

class NodeBuilder
{
public:
    NodeBuilder(const model::Trace& trace, std::span<const ComputedCounter> computed)
        : m_trace(trace)
        , m_computed(computed)
    {
        const auto count = static_cast<std::uint32_t>(trace.instants.size());
        for (std::uint32_t i = 0; i < count; ++i) {
            auto [it, isNew] = m_instants.try_emplace(trace.instants.track[i].value, InstantRun {i, i});
            it->second.last = i + 1;
        }
    }

    std::vector<LayoutNode> build(std::size_t steps)
    {
        if (steps > 0)
            addSteps(steps);
        addDevices();
        addProcesses();
        addProfilerRows();
        return std::move(m_nodes);
    }

private:
    const model::Trace& m_trace;
    std::span<const ComputedCounter> m_computed;
    std::vector<LayoutNode> m_nodes;
    std::map<std::uint32_t, InstantRun> m_instants; // by track

    NodeId add(LayoutNode node, NodeId parent)
    {
        node.parent = parent;
        node.indent
            = parent.valid() ? static_cast<std::uint16_t>(m_nodes[parent.index()].indent + 1) : std::uint16_t {0};
        if (node.tip.empty())
            node.tip = node.detail.empty() ? node.label : node.label + "\n" + node.detail;
        m_nodes.push_back(std::move(node));
        return NodeId(m_nodes.size() - 1);
    }

    bool isDrawn(TrackId id) const { return m_trace.tracks[id.index()].slices > 0 || m_instants.contains(id.value); }

    static bool isProfilers(const model::Process& process)
    {
        return !process.pidIsNumber && (process.pid == "Spans" || process.pid == "Traces" || process.pid.empty());
    }

    bool isProfilerRow(const Track& track) const
    {
        return track.kind == TrackKind::Overhead || track.kind == TrackKind::Profiler
            || (track.kind == TrackKind::CpuThread && isProfilers(m_trace.processes[track.process.index()]));
    }

    // Rows of a device as the profiler for Ascend writes them: its events have no kinds, but the process says so.
    static bool isForeignDevice(const model::Process& process) { return process.labels.starts_with("NPU"); }

    std::string processName(ProcessId id) const
    {
        const model::Process& process = m_trace.processes[id.index()];
        return process.name.empty() ? fmt::format("process {}", process.pid) : trimmed(process.name);
    }

    LayoutNode trackNode(NodeKind kind, TrackId id) const
    {
        const Track& track = m_trace.tracks[id.index()];
        LayoutNode node;
        node.kind = kind;
        node.track = id;
        node.process = track.process;
        node.device = track.device;
        node.label = trimmed(track.name);
        std::tie(node.firstLane, node.lastLane) = lanesOf(track, LaneSection::Main);
        return node;
    }

    std::pair<LaneId, LaneId> lanesOf(const Track& track, LaneSection section) const
    {
        std::uint32_t first = track.firstLane.value;
        while (first < track.lastLane.value && m_trace.lanes[first].section < section)
            ++first;
        std::uint32_t last = first;
        while (last < track.lastLane.value && m_trace.lanes[last].section == section)
            ++last;
        return {LaneId(first), LaneId(last)};
    }

    void addSteps(std::size_t steps)
    {
        LayoutNode node;
        node.kind = NodeKind::Steps;
        node.label = "Steps";
        node.detail = formatCount(steps);
        add(node, NodeId());
    }

    // ---- GPUs ----

    void addDevices()
    {
        // GPUs of one process (a rank) stay together; unknown device numbers come last.
        std::map<std::tuple<std::uint32_t, std::int32_t, std::uint32_t>, std::vector<TrackId>> devices;
        for (std::size_t i = 0; i < m_trace.tracks.size(); ++i) {
            const Track& track = m_trace.tracks[i];
            if (track.kind == TrackKind::GpuStream && isDrawn(TrackId(i)))
                devices[{track.device < 0 ? 1U : 0U, track.device, track.process.value}].push_back(TrackId(i));
        }
        for (auto& [key, tracks] : devices)
            addDevice(std::get<1>(key), tracks, devices.size() > 1);
    }

    void addDevice(std::int32_t device, std::vector<TrackId>& tracks, bool nameProcess)
    {
        LayoutNode node;
        node.kind = NodeKind::Device;
        node.device = device;
        node.process = m_trace.tracks[tracks.front().index()].process;
        node.foldable = true;
        node.heading = true;
        const model::Process& process = m_trace.processes[node.process.index()];
        node.label
            = device >= 0 ? fmt::format("GPU {}", device) : (process.labels.empty() ? "GPU" : trimmed(process.labels));
        for (const model::DeviceInfo& info : m_trace.devices) {
            if (info.id == device && device >= 0)
                node.detail = info.name;
        }
        const std::string owner = processName(node.process);
        node.tip = node.detail.empty() ? node.label : node.label + ": " + node.detail;
        if (nameProcess && owner != node.label)
            node.tip += "\n" + owner;
        const NodeId parent = add(node, NodeId());

        std::stable_sort(
            tracks.begin(), tracks.end(), [this](TrackId a, TrackId b) { return streamKey(a) < streamKey(b); });
        addMerged(tracks, parent);
        for (const TrackId track : tracks)
            addStream(track, parent);
        std::vector<std::uint32_t> counters;
        for (std::uint32_t i = 0; i < m_computed.size(); ++i) {
            const bool isOurs = std::find(tracks.begin(), tracks.end(), m_computed[i].stream) != tracks.end();
            if (!isOurs || m_computed[i].series == 0)
                continue;
            if (m_computed[i].prominent)
                addComputed(i, parent);
            else
                counters.push_back(i);
        }
        if (counters.empty())
            return;
        const NodeId group = addGroup("counters", counters.size(), parent);
        m_nodes[group.index()].folded = true; // they say in another way what the rows above show
        m_nodes[group.index()].device = device;
        for (const std::uint32_t counter : counters)
            addComputed(counter, group);
    }

    void addComputed(std::uint32_t counter, NodeId parent)
    {
        const ComputedCounter& row = m_computed[counter];
        LayoutNode node;
        node.kind = NodeKind::Counter;
        node.process = m_nodes[parent.index()].process;
        node.device = m_nodes[parent.index()].device;
        node.first = static_cast<std::uint32_t>(m_trace.counters.size()) + counter;
        node.last = node.first + row.series;
        node.label = row.label;
        node.detail = row.detail;
        add(node, parent);
    }

    std::tuple<bool, bool, std::int64_t, std::int64_t> streamKey(TrackId id) const
    {
        const Track& track = m_trace.tracks[id.index()];
        return {track.gpuWork == 0, isCommunicationStream(m_trace, track), track.stream, track.sortIndex};
    }

    void addMerged(const std::vector<TrackId>& tracks, NodeId parent)
    {
        LayoutNode node;
        node.tip = "The work of these streams; what overlaps stands below";
        std::size_t streams = 0;
        for (const TrackId id : tracks) {
            streams += m_trace.tracks[id.index()].gpuWork > 0 ? 1 : 0;
            node.tip += '\n';
            node.tip += trimmed(m_trace.tracks[id.index()].name);
        }
        if (streams < 2)
            return;
        node.kind = NodeKind::Merged;
        node.process = m_nodes[parent.index()].process;
        node.device = m_nodes[parent.index()].device;
        node.label = fmt::format("{} streams", streams);
        node.detail = "merged";
        add(node, parent);
    }

    void addStream(TrackId id, NodeId parent)
    {
        const Track& track = m_trace.tracks[id.index()];
        LayoutNode node = trackNode(NodeKind::Stream, id);
        if (isCommunicationStream(m_trace, track))
            node.detail = "communication";
        node.tip = fmt::format("{}\n{} pieces of GPU work", node.label, formatCount(track.gpuWork));
        node.heading = node.lanes() == 0;
        const NodeId self = add(node, parent);
        addSection(id, LaneSection::Annotation, self, "annotations", kFewLanes);
        addSection(id, LaneSection::Sync, self, "sync records", 0);
        addInstants(id, self);
        m_nodes[self.index()].foldable = m_nodes[self.index()].lanes() > 1 || m_nodes.size() > self.index() + 1;
    }

    void addSection(TrackId id, LaneSection section, NodeId parent, const char* label, std::uint32_t unfoldedLanes)
    {
        const Track& track = m_trace.tracks[id.index()];
        LayoutNode node;
        std::tie(node.firstLane, node.lastLane) = lanesOf(track, section);
        if (node.lanes() == 0)
            return;
        node.kind = NodeKind::Section;
        node.section = section;
        node.track = id;
        node.process = track.process;
        node.device = track.device;
        node.label = label;
        node.detail = node.lanes() == 1 ? std::string() : fmt::format("{} rows", node.lanes());
        node.tip = fmt::format("{} of {}\n{} lanes", label, trimmed(track.name), node.lanes());
        node.foldable = true;
        node.folded = node.lanes() > unfoldedLanes;
        add(node, parent);
    }

    // `owner`: the track itself, where the instants are all it has.
    void addInstants(TrackId id, NodeId parent, const LayoutNode* owner = nullptr)
    {
        const auto it = m_instants.find(id.value);
        if (it == m_instants.end())
            return;
        LayoutNode node;
        node.kind = NodeKind::Instants;
        node.track = id;
        node.process = m_trace.tracks[id.index()].process;
        node.first = it->second.first;
        node.last = it->second.last;
        const auto& names = m_trace.instants.name;
        const bool oneName = names[node.first] == names[node.last - 1];
        node.label = oneName ? std::string(m_trace.names.view(names[node.first])) : "instants";
        if (node.last - node.first > 1)
            node.detail = formatCount(node.last - node.first);
        node.tip = fmt::format("{} {}", formatCount(node.last - node.first), oneName ? node.label : "instants");
        if (owner) {
            node.detail = owner->label.empty() ? std::string() : node.tip;
            node.label = owner->label.empty() ? node.tip : owner->label;
        }
        add(node, parent);
    }

    // ---- processes ----

    struct ProcessRows
    {
        std::vector<TrackId> threads;
        std::vector<TrackId> async;
        std::vector<std::pair<std::uint32_t, std::uint32_t>> counters; // runs of Trace::counters with one name
        std::uint64_t launches = 0;
        [[nodiscard]] bool empty() const { return threads.empty() && async.empty() && counters.empty(); }
    };

    void addProcesses()
    {
        std::vector<ProcessRows> rows(m_trace.processes.size());
        for (std::size_t i = 0; i < m_trace.tracks.size(); ++i) {
            const Track& track = m_trace.tracks[i];
            if (!isDrawn(TrackId(i)) || isProfilerRow(track) || track.kind == TrackKind::GpuStream)
                continue;
            ProcessRows& process = rows[track.process.index()];
            (track.kind == TrackKind::Async ? process.async : process.threads).emplace_back(i);
            process.launches += track.launches;
        }
        collectCounters(rows);
        std::vector<ProcessId> order;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (!rows[i].empty())
                order.emplace_back(i);
        }
        std::stable_sort(order.begin(), order.end(), [&](ProcessId a, ProcessId b) {
            const auto key = [&](ProcessId id) {
                const ProcessRows& r = rows[id.index()];
                const model::Process& process = m_trace.processes[id.index()];
                return std::tuple(!isForeignDevice(process), r.launches == 0, r.threads.empty(), process.sortIndex);
            };
            return key(a) < key(b);
        });
        for (const ProcessId id : order)
            addProcess(id, rows[id.index()]);
    }

    void collectCounters(std::vector<ProcessRows>& rows) const
    {
        const auto& counters = m_trace.counters;
        const auto count = static_cast<std::uint32_t>(counters.size());
        for (std::uint32_t first = 0; first < count;) {
            std::uint32_t last = first + 1;
            while (last < count && counters[last].process == counters[first].process
                && counters[last].counter == counters[first].counter)
                ++last;
            rows[counters[first].process.index()].counters.emplace_back(first, last);
            first = last;
        }
    }

    std::tuple<bool, bool, std::int64_t> threadKey(TrackId id) const
    {
        const Track& track = m_trace.tracks[id.index()];
        const bool isMain = track.tid == m_trace.processes[track.process.index()].pid;
        return {track.launches == 0, !isMain, track.sortIndex};
    }

    void addProcess(ProcessId id, ProcessRows& rows)
    {
        const model::Process& process = m_trace.processes[id.index()];
        LayoutNode node;
        node.kind = NodeKind::Process;
        node.process = id;
        node.label = processName(id);
        node.detail = process.pidIsNumber && !process.name.empty() ? process.pid : std::string();
        node.tip = fmt::format("{}\nprocess {}", node.label, process.pid);
        if (!process.labels.empty())
            node.tip += "\n" + process.labels;
        node.foldable = true;
        node.heading = true;
        const NodeId parent = add(node, NodeId());
        std::stable_sort(rows.threads.begin(), rows.threads.end(),
            [this](TrackId a, TrackId b) { return threadKey(a) < threadKey(b); });
        for (const TrackId thread : rows.threads)
            addThread(thread, parent);
        const NodeId counters
            = rows.counters.size() > kFewRows ? addGroup("counters", rows.counters.size(), parent) : parent;
        for (const auto& [first, last] : rows.counters)
            addCounter(first, last, counters);
        for (std::uint32_t i = 0; i < m_computed.size(); ++i) {
            if (!m_computed[i].stream.valid() && m_computed[i].process == id && m_computed[i].series > 0)
                addComputed(i, counters);
        }
        const NodeId async = rows.async.size() > kFewRows ? addGroup("async spans", rows.async.size(), parent) : parent;
        for (const TrackId track : rows.async)
            addPlain(NodeKind::Async, track, async);
    }

    NodeId addGroup(const char* label, std::size_t rows, NodeId parent)
    {
        LayoutNode node;
        node.label = label;
        node.detail = formatCount(rows);
        node.foldable = true;
        node.folded = rows > kManyRows;
        node.heading = true;
        return add(node, parent);
    }

    static void nameThread(LayoutNode& node)
    {
        // "thread 123 (pt_main_thread)": what it is called tells more than its number.
        const std::size_t open = node.label.find(" (");
        if (node.label.starts_with("thread ") && open != std::string::npos && node.label.ends_with(')')
            && open + 3 < node.label.size()) {
            node.detail = node.label.substr(7, open - 7);
            node.label = node.label.substr(open + 2, node.label.size() - open - 3);
        }
    }

    void addThread(TrackId id, NodeId parent)
    {
        const Track& track = m_trace.tracks[id.index()];
        LayoutNode node = trackNode(NodeKind::Thread, id);
        nameThread(node);
        if (track.slices == 0) { // nothing but instants: they are the row of the thread
            addInstants(id, parent, &node);
            return;
        }
        node.tip = fmt::format("{}\nthread {}, {} slices", trimmed(track.name), track.tid, formatCount(track.slices));
        if (track.launches > 0)
            node.tip += fmt::format(", {} launches", formatCount(track.launches));
        node.heading = node.lanes() == 0;
        const NodeId self = add(node, parent);
        addSection(id, LaneSection::Annotation, self, "annotations", kFewLanes);
        addSection(id, LaneSection::Python, self, "Python", 0);
        addSection(id, LaneSection::Sync, self, "sync records", 0);
        addInstants(id, self);
        m_nodes[self.index()].foldable = m_nodes[self.index()].lanes() > 1 || m_nodes.size() > self.index() + 1;
    }

    void addPlain(NodeKind kind, TrackId id, NodeId parent)
    {
        LayoutNode node = trackNode(kind, id);
        node.foldable = node.lanes() > 1;

        if (isProfilers(m_trace.processes[node.process.index()]))
            node.detail = processName(node.process);
        if (node.lanes() == 0) {
            addInstants(id, parent, &node);
            return;
        }
        const NodeId self = add(node, parent);
        addInstants(id, self);
    }

    void addCounter(std::uint32_t first, std::uint32_t last, NodeId parent)
    {
        LayoutNode node;
        node.kind = NodeKind::Counter;
        node.process = m_trace.counters[first].process;
        node.first = first;
        node.last = last;
        node.label = m_trace.counters[first].counter;
        if (last - first > 1)
            node.detail = fmt::format("{} series", last - first);
        node.tip = node.label;
        for (std::uint32_t i = first; i < last && last - first > 1; ++i)
            node.tip += "\n" + m_trace.counters[i].series;
        add(node, parent);
    }

    void addProfilerRows()
    {
        NodeId group;
        for (const bool overhead : {true, false}) {
            for (std::size_t i = 0; i < m_trace.tracks.size(); ++i) {
                const Track& track = m_trace.tracks[i];
                if (!isProfilerRow(track) || !isDrawn(TrackId(i)) || (track.kind == TrackKind::Overhead) != overhead)
                    continue;
                if (!group.valid()) {
                    group = addGroup("Profiler", 0, NodeId());
                    m_nodes[group.index()].detail = "its own rows";
                    m_nodes[group.index()].folded = true;
                }
                addPlain(overhead ? NodeKind::Async : NodeKind::Thread, TrackId(i), group);
            }
        }
    }
};

} // namespace

std::vector<LayoutNode> layoutNodes(
    const model::Trace& trace, std::size_t steps, std::span<const ComputedCounter> computed)
{
    return NodeBuilder(trace, computed).build(steps);
}

} // namespace stepscope::view
