// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/step_phases.h"

#include "core/analysis/step_names.h"
#include "core/analysis/sums.h"

#include <algorithm>
#include <array>
#include <map>
#include <tsl/robin_map.h>

namespace stepscope::analysis {
namespace {

constexpr std::string_view kDataLoading = "enumerate(DataLoader)";

// One label in one step, as it lies in time, and the row it counts for.
struct Span
{
    Interval cpu;
    std::uint32_t step = 0;
    std::uint32_t phase = 0; // index into that step's phases
};

class PhaseReader
{
public:
    PhaseReader(const model::Trace& trace, const StepIndex& index, std::vector<StepFigures>& steps)
        : m_trace(trace)
        , m_index(index)
        , m_steps(steps)
        , m_isStep(stepNames(trace))
    {
    }

    void run()
    {
        std::vector<TrackId> tracks;
        for (const StepSpan& step : m_index.steps)
            tracks.push_back(m_trace.trackOf(step.slice));
        std::sort(tracks.begin(), tracks.end());
        tracks.erase(std::unique(tracks.begin(), tracks.end()), tracks.end());
        for (const TrackId track : tracks)
            readTrack(track);
        std::stable_sort(
            m_spans.begin(), m_spans.end(), [](const Span& a, const Span& b) { return a.cpu.start < b.cpu.start; });
        for (Span& span : m_spans)
            addSpan(span);
        if (m_trace.gpuWork.size() > 0)
            addGpuTimes();
    }

private:
    void readTrack(TrackId track)
    {
        const model::Track& row = m_trace.tracks[track.index()];
        for (std::size_t l = row.firstLane.index(); l < row.lastLane.index(); ++l) {
            const model::Lane& lane = m_trace.lanes[l];
            if (lane.section != model::LaneSection::Main)
                continue;
            for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i)
                readSlice(SliceId(i));
        }
    }

    void readSlice(SliceId id)
    {
        const NameId name = m_trace.slices.name[id.index()];
        if (m_trace.kindOf(id) != model::EventKind::UserAnnotation || m_isStep[name.index()] || !isOutermost(id))
            return;
        const Interval span {m_trace.slices.start[id.index()], m_trace.slices.end(id)};
        const std::uint32_t step = m_index.at(span.start);
        if (step != StepIndex::kNone) {
            m_names.push_back(name);
            m_spans.push_back({cut(m_index.steps[step].cpu, span.start, span.end), step,
                static_cast<std::uint32_t>(m_names.size() - 1)});
        }
    }

    // No other annotation between it and its step.
    [[nodiscard]] bool isOutermost(SliceId id) const
    {
        for (SliceId up = m_trace.slices.parent[id.index()]; up.valid(); up = m_trace.slices.parent[up.index()]) {
            if (m_trace.kindOf(up) == model::EventKind::UserAnnotation)
                return m_isStep[m_trace.slices.name[up.index()].index()];
        }
        return true;
    }

    // Replaces the span's name by the phase of that name of its step.
    void addSpan(Span& span)
    {
        const NameId name = m_names[span.phase];
        StepFigures& step = m_steps[span.step];
        const std::uint64_t key = (std::uint64_t {span.step} << 32U) | name.value;
        const auto [known, fresh] = m_phaseOf.try_emplace(key, static_cast<std::uint32_t>(step.phases.size()));
        if (fresh)
            step.phases.push_back({name, 0, std::nullopt});
        span.phase = known->second;
        addTo(step.phases[span.phase].cpuNs, span.cpu.length());
        if (m_trace.names.view(name).substr(0, kDataLoading.size()) == kDataLoading)
            addTo(step.dataLoadingNs, span.cpu.length());
    }

    [[nodiscard]] SpanIndex indexSpans() const
    {
        std::vector<Interval> spans;
        for (const Span& span : m_spans)
            spans.push_back(span.cpu);
        return SpanIndex(std::move(spans));
    }

    void addGpuTimes()
    {
        // (step, phase, device) -> its GPU work; lanes are in order of time, so that touching work joins at once.
        std::map<std::array<std::uint32_t, 3>, std::vector<Interval>> work;
        const SpanIndex spans = indexSpans();
        for (const model::Lane& lane : m_trace.lanes) {
            if (lane.section != model::LaneSection::Main || !lane.firstGpuWork.valid())
                continue;
            const auto device = static_cast<std::uint32_t>(m_trace.tracks[lane.track.index()].device);
            for (std::size_t i = 0; i < lane.last.index() - lane.first.index(); ++i) {
                const SliceId launch = m_trace.gpuWork.launch[lane.firstGpuWork.index() + i];
                if (!launch.valid() || !m_trace.slices.placed(launch))
                    continue;
                const SliceId id(lane.first.index() + i);
                const std::uint32_t at = spans.at(m_trace.slices.start[launch.index()]);
                if (at != SpanIndex::kNone)
                    append(work[{m_spans[at].step, m_spans[at].phase, device}],
                        {m_trace.slices.start[id.index()], m_trace.slices.end(id)});
            }
        }
        for (StepFigures& step : m_steps) {
            for (StepPhase& phase : step.phases)
                phase.gpuNs = 0;
        }
        for (auto& [key, intervals] : work)
            addTo(*m_steps[key[0]].phases[key[1]].gpuNs, totalLength(makeSet(std::move(intervals))));
    }

    static void append(std::vector<Interval>& intervals, Interval next)
    {
        if (!intervals.empty() && intervals.back().end == next.start)
            intervals.back().end = next.end;
        else
            intervals.push_back(next);
    }

    const model::Trace& m_trace;
    const StepIndex& m_index;
    std::vector<StepFigures>& m_steps;
    std::vector<bool> m_isStep;
    std::vector<NameId> m_names;
    tsl::robin_map<std::uint64_t, std::uint32_t> m_phaseOf; // (step, name) -> index into the step's phases
    std::vector<Span> m_spans; // by start once read; their phase is an index into m_names until addSpan
};

} // namespace

void addPhases(const model::Trace& trace, const StepIndex& index, std::vector<StepFigures>& steps)
{
    PhaseReader(trace, index, steps).run();
}

} // namespace stepscope::analysis
