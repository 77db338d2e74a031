// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/call_tree.h"

#include "core/analysis/call_tree_builder.h"
#include "core/analysis/step_names.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace stepscope::analysis {
namespace {

constexpr std::uint32_t kNoNode = CallNode::kNone;
constexpr std::size_t kStopEvery = std::size_t {1} << 14U; // slices between two looks at the stop token

// Which slices are calls of the tree, and how.
class Filter
{
public:
    Filter(const model::Trace& trace, CallFrames frames, CallWeight weight)
        : m_trace(trace)
        , m_frames(frames)
        , m_weight(weight)
        , m_isStep(stepNames(trace))
    {
    }

    [[nodiscard]] bool includes(SliceId id) const
    {
        using model::EventKind;
        switch (m_trace.kindOf(id)) {
        case EventKind::PythonFunction:
            return m_frames != CallFrames::Operators;
        case EventKind::CpuOp:
        case EventKind::UserAnnotation:
        case EventKind::Other:
            return m_frames != CallFrames::Python;
        case EventKind::Runtime:
        case EventKind::Driver:
            return m_frames != CallFrames::Python && m_weight == CallWeight::CpuTime;
        default:
            return false;
        }
    }

    [[nodiscard]] CallNodeKind kindOf(SliceId id) const
    {
        const NameId name = m_trace.slices.name[id.index()];
        const bool isStep = name.index() < m_isStep.size() && m_isStep[name.index()]
            && m_trace.kindOf(id) != model::EventKind::PythonFunction;
        return isStep ? CallNodeKind::Steps : CallNodeKind::Call;
    }

private:
    const model::Trace& m_trace;
    CallFrames m_frames;
    CallWeight m_weight;
    std::vector<bool> m_isStep;
};

// The calls of one thread in order of their start, callers first.
class ThreadWalk
{
public:
    ThreadWalk(const model::Trace& trace, Interval window, const Filter& filter, CallTreeBuilder& tree)
        : m_trace(trace)
        , m_window(window)
        , m_filter(filter)
        , m_tree(tree)
    {
    }

    void run(TrackId thread, const std::stop_token& stop)
    {
        collect(thread);
        if (m_slots.empty())
            return;
        findDepths();
        std::vector<std::uint32_t> order(m_slots.size());
        std::iota(order.begin(), order.end(), 0U);
        std::sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
            const std::int64_t startA = m_trace.slices.start[m_slots[a].id.index()];
            const std::int64_t startB = m_trace.slices.start[m_slots[b].id.index()];
            if (startA != startB)
                return startA < startB;
            return m_slots[a].depth != m_slots[b].depth ? m_slots[a].depth < m_slots[b].depth : a < b;
        });
        Slot whole;
        whole.node = m_tree.thread(thread);
        whole.taken = m_window.start;
        whole.end = m_window.end;
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (i % kStopEvery == 0 && stop.stop_requested())
                return;
            add(order[i], whole);
        }
    }

private:
    struct Slot
    {
        SliceId id;
        std::uint32_t depth = kNoNode;
        std::uint32_t call = kNoNode; // slot of the innermost call at or above it
        std::uint32_t node = kNoNode;
        std::int64_t taken = 0; // up to here its time went to its children …
        std::int64_t end = 0;   // … and here it ends
    };
    struct Run // of slices of one lane
    {
        std::size_t first;
        std::size_t last;
        std::size_t slot;
    };

    void collect(TrackId thread)
    {
        m_slots.clear();
        m_runs.clear();
        const model::Track& track = m_trace.tracks[thread.index()];
        for (std::size_t i = track.firstLane.index(); i < track.lastLane.index(); ++i) {
            const model::Lane& lane = m_trace.lanes[i];
            if (lane.section == model::LaneSection::Unplaced)
                continue;
            std::size_t at = m_trace.firstEndingAfter(lane, m_window.start).index();
            // Before it may stand calls without length that start just here.
            while (at > lane.first.index() && m_trace.slices.start[at - 1] >= m_window.start)
                --at;
            const Run run {at, lane.last.index(), m_slots.size()};
            for (; at < lane.last.index() && m_trace.slices.start[at] < m_window.end; ++at)
                m_slots.emplace_back().id = SliceId(at);
            if (m_slots.size() > run.slot)
                m_runs.push_back({run.first, at, run.slot});
        }
    }

    [[nodiscard]] std::uint32_t slotOf(SliceId id) const
    {
        if (!id.valid())
            return kNoNode;
        const auto after = std::upper_bound(m_runs.begin(), m_runs.end(), id.index(),
            [](std::size_t index, const Run& run) { return index < run.first; });
        if (after == m_runs.begin() || id.index() >= std::prev(after)->last)
            return kNoNode;
        return static_cast<std::uint32_t>(std::prev(after)->slot + id.index() - std::prev(after)->first);
    }

    [[nodiscard]] std::uint32_t parentOf(const Slot& slot) const
    {
        return slotOf(m_trace.slices.parent[slot.id.index()]);
    }

    void findDepths()
    {
        std::vector<std::uint32_t> path;
        for (std::uint32_t i = 0; i < m_slots.size(); ++i) {
            std::uint32_t at = i;
            for (; at != kNoNode && m_slots[at].depth == kNoNode; at = parentOf(m_slots[at]))
                path.push_back(at);
            std::uint32_t depth = at == kNoNode ? 0 : m_slots[at].depth + 1;
            for (; !path.empty(); path.pop_back())
                m_slots[path.back()].depth = depth++;
        }
    }

    void add(std::uint32_t index, Slot& whole)
    {
        Slot& slot = m_slots[index];
        const std::uint32_t parent = parentOf(slot);
        const std::uint32_t outer = parent == kNoNode ? kNoNode : m_slots[parent].call;
        slot.call = outer;
        if (!m_filter.includes(slot.id))
            return;
        slot.call = index;
        Slot& caller = outer == kNoNode ? whole : m_slots[outer];
        const std::int64_t start = std::max(m_trace.slices.start[slot.id.index()], caller.taken);
        const std::int64_t end = std::min(m_trace.slices.end(slot.id), caller.end);
        slot.taken = start;
        slot.end = std::max(start, end);
        slot.node = m_tree.call(caller.node, slot.id, m_filter.kindOf(slot.id));
        const std::int64_t ns = Interval {slot.taken, slot.end}.length();
        m_tree.addSelf(slot.node, ns);
        if (m_trace.slices.timed(slot.id))
            m_tree.noteLongest(slot.node, slot.id, ns);
        if (outer != kNoNode)
            m_tree.addSelf(caller.node, -ns);
        if (ns > 0)
            caller.taken = slot.end;
    }

    const model::Trace& m_trace;
    Interval m_window;
    const Filter& m_filter;
    CallTreeBuilder& m_tree;
    std::vector<Slot> m_slots; // by slice
    std::vector<Run> m_runs;   // ascending
};

// GPU work below the calls around its launch.
class DeviceWalk
{
public:
    DeviceWalk(const model::Trace& trace, const Window& window, const Filter& filter, CallTreeBuilder& tree)
        : m_trace(trace)
        , m_window(window)
        , m_filter(filter)
        , m_tree(tree)
    {
    }

    void run(const std::stop_token& stop)
    {
        for (std::size_t i = 0; i < m_trace.gpuWork.size(); ++i) {
            if (i % kStopEvery == 0 && stop.stop_requested())
                return;
            const SliceId work = m_trace.gpuWork.slice[i];
            const Share share = shareOf(m_trace, work, m_window.gpu, m_window.whole);
            if (share.placed)
                add(work, m_trace.gpuWork.launch[i], share.span.length());
        }
    }

private:
    void add(SliceId work, SliceId launch, std::int64_t ns)
    {
        const std::uint32_t around = launch.valid() ? nodeAround(launch) : m_tree.noLaunch();
        const std::uint32_t leaf = m_tree.call(around, work, CallNodeKind::Work);
        m_tree.addSelf(leaf, ns);
        // A call's longest piece of work is at least as long as that of the calls inside: above the first call that
        // knows a longer one, all do.
        if (!m_trace.slices.timed(work) || !m_tree.noteLongest(leaf, work, ns) || !launch.valid())
            return;
        std::uint32_t node = around;
        for (SliceId id = launch; id.valid(); id = m_trace.slices.parent[id.index()]) {
            if (!m_filter.includes(id))
                continue;
            if (!m_tree.noteLongest(node, id, ns))
                return;
            node = m_tree.parentOf(node);
        }
    }

    [[nodiscard]] std::uint32_t nodeAround(SliceId launch)
    {
        std::vector<SliceId> path; // the calls that have no node yet, innermost first
        std::uint32_t node = kNoNode;
        for (SliceId id = launch; id.valid() && node == kNoNode; id = m_trace.slices.parent[id.index()]) {
            if (!m_filter.includes(id))
                continue;
            const auto known = m_nodeOf.find(id);
            if (known != m_nodeOf.end())
                node = known->second;
            else
                path.push_back(id);
        }
        if (node == kNoNode)
            node = m_tree.thread(m_trace.trackOf(launch));
        for (; !path.empty(); path.pop_back()) {
            node = m_tree.call(node, path.back(), m_filter.kindOf(path.back()));
            m_nodeOf.emplace(path.back(), node);
        }
        return node;
    }

    const model::Trace& m_trace;
    const Window& m_window;
    const Filter& m_filter;
    CallTreeBuilder& m_tree;
    std::unordered_map<SliceId, std::uint32_t> m_nodeOf;
};

} // namespace

CallTree callTree(
    const model::Trace& trace, const Window& window, CallFrames frames, CallWeight weight, const std::stop_token& stop)
{
    CallTreeBuilder tree(trace);
    const Filter filter(trace, frames, weight);
    if (weight == CallWeight::DeviceTime) {
        DeviceWalk(trace, window, filter, tree).run(stop);
        return tree.finish();
    }
    ThreadWalk walk(trace, window.cpu, filter, tree);
    for (std::size_t i = 0; i < trace.tracks.size() && !stop.stop_requested(); ++i) {
        if (trace.tracks[i].kind == model::TrackKind::CpuThread)
            walk.run(TrackId(i), stop);
    }
    return tree.finish();
}

std::string callLabel(const model::Trace& trace, const CallNode& node)
{
    switch (node.kind) {
    case CallNodeKind::Root:
        return "all threads";
    case CallNodeKind::Thread:
        return trace.tracks[node.thread.index()].name;
    case CallNodeKind::NoLaunch:
        return "launch not recorded";
    case CallNodeKind::Steps:
        if (node.calls > 1)
            return "ProfilerStep";
        break;
    case CallNodeKind::Call:
    case CallNodeKind::Work:
        break;
    }
    return std::string(trace.names.view(node.name));
}

} // namespace stepscope::analysis
