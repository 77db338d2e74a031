// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/backward_links.h"

#include "core/model/derived_flows.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope::model {
namespace {

constexpr std::size_t kMostThreads = 64; // that one number is looked for on; in real files it is on one

struct Operator
{
    std::int64_t number = 0;
    std::int64_t start = 0;
    SliceId slice;
    std::uint32_t forwardThread = 0; // 0: a forward operator
};

using ThreadNumber = std::pair<ProcessId, std::uint32_t>; // a forward thread as backward operators name it

class BackwardLinker
{
public:
    BackwardLinker(const AssemblyInput& input, Trace& trace)
        : m_input(input)
        , m_trace(trace)
    {
    }

    void collect(const PlacedSlices& placed);
    void findThreads();
    std::vector<Flow> link();

private:
    // Calls visit(first, last) for the operators of each number, which are in time order.
    template <class Visit> void forEachNumber(Visit visit) const;
    [[nodiscard]] TrackId trackOf(const Operator& op) const { return m_trace.trackOf(op.slice); }
    [[nodiscard]] ThreadNumber forwardThreadOf(const Operator& op) const
    {
        return {m_trace.tracks[trackOf(op).index()].process, op.forwardThread};
    }
    [[nodiscard]] bool contains(SliceId outer, const Operator& op) const;
    void linkNumber(const Operator* first, const Operator* last, std::vector<Flow>& flows) const;

    const AssemblyInput& m_input;
    Trace& m_trace;
    Column<Operator> m_operators;              // by number, then time
    std::map<ThreadNumber, TrackId> m_threads; // invalid: more than one fits
};

void BackwardLinker::collect(const PlacedSlices& placed)
{
    for (std::size_t c = 0; c < m_input.chunks.size(); ++c) {
        m_input.stop.poll();
        const ChunkRange& range = m_input.chunks[c].range;
        const Column<RawSequence>& raw = m_input.workers[m_input.chunks[c].worker]->sequences;
        for (std::uint32_t i = range.sequences.first; i < range.sequences.last; ++i) {
            const SliceId slice = placed.at(c, raw[i].slice - range.slices.first);
            if (m_trace.slices.placed(slice))
                m_operators.push_back(
                    {raw[i].number, m_trace.slices.start[slice.index()], slice, raw[i].forwardThread});
        }
    }
    const auto before = [this](const Operator& a, const Operator& b) {
        if (a.number != b.number)
            return a.number < b.number;
        if (a.start != b.start)
            return a.start < b.start;
        const std::int64_t durA = m_trace.slices.dur[a.slice.index()];
        const std::int64_t durB = m_trace.slices.dur[b.slice.index()];
        return durA != durB ? durA > durB : a.slice < b.slice;
    };
    std::uint32_t calls = 0;
    std::sort(m_operators.begin(), m_operators.end(), m_input.stop.polled(before, calls));
}

template <class Visit> void BackwardLinker::forEachNumber(Visit visit) const
{
    const Operator* const end = m_operators.data() + m_operators.size();
    for (const Operator* first = m_operators.data(); first != end;) {
        m_input.stop.poll();
        const Operator* last
            = std::find_if(first, end, [first](const Operator& op) { return op.number != first->number; });
        visit(first, last);
        first = last;
    }
}

void BackwardLinker::findThreads()
{
    std::map<ThreadNumber, std::map<TrackId, std::uint64_t>> fits;
    forEachNumber([&](const Operator* first, const Operator* last) {
        std::map<TrackId, ProcessId> forward;
        for (const Operator* op = first; op != last; ++op) {
            const ThreadNumber thread = forwardThreadOf(*op);
            if (op->forwardThread == 0) {
                if (forward.size() < kMostThreads)
                    forward.emplace(trackOf(*op), thread.first);
                continue;
            }
            for (const auto& [track, process] : forward)
                fits[thread][track] += process == thread.first ? 1 : 0;
        }
    });
    for (const auto& [thread, tracks] : fits) {
        const auto less = [](const auto& a, const auto& b) { return a.second < b.second; };
        const auto best = std::max_element(tracks.begin(), tracks.end(), less);
        const auto equals = std::count_if(
            tracks.begin(), tracks.end(), [best](const auto& track) { return track.second == best->second; });
        m_threads.emplace(thread, equals == 1 && best->second > 0 ? best->first : TrackId());
    }
}

bool BackwardLinker::contains(SliceId outer, const Operator& op) const
{
    const SliceTable& slices = m_trace.slices;
    return m_trace.trackOf(outer) == trackOf(op) && slices.start[outer.index()] <= op.start
        && slices.end(op.slice) <= slices.end(outer);
}

void BackwardLinker::linkNumber(const Operator* first, const Operator* last, std::vector<Flow>& flows) const
{
    std::map<TrackId, SliceId> forward;    // the latest on each thread that has no backward operator yet
    std::map<TrackId, std::size_t> linked; // the latest flow from each thread
    for (const Operator* op = first; op != last; ++op) {
        if (op->forwardThread == 0) {
            forward[trackOf(*op)] = op->slice;
            continue;
        }
        const auto thread = m_threads.find(forwardThreadOf(*op));
        if (thread == m_threads.end())
            continue;
        const auto around = linked.find(thread->second);
        if (around != linked.end() && contains(flows[around->second].to, *op)) {
            flows[around->second].to = op->slice;
        } else if (const auto from = forward.find(thread->second); from != forward.end()) {
            linked[thread->second] = flows.size();
            flows.push_back({from->second, op->slice, 0, NameId {}});
            forward.erase(from);
        }
    }
}

std::vector<Flow> BackwardLinker::link()
{
    std::vector<Flow> flows;
    forEachNumber([&](const Operator* first, const Operator* last) { linkNumber(first, last, flows); });
    return flows;
}

// Whether or not they found both ends: readers keep no numbers of operators once they have seen one.
bool hasBackwardFlows(const Trace& trace)
{
    return std::any_of(trace.categories.begin(), trace.categories.end(),
        [&](const Category& category) { return isBackwardCategory(trace.names.view(category.name)); });
}

std::uint16_t addCategory(Trace& trace, std::string_view name)
{
    constexpr std::size_t kMostCategories = 0xffff; // others share the last one
    if (trace.categories.size() < kMostCategories)
        trace.categories.push_back({trace.names.intern(name), EventKind::Other});
    return static_cast<std::uint16_t>(trace.categories.size() - 1);
}

void merge(std::vector<Flow>& into, std::vector<Flow>& flows, SliceId Flow::*first, SliceId Flow::*second)
{
    const auto before = [first, second](const Flow& a, const Flow& b) {
        return a.*first != b.*first ? a.*first < b.*first : a.*second < b.*second;
    };
    std::sort(flows.begin(), flows.end(), before);
    const auto middle = static_cast<std::ptrdiff_t>(into.size());
    into.insert(into.end(), flows.begin(), flows.end());
    std::inplace_merge(into.begin(), into.begin() + middle, into.end(), before);
}

} // namespace

void linkBackward(const AssemblyInput& input, const PlacedSlices& placed, Trace& trace)
{
    if (hasBackwardFlows(trace))
        return;
    BackwardLinker linker(input, trace);
    linker.collect(placed);
    linker.findThreads();
    std::vector<Flow> flows = linker.link();
    if (flows.empty())
        return;
    const std::uint16_t category = addCategory(trace, kDerivedFlowCategory);
    const NameId name = trace.names.intern(kDerivedFlowName);
    for (Flow& flow : flows) {
        flow.category = category;
        flow.name = name;
    }
    merge(trace.flows, flows, &Flow::from, &Flow::to);
    merge(trace.flowsByTarget, flows, &Flow::to, &Flow::from);
}

} // namespace stepscope::model
