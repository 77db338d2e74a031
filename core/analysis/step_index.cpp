// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/step_index.h"

#include "core/analysis/step_names.h"
#include "core/analysis/window.h"

#include <algorithm>
#include <limits>

namespace stepscope::analysis {
namespace {

bool marksStepOnCpu(model::EventKind kind)
{
    // Python frames and device records can carry any name; old writers gave annotations the category of operators.
    return kind == model::EventKind::UserAnnotation || kind == model::EventKind::CpuOp
        || kind == model::EventKind::Other;
}

// Of a cut trace the steps that it was cut to; others are there in part.
bool isWhole(const std::optional<model::CutMark>& cut, const StepSpan& step)
{
    return !cut
        || (step.cpu.start >= cut->start && step.cpu.end <= cut->end
            && (!cut->steps || (step.number >= cut->steps->first && step.number <= cut->steps->second)));
}

std::vector<StepSpan> findSpans(const model::Trace& trace, const std::vector<bool>& isStep)
{
    std::vector<StepSpan> spans;
    if (std::find(isStep.begin(), isStep.end(), true) == isStep.end())
        return spans;
    for (const model::Lane& lane : trace.lanes) {
        if (trace.tracks[lane.track.index()].kind != model::TrackKind::CpuThread
            || lane.section != model::LaneSection::Main)
            continue;
        for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i) {
            const NameId name = trace.slices.name[i];
            if (name.index() >= isStep.size() || !isStep[name.index()] || !marksStepOnCpu(trace.kindOf(SliceId(i))))
                continue;
            const Interval cpu {trace.slices.start[i], trace.slices.end(SliceId(i))};
            const StepSpan step {SliceId(i), stepNumber(trace.names.view(name)).value_or(0), cpu, std::nullopt};
            if (isWhole(trace.cut, step))
                spans.push_back(step);
        }
    }
    std::stable_sort(
        spans.begin(), spans.end(), [](const StepSpan& a, const StepSpan& b) { return a.cpu.start < b.cpu.start; });
    return spans;
}

// The annotations of steps on the GPU's own rows, for work whose launch is not in the file.
class GpuStepMarks
{
public:
    GpuStepMarks(const model::Trace& trace, const std::vector<bool>& isStep, const StepIndex& index)
        : m_marksOfTrack(trace.tracks.size())
        , m_spansOfTrack(trace.tracks.size())
    {
        for (const model::Lane& lane : trace.lanes) {
            if (lane.section == model::LaneSection::Annotation)
                addLane(trace, isStep, index, lane);
        }
        for (std::size_t track = 0; track < m_marksOfTrack.size(); ++track) {
            std::vector<Mark>& marks = m_marksOfTrack[track];
            std::stable_sort(
                marks.begin(), marks.end(), [](const Mark& a, const Mark& b) { return a.span.start < b.span.start; });
            std::vector<Interval> spans;
            spans.reserve(marks.size());
            for (const Mark& mark : marks)
                spans.push_back(mark.span);
            m_spansOfTrack[track] = SpanIndex(std::move(spans));
        }
    }

    [[nodiscard]] std::uint32_t at(TrackId track, std::int64_t time) const
    {
        const std::uint32_t mark = m_spansOfTrack[track.index()].at(time);
        return mark == SpanIndex::kNone ? StepIndex::kNone : m_marksOfTrack[track.index()][mark].step;
    }

private:
    struct Mark
    {
        Interval span;
        std::uint32_t step;
    };

    void addLane(
        const model::Trace& trace, const std::vector<bool>& isStep, const StepIndex& index, const model::Lane& lane)
    {
        for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i) {
            const NameId name = trace.slices.name[i];
            if (name.index() >= isStep.size() || !isStep[name.index()])
                continue;
            const std::uint32_t step = index.numbered(stepNumber(trace.names.view(name)).value_or(-1));
            if (step != StepIndex::kNone)
                m_marksOfTrack[lane.track.index()].push_back(
                    {{trace.slices.start[i], trace.slices.end(SliceId(i))}, step});
        }
    }

    std::vector<std::vector<Mark>> m_marksOfTrack; // by start
    std::vector<SpanIndex> m_spansOfTrack;
};

// Until when the work of each stream was launched before the recording, where its launch is not in the file: up to the
// first work whose launch is there, unless that came later than in the first step.
std::vector<std::int64_t> endsOfEarlierWork(const model::Trace& trace, std::int64_t firstStepEnd)
{
    constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::min();
    struct First
    {
        std::int64_t start = std::numeric_limits<std::int64_t>::max();
        std::int64_t launched = std::numeric_limits<std::int64_t>::max();
    };
    std::vector<First> first(trace.tracks.size());
    for (std::size_t work = 0; work < trace.gpuWork.size(); ++work) {
        const SliceId launch = trace.gpuWork.launch[work];
        const SliceId slice = trace.gpuWork.slice[work];
        if (!launch.valid() || !trace.slices.placed(launch) || !trace.slices.placed(slice))
            continue;
        First& known = first[trace.trackOf(slice).index()];
        if (trace.slices.start[slice.index()] < known.start)
            known = {trace.slices.start[slice.index()], trace.slices.start[launch.index()]};
    }
    std::vector<std::int64_t> ends;
    ends.reserve(first.size());
    for (const First& known : first)
        ends.push_back(known.launched < firstStepEnd ? known.start : kNever);
    return ends;
}

void assignWork(const model::Trace& trace, const std::vector<bool>& isStep, StepIndex& index)
{
    index.stepOfWork.assign(trace.gpuWork.size(), StepIndex::kNone);
    const GpuStepMarks marks(trace, isStep, index);
    const std::vector<std::int64_t> earlier = endsOfEarlierWork(trace, index.steps.front().cpu.end);
    for (const model::Lane& lane : trace.lanes) {
        if (lane.section != model::LaneSection::Main || !lane.firstGpuWork.valid())
            continue;
        for (std::size_t i = 0; i < lane.last.index() - lane.first.index(); ++i) {
            const std::size_t work = lane.firstGpuWork.index() + i;
            const SliceId launch = trace.gpuWork.launch[work];
            std::uint32_t step = StepIndex::kNone;
            if (launch.valid() && trace.slices.placed(launch)) {
                step = index.at(trace.slices.start[launch.index()]);
            } else {
                const std::int64_t start = trace.slices.start[trace.gpuWork.slice[work].index()];
                step = marks.at(lane.track, start);
                if (step == StepIndex::kNone && start >= earlier[lane.track.index()])
                    step = index.at(start);
            }
            index.stepOfWork[work] = step;
        }
    }
}

// Of all GPU work that ends by then; nothing: there is none.
std::optional<std::int64_t> lastEndBefore(const model::Trace& trace, std::int64_t time)
{
    std::optional<std::int64_t> last;
    for (const SliceId work : trace.gpuWork.slice) {
        const std::int64_t end = trace.slices.end(work);
        if (trace.slices.placed(work) && end <= time)
            last = std::max(last.value_or(end), end);
    }
    return last;
}

void findGpuIntervals(const model::Trace& trace, StepIndex& index)
{
    std::vector<std::optional<Interval>> own(index.steps.size());
    for (std::size_t work = 0; work < index.stepOfWork.size(); ++work) {
        const std::uint32_t step = index.stepOfWork[work];
        if (step == StepIndex::kNone)
            continue;
        const SliceId id = trace.gpuWork.slice[work];
        const Interval span {trace.slices.start[id.index()], trace.slices.end(id)};
        std::optional<Interval>& sum = own[step];
        sum = sum ? Interval {std::min(sum->start, span.start), std::max(sum->end, span.end)} : span;
    }
    std::optional<std::int64_t> before;
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (!own[i])
            continue;
        if (!before && trace.cut)
            before = lastEndBefore(trace, own[i]->start);
        const std::int64_t start = before.value_or(own[i]->start);
        index.steps[i].gpu = Interval {std::min(start, own[i]->end), own[i]->end};
        before = own[i]->end;
    }
}

} // namespace

std::uint32_t StepIndex::numbered(std::int64_t number) const
{
    const auto at = std::lower_bound(m_byNumber.begin(), m_byNumber.end(), std::pair(number, std::uint32_t {0}));
    return at == m_byNumber.end() || at->first != number ? kNone : at->second;
}

StepIndex buildStepIndex(const model::Trace& trace)
{
    StepIndex index;
    const std::vector<bool> isStep = stepNames(trace);
    index.steps = findSpans(trace, isStep);
    std::vector<Interval> spans;
    for (const StepSpan& step : index.steps) {
        index.m_byNumber.emplace_back(step.number, static_cast<std::uint32_t>(spans.size()));
        spans.push_back(step.cpu);
    }
    std::sort(index.m_byNumber.begin(), index.m_byNumber.end());
    index.m_spans = SpanIndex(std::move(spans));
    if (index.steps.empty()) {
        index.stepOfWork.assign(trace.gpuWork.size(), StepIndex::kNone);
        return index;
    }
    assignWork(trace, isStep, index);
    findGpuIntervals(trace, index);
    return index;
}

} // namespace stepscope::analysis
