// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/hta.h"

#include "core/analysis/sums.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

namespace stepscope::analysis {
namespace {

struct Event
{
    SliceId slice;
    TrackId stream;
    SliceId launch; // invalid: not in the file, or no work
    Interval span;  // rounded; the end may lie before the start
    bool work = false;
};

bool isPlainLaunch(std::string_view call)
{
    constexpr std::array<std::string_view, 6> kCalls {"cudaLaunchKernel", "cudaMemcpyAsync", "cudaMemsetAsync",
        "hipLaunchKernel", "hipMemcpyAsync", "hipMemsetAsync"};
    return std::find(kCalls.begin(), kCalls.end(), call) != kCalls.end();
}

// What puts one piece of work into a queue: launches of graphs do not.
bool isQueueing(std::string_view call)
{
    return isPlainLaunch(call) || call.find("LaunchKernel") != std::string_view::npos
        || call.substr(0, 11) == "runFunction";
}

std::int64_t floorMicroseconds(std::int64_t ns)
{
    const std::int64_t rest = ns % 1000;
    return ns - (rest < 0 ? rest + 1000 : rest);
}

std::int64_t ceilMicroseconds(std::int64_t ns)
{
    const std::int64_t floor = floorMicroseconds(ns);
    return floor == ns ? ns : floor + 1000;
}

class HtaReader
{
public:
    HtaReader(const model::Trace& trace, const StepIndex& steps, const Window& window)
        : m_trace(trace)
        , m_window(window)
    {
        m_out.lastStepLeftOut = window.whole && steps.steps.size() > 1;
        if (m_out.lastStepLeftOut)
            m_lastStart = steps.steps.back().cpu.start;
    }

    HtaFigures run()
    {
        readEvents();
        addBreakdown();
        addOverlap();
        addLaunches();
        addKernels();
        for (std::size_t first = 0; first < m_events.size();) {
            std::size_t last = first;
            while (last < m_events.size() && m_events[last].stream == m_events[first].stream)
                ++last;
            std::vector<Event> work(m_events.begin() + static_cast<std::ptrdiff_t>(first),
                m_events.begin() + static_cast<std::ptrdiff_t>(last));
            std::erase_if(work, [](const Event& event) { return !event.work; });
            addIdle(work);
            addQueue(work);
            first = last;
        }
        return std::move(m_out);
    }

private:
    [[nodiscard]] Interval rounded(SliceId id) const
    {
        const Interval span {m_trace.slices.start[id.index()], m_trace.slices.end(id)};
        if (m_trace.wholeMicroseconds)
            return span;
        return {ceilMicroseconds(span.start), floorMicroseconds(span.end)};
    }

    [[nodiscard]] bool isKept(const Event& event) const
    {
        const std::int64_t start = m_trace.slices.start[event.slice.index()];
        if (!m_out.lastStepLeftOut)
            return m_window.whole || contains(m_window.gpu, start);
        if (!event.work)
            return start < m_lastStart;
        return event.launch.valid() && m_trace.slices.start[event.launch.index()] < m_lastStart;
    }

    // By row, then start; within a start in canonical order.
    void readEvents()
    {
        for (std::size_t t = 0; t < m_trace.tracks.size(); ++t) {
            const model::Track& track = m_trace.tracks[t];
            if (track.kind != model::TrackKind::GpuStream || track.stream < 0)
                continue;
            const std::size_t first = m_events.size();
            for (std::size_t l = track.firstLane.index(); l < track.lastLane.index(); ++l) {
                const model::Lane& lane = m_trace.lanes[l];
                for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i)
                    readEvent(SliceId(i), TrackId(t));
            }
            std::stable_sort(m_events.begin() + static_cast<std::ptrdiff_t>(first), m_events.end(),
                [](const Event& a, const Event& b) { return a.span.start < b.span.start; });
        }
    }

    void readEvent(SliceId id, TrackId stream)
    {
        const model::EventKind kind = m_trace.kindOf(id);
        Event event {id, stream, SliceId(), {}, model::isGpuWork(kind)};
        if (!m_trace.slices.placed(id) || (!event.work && kind != model::EventKind::Sync))
            return;
        const GpuWorkId work = event.work ? m_trace.gpuWorkOf(id) : GpuWorkId();
        if (work.valid())
            event.launch = m_trace.gpuWork.launch[work.index()];
        if (event.launch.valid() && !m_trace.slices.placed(event.launch))
            event.launch = SliceId();
        if (!isKept(event))
            return;
        event.span = rounded(id);
        m_events.push_back(event);
    }

    [[nodiscard]] HtaClass classOf(SliceId id)
    {
        const auto [known, fresh] = m_classes.try_emplace(m_trace.slices.name[id.index()], HtaClass::Other);
        if (fresh)
            known->second = htaClass(m_trace.nameOf(id));
        return known->second;
    }

    // Joins what overlaps or touches; lengths below zero stay as they are.
    static std::vector<Interval> merged(std::vector<Interval> spans)
    {
        std::stable_sort(
            spans.begin(), spans.end(), [](const Interval& a, const Interval& b) { return a.start < b.start; });
        std::vector<Interval> groups;
        for (const Interval& span : spans) {
            if (groups.empty() || span.start > groups.back().end)
                groups.push_back(span);
            else
                groups.back().end = std::max(groups.back().end, span.end);
        }
        return groups;
    }

    static std::int64_t sumOf(const std::vector<Interval>& groups)
    {
        std::int64_t sum = 0;
        for (const Interval& group : groups)
            addTo(sum, group.length());
        return sum;
    }

    [[nodiscard]] std::vector<Interval> mergedClass(HtaClass wanted)
    {
        std::vector<Interval> spans;
        for (const Event& event : m_events) {
            if (classOf(event.slice) == wanted)
                spans.push_back(event.span);
        }
        return merged(std::move(spans));
    }

    void addBreakdown()
    {
        if (m_events.empty())
            return;
        std::vector<Interval> spans;
        spans.reserve(m_events.size());
        for (const Event& event : m_events)
            spans.push_back(event.span);
        const std::vector<Interval> groups = merged(std::move(spans));
        HtaBreakdown breakdown;
        breakdown.kernelNs = Interval {groups.front().start, groups.back().end}.length();
        breakdown.idleNs = breakdown.kernelNs - sumOf(groups);
        breakdown.computeNs = sumOf(mergedClass(HtaClass::Computation));
        breakdown.nonComputeNs = breakdown.kernelNs - breakdown.computeNs - breakdown.idleNs;
        m_out.breakdown = breakdown;
    }

    void addOverlap()
    {
        std::vector<Interval> comm = mergedClass(HtaClass::Communication);
        if (comm.empty())
            return;
        std::vector<Interval> compute = mergedClass(HtaClass::Computation);
        HtaOverlap overlap;
        overlap.commNs = sumOf(comm);
        const auto empty = [](const Interval& span) { return span.end <= span.start; };
        std::erase_if(comm, empty);
        std::erase_if(compute, empty);
        overlap.overlapNs = totalLength(intersect(comm, compute));
        m_out.overlap = overlap;
    }

    void addIdle(const std::vector<Event>& work)
    {
        if (work.empty())
            return;
        HtaStreamIdle idle;
        idle.stream = work.front().stream;
        for (std::size_t i = 1; i < work.size(); ++i) {
            const std::int64_t end = work[i - 1].span.end;
            const SliceId launch = work[i].launch;
            const std::int64_t gap = work[i].span.start - end;
            if (launch.valid() && rounded(launch).start > end)
                addTo(idle.hostWaitNs, gap);
            else
                addTo(gap < HtaFigures::kConsecutiveKernelNs ? idle.kernelWaitNs : idle.otherNs, gap);
        }
        m_out.idle.push_back(idle);
    }

    void addLaunches()
    {
        std::map<NameId, HtaLaunchRow> rows;
        for (const Event& event : m_events) {
            if (!event.launch.valid() || !isPlainLaunch(m_trace.nameOf(event.launch)))
                continue;
            HtaLaunchRow& row = rows[m_trace.slices.name[event.slice.index()]];
            row.kernel = m_trace.slices.name[event.slice.index()];
            const Interval call = rounded(event.launch);
            const std::int64_t cpu = call.length();
            const std::int64_t gpu = event.span.length();
            const std::int64_t delay = std::max<std::int64_t>(0, event.span.start - call.end);
            ++row.launches;
            row.shortKernels += gpu < cpu ? 1 : 0;
            row.runtimeOutliers += cpu > HtaFigures::kRuntimeCutoffNs ? 1 : 0;
            row.delayOutliers += delay > HtaFigures::kLaunchDelayCutoffNs ? 1 : 0;
            addTo(row.cpuNs, cpu);
            addTo(row.gpuNs, gpu);
            addTo(row.delayNs, delay);
        }
        for (const auto& [name, row] : rows)
            m_out.launches.push_back(row);
        std::stable_sort(m_out.launches.begin(), m_out.launches.end(),
            [](const HtaLaunchRow& a, const HtaLaunchRow& b) { return a.launches > b.launches; });
    }

    void addKernels()
    {
        std::map<std::pair<HtaClass, NameId>, std::vector<std::int64_t>> durations;
        for (const Event& event : m_events)
            durations[{classOf(event.slice), m_trace.slices.name[event.slice.index()]}].push_back(event.span.length());
        for (const auto& [key, lengths] : durations) {
            HtaKernelRow row;
            std::tie(row.type, row.name) = key;
            row.calls = lengths.size();
            const auto [least, most] = std::minmax_element(lengths.begin(), lengths.end());
            row.minNs = *least;
            row.maxNs = *most;
            for (const std::int64_t length : lengths)
                addTo(row.sumNs, length);
            row.meanNs = static_cast<double>(row.sumNs) / static_cast<double>(row.calls);
            double squares = 0;
            for (const std::int64_t length : lengths)
                squares += std::pow(static_cast<double>(length) - row.meanNs, 2);
            row.stdNs = row.calls > 1 ? std::sqrt(squares / static_cast<double>(row.calls - 1)) : 0;
            m_out.kernels.push_back(row);
        }
        std::stable_sort(m_out.kernels.begin(), m_out.kernels.end(), [](const HtaKernelRow& a, const HtaKernelRow& b) {
            return a.type != b.type ? a.type < b.type : a.sumNs > b.sumNs;
        });
    }

    void addQueue(const std::vector<Event>& work)
    {
        struct Change
        {
            std::int64_t time;
            std::int64_t by;
        };
        std::vector<Change> changes;
        for (const Event& event : work) {
            if (!event.launch.valid() || !isQueueing(m_trace.nameOf(event.launch)))
                continue;
            changes.push_back({rounded(event.launch).start, 1});
            changes.push_back({event.span.start, -1});
        }
        if (changes.empty())
            return;
        std::stable_sort(changes.begin(), changes.end(),
            [](const Change& a, const Change& b) { return a.time != b.time ? a.time < b.time : a.by > b.by; });
        HtaQueue queue;
        queue.stream = work.front().stream;
        queue.points = changes.size();
        queue.min = std::numeric_limits<std::int64_t>::max();
        queue.max = std::numeric_limits<std::int64_t>::min();
        std::int64_t length = 0;
        double sum = 0;
        for (std::size_t i = 0; i < changes.size(); ++i) {
            length += changes[i].by;
            queue.min = std::min(queue.min, length);
            queue.max = std::max(queue.max, length);
            sum += static_cast<double>(length);
            if (length >= HtaFigures::kFullQueue && i + 1 < changes.size())
                addTo(queue.fullNs, changes[i + 1].time - changes[i].time);
        }
        queue.mean = sum / static_cast<double>(changes.size());
        m_out.queues.push_back(queue);
    }

    const model::Trace& m_trace;
    const Window& m_window;
    std::int64_t m_lastStart = 0;
    std::vector<Event> m_events;
    std::map<NameId, HtaClass> m_classes;
    HtaFigures m_out;
};

} // namespace

HtaFigures htaFigures(const model::Trace& trace, const StepIndex& steps, const Window& window)
{
    return HtaReader(trace, steps, window).run();
}

} // namespace stepscope::analysis
