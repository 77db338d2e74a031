// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/details/event_links.h"

#include "core/analysis/python_lines.h"
#include "widgets/details/detail_text.h"

#include <algorithm>
#include <span>

namespace stepscope::widgets {

namespace {

constexpr qsizetype kMaxParents = 256; // stacks with Python frames are deep

DetailLine plain(const QString& label, const QString& value)
{
    DetailLine result;
    result.label = label;
    result.value = value;
    return result;
}

QString durationNote(const model::Trace& trace, SliceId id)
{
    return trace.slices.timed(id) ? durationText(trace.slices.dur[id.index()]) : QString();
}

DetailLine linkTo(const model::Trace& trace, const QString& label, SliceId id)
{
    DetailLine result;
    result.label = label;
    result.value = wholeLinkNameOf(trace, id);
    result.note = durationNote(trace, id);
    result.target = Item::of(id);
    result.mono = true;
    return result;
}

DetailLine moreLine(std::uint64_t hidden)
{
    return plain({}, QStringLiteral("and %1 more").arg(countText(hidden)));
}

// The innermost Python frame around a slice: the parents go through all sections of the row.
SliceId pythonFrameOf(const model::Trace& trace, SliceId id)
{
    for (SliceId at = id; at.valid(); at = trace.slices.parent[at.index()]) {
        if (trace.kindOf(at) == model::EventKind::PythonFunction)
            return at;
    }
    return {};
}

void appendOrigin(const model::Trace& trace, SliceId launch, DetailSection& section)
{
    const SliceId op = trace.operatorOf(launch);
    const SliceId frame = pythonFrameOf(trace, launch);
    if (frame.valid())
        section.lines << linkTo(trace, QStringLiteral("Python"), frame);
    if (op.valid())
        section.lines << linkTo(trace, QStringLiteral("Operator"), op);
}

DetailLine delayLine(const model::Trace& trace, SliceId launch, SliceId work)
{
    std::int64_t delay = 0;
    if (__builtin_sub_overflow(trace.slices.start[work.index()], trace.slices.start[launch.index()], &delay))
        return plain(QStringLiteral("Delay"), QStringLiteral("unknown"));
    DetailLine result = plain(QStringLiteral("Delay"), durationText(delay));
    result.note = exactNsText(delay) + QStringLiteral(", start to start");
    if (delay < 0) {
        result.warn = true;
        result.note += QStringLiteral("; it starts before its launch: the clocks differ");
    }
    return result;
}

DetailSection chainOfWork(const model::Trace& trace, GpuWorkId work)
{
    DetailSection section {QStringLiteral("Launch chain"), {}};
    const SliceId slice = trace.gpuWork.slice[work.index()];
    const SliceId launch = trace.gpuWork.launch[work.index()];
    if (!launch.valid()) {
        section.lines << plain(QStringLiteral("Launch"), QStringLiteral("not in the file"));
        return section;
    }
    appendOrigin(trace, launch, section);
    section.lines << linkTo(trace, QStringLiteral("Launch"), launch);
    section.lines << delayLine(trace, launch, slice);
    const std::size_t siblings = trace.launches.workOf(launch).size();
    if (siblings > 1)
        section.lines << plain({}, QStringLiteral("one of %1 pieces of work of this launch").arg(countText(siblings)));
    return section;
}

DetailSection chainOfLaunch(const model::Trace& trace, SliceId launch)
{
    DetailSection section {QStringLiteral("Launch chain"), {}};
    const std::span<const GpuWorkId> works = trace.launches.workOf(launch);
    const auto& lonely = trace.launches.withoutWork;
    const bool withoutWork = std::binary_search(lonely.begin(), lonely.end(), launch);
    if (works.empty() && !withoutWork)
        return section;
    appendOrigin(trace, launch, section);
    if (withoutWork) {
        DetailLine missing = plain(QStringLiteral("GPU work"), QStringLiteral("not in the file"));
        missing.warn = true;
        section.lines << missing;
    }
    const std::size_t shown = std::min<std::size_t>(works.size(), kMaxLinkedEvents);
    for (std::size_t i = 0; i < shown; ++i) {
        const SliceId work = trace.gpuWork.slice[works[i].index()];
        section.lines << linkTo(trace, i == 0 ? QStringLiteral("GPU work") : QString(), work);
        if (works.size() == 1)
            section.lines << delayLine(trace, launch, work);
    }
    if (shown < works.size())
        section.lines << moreLine(works.size() - shown);
    return section;
}

// GPU work launched by calls inside an operator or annotation: the first of it, and how much there is.
DetailSection launchedInside(const model::Trace& trace, SliceId id)
{
    DetailSection section {QStringLiteral("Launched from here"), {}};
    const auto& launches = trace.launches.launches;
    const model::Track& track = trace.tracks[trace.trackOf(id).index()];
    if (track.kind != model::TrackKind::CpuThread || launches.empty())
        return section;
    const std::int64_t from = trace.slices.start[id.index()];
    const std::int64_t to = trace.slices.end(id);
    std::uint64_t total = 0;
    std::vector<SliceId> calls;
    for (std::uint32_t l = track.firstLane.value; l < track.lastLane.value; ++l) {
        const model::Lane& lane = trace.lanes[l];
        const auto laneBegin = std::lower_bound(launches.begin(), launches.end(), lane.first);
        const auto laneEnd = std::lower_bound(laneBegin, launches.end(), lane.last);
        const auto starts = [&](SliceId a, std::int64_t time) { return trace.slices.start[a.index()] < time; };
        const auto begin = std::lower_bound(laneBegin, laneEnd, from, starts);
        const auto end = std::lower_bound(begin, laneEnd, to, starts);
        if (begin == end)
            continue;
        const auto row = static_cast<std::size_t>(begin - launches.begin());
        total += trace.launches.offsets[static_cast<std::size_t>(end - launches.begin())] - trace.launches.offsets[row];
        calls.insert(calls.end(), begin, begin + std::min<std::ptrdiff_t>(end - begin, kMaxLinkedEvents));
    }
    std::sort(calls.begin(), calls.end(),
        [&](SliceId a, SliceId b) { return trace.slices.start[a.index()] < trace.slices.start[b.index()]; });
    std::uint64_t shown = 0;
    for (const SliceId call : calls) {
        for (const GpuWorkId work : trace.launches.workOf(call)) {
            if (shown >= kMaxLinkedEvents)
                break;
            section.lines << linkTo(
                trace, shown == 0 ? QStringLiteral("GPU work") : QString(), trace.gpuWork.slice[work.index()]);
            ++shown;
        }
    }
    if (total > shown)
        section.lines << moreLine(total - shown);
    return section;
}

bool isLaunchFlow(const model::Trace& trace, const model::Flow& flow)
{
    const GpuWorkId work = trace.gpuWorkOf(flow.to);
    return work.valid() && trace.gpuWork.launch[work.index()] == flow.from;
}

// Flows but those that repeat the launch chain.
DetailSection flowsOf(const model::Trace& trace, SliceId id)
{
    DetailSection section {QStringLiteral("Flows"), {}};
    std::uint64_t hidden = 0;
    const auto append = [&](const model::Flow& flow, const QString& direction, SliceId other) {
        if (isLaunchFlow(trace, flow))
            return;
        if (section.lines.size() >= kMaxLinkedEvents) {
            ++hidden;
            return;
        }
        DetailLine link = linkTo(trace, direction, other);
        const QString category = flow.category < trace.categories.size()
            ? toQString(trace.names.view(trace.categories[flow.category].name))
            : QString();
        const QString name = toQString(trace.names.view(flow.name));
        const QString flowText = name.isEmpty() || name == category ? category : category + QLatin1Char(' ') + name;
        link.note = link.note.isEmpty() ? flowText : link.note + QStringLiteral(", ") + flowText;
        section.lines << link;
    };
    const auto into = std::lower_bound(trace.flowsByTarget.begin(), trace.flowsByTarget.end(), id,
        [](const model::Flow& f, SliceId s) { return f.to < s; });
    for (auto f = into; f != trace.flowsByTarget.end() && f->to == id; ++f)
        append(*f, QStringLiteral("from"), f->from);
    const auto outOf = std::lower_bound(
        trace.flows.begin(), trace.flows.end(), id, [](const model::Flow& f, SliceId s) { return f.from < s; });
    for (auto f = outOf; f != trace.flows.end() && f->from == id; ++f)
        append(*f, QStringLiteral("to"), f->to);
    if (hidden > 0)
        section.lines << moreLine(hidden);
    return section;
}

void appendFilled(QList<DetailSection>& sections, const DetailSection& section)
{
    if (!section.lines.isEmpty())
        sections << section;
}

} // namespace

DetailSection parentsOf(const model::Trace& trace, SliceId first, const QString& title)
{
    DetailSection section {title, {}};
    std::uint64_t hidden = 0;
    for (SliceId at = first; at.valid(); at = trace.slices.parent[at.index()]) {
        if (section.lines.size() < kMaxParents)
            section.lines << linkTo(trace, {}, at);
        else
            ++hidden;
    }
    if (hidden > 0)
        section.lines << moreLine(hidden);
    return section;
}

QList<DetailSection> linksOfSlice(const model::Trace& trace, SliceId id)
{
    QList<DetailSection> sections;
    const GpuWorkId work = trace.gpuWorkOf(id);
    if (work.valid()) {
        appendFilled(sections, chainOfWork(trace, work));
    } else if (model::isApiCall(trace.kindOf(id))) {
        appendFilled(sections, chainOfLaunch(trace, id));
    } else if (trace.slices.placed(id)) {
        appendFilled(sections, launchedInside(trace, id));
    }
    appendFilled(sections, flowsOf(trace, id));
    appendFilled(
        sections, parentsOf(trace, trace.slices.parent[id.index()], QStringLiteral("Parents, innermost first")));
    const SliceId launch = work.valid() ? trace.gpuWork.launch[work.index()] : SliceId();
    if (launch.valid())
        appendFilled(sections,
            parentsOf(trace, trace.slices.parent[launch.index()], QStringLiteral("Call stack, innermost first")));
    return sections;
}

QList<DetailSection> linksOfInstant(const model::Trace& trace, InstantId id)
{
    QList<DetailSection> sections;
    const SliceId around
        = analysis::innermostAt(trace, trace.instants.track[id.index()], trace.instants.time[id.index()]);
    if (around.valid()) {
        appendFilled(sections, parentsOf(trace, around, QStringLiteral("Inside, innermost first")));
    }
    return sections;
}

} // namespace stepscope::widgets
