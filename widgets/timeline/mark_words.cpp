// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/mark_words.h"

#include "core/analysis/data_loading.h"
#include "core/analysis/kernel_names.h"
#include "core/analysis/python_lines.h"
#include "core/util/time.h"
#include "core/view/label_text.h"
#include "widgets/details/step_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace stepscope::widgets {

namespace {

constexpr std::size_t kMostCauses = 4; // slices that light up with a gap

QString markTr(const char* text)
{
    return QCoreApplication::translate("MarkWords", text);
}

QString durationText(std::int64_t ns)
{
    return QString::fromStdString(formatDuration(ns));
}

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QString shareText(double share)
{
    return QStringLiteral("%1 %").arg(QString::number(100 * share, 'f', share < 0.1 ? 1 : 0));
}

// When something begins, and the step that its middle lies in: what begins in the last µs of a step is the next one's.
QString whenText(const TimelineData& data, Interval span)
{
    const std::int64_t since = Interval {data.trace().rangeStart, span.start}.length();
    QString when = markTr("at %1").arg(durationText(since));
    const std::int64_t middle = span.start + span.length() / 2;
    const std::size_t i = view::firstStepEndingAfter(data.steps(), middle);
    if (i < data.steps().size() && data.steps()[i].start <= middle)
        when += QStringLiteral(" · ") + data.fullName(data.steps()[i].slice);
    return when;
}

QString rowText(const TimelineData& data, TrackId track)
{
    const auto& nodes = data.layout().nodes();
    for (const view::LayoutNode& node : nodes) {
        const bool isTrack = node.kind == view::NodeKind::Stream || node.kind == view::NodeKind::Thread;
        if (isTrack && node.track == track)
            return QString::fromStdString(node.label);
    }
    return {};
}

QString streamWord(const TimelineData& data, SliceId awaited)
{
    const QString row = awaited.valid() ? rowText(data, data.trace().trackOf(awaited)) : QString();
    return row.isEmpty() ? markTr("waits for a stream") : markTr("waits for %1").arg(row);
}

// The span that loads data says little itself: what was hot below it says why it took so long.
QString inputText(const TimelineData& data, SliceId span)
{
    const analysis::InputDetail detail = analysis::inputDetail(data.trace(), span);
    if (!detail.hottest.valid())
        return QString::fromStdString(analysis::inputNote(detail));
    return markTr("mostly %1, %2")
        .arg(text(view::shortPythonName(data.trace().names.view(detail.hottest))), durationText(detail.selfNs));
}

void addCauses(const TimelineData& data, const std::vector<CauseSum>& sums, QStringList& lines)
{
    constexpr std::size_t kShownCauses = 4;
    for (std::size_t i = 0; i < std::min(sums.size(), kShownCauses); ++i) {
        const analysis::GapPart& part = *sums[i].part;
        QString line = durationText(sums[i].ns) + QStringLiteral("  ") + causeWord(part.cause);
        if (part.activity.valid())
            line += QStringLiteral(": ") + data.shortName(part.activity);
        if (part.call.valid())
            line += QStringLiteral(", in ") + data.shortName(part.call);
        lines << line;
    }
    if (sums.size() > kShownCauses)
        lines << markTr("and %1 shorter parts").arg(sums.size() - kShownCauses);
}

// The thread that was waited for, and the line of Python it was in halfway.
QStringList cpuLines(const TimelineData& data, const analysis::GapPart& part)
{
    QStringList lines {markTr("CPU thread: %1").arg(rowText(data, part.thread))};
    const std::string python = analysis::pythonLineOf(data.trace(), part);
    if (!python.empty())
        lines << markTr("in %1").arg(text(view::shortPythonName(python)));
    return lines;
}

ItemText gapText(const TimelineData& data, const TimelineMarks& marks, const analysis::DeviceGap& gap)
{
    const auto parts = marks.causes().partsOf(gap);
    const std::vector<CauseSum> sums = causesOf(parts);
    const QString word = sums.empty() ? causeWord(gap.cause) : causeWord(data, *sums.front().part);
    ItemText result {markTr("%1 idle: %2").arg(durationText(gap.span.length()), word), {}};
    result.lines << whenText(data, gap.span);
    addCauses(data, sums, result.lines);
    if (!sums.empty() && sums.front().part->cause == analysis::IdleCause::Input && sums.front().part->activity.valid())
        result.lines << inputText(data, sums.front().part->activity);
    if (!sums.empty() && sums.front().part->thread.valid())
        result.lines << cpuLines(data, *sums.front().part);
    if (gap.launch.valid())
        result.lines << markTr("ended by %1").arg(data.shortName(gap.launch));
    if (gap.workAfter.valid())
        result.lines << markTr("then runs %1").arg(data.shortName(gap.workAfter));
    return result;
}

ItemText idleText(const TimelineData& data, const TimelineMarks& marks, const MarkRef& mark)
{
    const Interval idle {mark.span.start, mark.span.end};
    const QString length = durationText(mark.span.length());
    ItemText text {
        markTr("%1 idle: other streams work").arg(length), {whenText(data, idle), rowText(data, mark.track)}};
    const analysis::GapPart* wait = marks.longestWait(mark.track, idle);
    if (wait == nullptr)
        return text;
    text.title = markTr("%1 idle: communication").arg(length);
    const Interval alone {std::max(idle.start, wait->span.start), std::min(idle.end, wait->span.end)};
    text.lines
        << markTr("%1 of it while only %2 runs").arg(durationText(alone.length()), data.shortName(wait->activity));
    return text;
}

ItemText cardOfWall(const TimelineData& data, const analysis::Wall& wall)
{
    ItemText result {wallText(wall), {}};
    result.lines << markTr("%1 of short kernels, %2").arg(durationText(wall.span.length()), whenText(data, wall.span));
    result.lines << markTr("%1 of %2 pieces of work are short kernels")
                        .arg(QString::fromStdString(formatCount(wall.shortKernels)),
                            QString::fromStdString(formatCount(wall.kernels)));
    if (const auto bound = wall.launchBoundShare())
        result.lines << markTr("%1 of the time waits for launches").arg(shareText(*bound));
    if (wall.elementwiseShare > 0)
        result.lines << markTr("%1 element-wise: candidates for fusion").arg(shareText(wall.elementwiseShare));
    QStringList ops;
    for (const NameId op : wall.topOps)
        ops << text(data.trace().names.view(op));
    if (!ops.isEmpty())
        result.lines << markTr("mostly %1").arg(ops.join(QStringLiteral(", ")));
    if (wall.shareOfStep)
        result.lines << markTr("%1 of the step").arg(shareText(*wall.shareOfStep));
    return result;
}

ItemText cardOfSync(const TimelineData& data, const analysis::SyncMarker& sync)
{
    ItemText result {
        markTr("%1 waits %2 for the GPU").arg(syncCall(data, sync.slice), durationText(sync.blockedNs())), {}};
    result.lines << whenText(data, {sync.start(), sync.end()});
    if (sync.slice.valid())
        result.lines << data.fullName(sync.slice);
    const std::string python = analysis::pythonLineOf(data.trace(), sync.slice);
    if (!python.empty())
        result.lines << text(view::shortPythonName(python));
    else if (sync.op.valid())
        result.lines << text(data.trace().names.view(sync.op));
    if (sync.idleAfterNs)
        result.lines << markTr("the GPU then idles for %1").arg(durationText(*sync.idleAfterNs));
    if (sync.atStepEnd.value_or(false))
        result.lines << markTr("at the end of the step");
    return result;
}

} // namespace

std::vector<CauseSum> causesOf(std::span<const analysis::GapPart> parts)
{
    std::vector<CauseSum> sums;
    constexpr std::size_t kMostSums = 64; // a gap has few causes; hostile ones have many activities
    for (const analysis::GapPart& part : parts) {
        const auto same = std::find_if(sums.begin(), sums.end(), [&](const CauseSum& sum) {
            return sum.part->cause == part.cause && (sum.part->activity == part.activity || sums.size() >= kMostSums);
        });
        if (same != sums.end())
            same->ns += part.span.length();
        else if (sums.size() < kMostSums + analysis::kIdleCauses)
            sums.push_back({&part, part.span.length()});
    }
    std::stable_sort(sums.begin(), sums.end(), [](const CauseSum& a, const CauseSum& b) { return a.ns > b.ns; });
    return sums;
}

QString causeWord(analysis::IdleCause cause)
{
    switch (cause) {
    case analysis::IdleCause::Input:
        return markTr("input");
    case analysis::IdleCause::HostDispatch:
        return markTr("Python / dispatch");
    case analysis::IdleCause::Sync:
        return markTr("synchronisation");
    case analysis::IdleCause::Dependency:
        return markTr("waits for another stream");
    case analysis::IdleCause::CommWait:
        return markTr("communication");
    case analysis::IdleCause::LaunchLatency:
        return markTr("launch");
    case analysis::IdleCause::Unexplained:
        break;
    }
    return markTr("idle");
}

QString shortCauseWord(analysis::IdleCause cause)
{
    switch (cause) {
    case analysis::IdleCause::Input:
        return markTr("data");
    case analysis::IdleCause::HostDispatch:
        return markTr("Python");
    case analysis::IdleCause::Sync:
        return markTr("sync");
    case analysis::IdleCause::Dependency:
        return markTr("stream");
    case analysis::IdleCause::CommWait:
        return markTr("comm");
    case analysis::IdleCause::LaunchLatency:
        return markTr("launch");
    case analysis::IdleCause::Unexplained:
        break;
    }
    return markTr("idle");
}

QString roughDuration(std::int64_t ns)
{
    constexpr std::pair<double, const char*> kUnits[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}, {1, "ns"}};
    const auto* unit = std::begin(kUnits);
    while (unit + 1 != std::end(kUnits) && static_cast<double>(ns) < 0.995 * unit->first)
        ++unit;
    const double value = static_cast<double>(ns) / unit->first;
    const QString digits = value < 9.95 ? QString::number(value, 'g', 2) : QString::number(std::lround(value));
    return digits + QLatin1Char(' ') + QString::fromUtf8(unit->second);
}

namespace {

// One call of the driver that takes nearly all of it, such as cudaMalloc, says more than "dispatch".
bool fills(const model::Trace& trace, SliceId call, Interval span)
{
    if (!call.valid())
        return false;
    const Interval inside {
        std::max(span.start, trace.slices.start[call.index()]), std::min(span.end, trace.slices.end(call))};
    return inside.start < inside.end && inside.length() / 4 >= span.length() / 5;
}

} // namespace

QString causeWord(const TimelineData& data, const analysis::GapPart& part)
{
    if (!part.activity.valid())
        return causeWord(part.cause);
    switch (part.cause) {
    case analysis::IdleCause::Input: {
        const QString name = data.shortName(part.activity);
        return name.contains(QLatin1String("DataLoader")) ? QStringLiteral("DataLoader") : name;
    }
    case analysis::IdleCause::Sync:
        return syncCall(data, part.activity);
    case analysis::IdleCause::Dependency:
        return streamWord(data, part.activity);
    case analysis::IdleCause::CommWait:
        return data.shortName(part.activity);
    case analysis::IdleCause::HostDispatch:
        return fills(data.trace(), part.call, part.span) ? data.shortName(part.call) : causeWord(part.cause);
    default:
        return causeWord(part.cause);
    }
}

QString syncCall(const TimelineData& data, SliceId call)
{
    if (!call.valid())
        return markTr("synchronisation");
    const model::Trace& trace = data.trace();
    constexpr int kMostAncestors = 8;
    SliceId up = call;
    for (int i = 0; i < kMostAncestors && up.valid(); ++i, up = trace.slices.parent[up.index()]) {
        const std::string_view name = trace.nameOf(up);
        if (name == "aten::item" || name == "aten::_local_scalar_dense")
            return QStringLiteral(".item()");
        if (name == "aten::nonzero")
            return QStringLiteral("nonzero()");
    }
    return data.shortName(call);
}

namespace {

QStringList wallParts(const analysis::Wall& wall)
{
    QStringList parts {markTr("%1 kernels").arg(QString::fromStdString(formatCount(wall.kernels))),
        markTr("median %1").arg(durationText(wall.medianNs))};
    if (const auto busy = wall.busyShare())
        parts << markTr("busy %1").arg(QStringLiteral("%1 %").arg(qRound(100 * *busy)));
    return parts;
}

} // namespace

QString wallText(const analysis::Wall& wall)
{
    return wallParts(wall).join(QStringLiteral(" · "));
}

QString wallLabel(const analysis::Wall& wall, const std::function<bool(const QString&)>& fits)
{
    for (QStringList parts = wallParts(wall); !parts.isEmpty(); parts.removeLast()) {
        QString text = parts.join(QStringLiteral(" · "));
        if (fits(text))
            return text;
    }
    return {};
}

ItemText markText(const TimelineData& data, const TimelineMarks& marks, const MarkRef& mark)
{
    const analysis::TraceFigures& figures = marks.figures();
    if (mark.kind == MarkKind::Gap && mark.index < marks.causes().gaps.size())
        return gapText(data, marks, marks.causes().gaps[mark.index]);
    if (mark.kind == MarkKind::Idle)
        return idleText(data, marks, mark);
    if (mark.kind == MarkKind::Wall && mark.index < figures.walls.size())
        return cardOfWall(data, figures.walls[mark.index]);
    if (mark.kind == MarkKind::Sync && mark.index < figures.syncs.size())
        return cardOfSync(data, figures.syncs[mark.index]);
    return {};
}

QStringList markLines(const TimelineData& data, const TimelineMarks& marks, SliceId slice)
{
    if (const analysis::StepFigures* step = stepFiguresOf(data.trace(), marks.figures(), slice))
        return QStringList {markTr("CPU span %1").arg(durationText(step->span.cpu.length()))}
        + stepStatistics(marks.figures(), *step);
    if (!slice.valid() || !marks.isCommunication(slice))
        return {};
    const model::Trace& trace = data.trace();
    const TimelineMarks::Stream* stream = marks.streamOf(trace.trackOf(slice));
    if (!stream)
        return {};
    const std::int64_t whole = trace.slices.dur[slice.index()];
    const std::int64_t hidden
        = marks.devices()[stream->device].compute.busy(trace.slices.start[slice.index()], trace.slices.end(slice));
    if (hidden <= 0)
        return {markTr("exposed: nothing is computed meanwhile")};
    if (hidden >= whole)
        return {markTr("hidden behind computation")};
    return {markTr("%1 exposed, %2 hidden behind computation").arg(durationText(whole - hidden), durationText(hidden))};
}

MarkContext markContext(const TimelineMarks& marks, const MarkRef& mark)
{
    MarkContext context;
    if (mark.kind == MarkKind::Gap && mark.index < marks.causes().gaps.size()) {
        const analysis::DeviceGap& gap = marks.causes().gaps[mark.index];
        for (const CauseSum& sum : causesOf(marks.causes().partsOf(gap))) {
            if (sum.part->activity.valid() && context.causes.size() < kMostCauses)
                context.causes.push_back(sum.part->activity);
        }
        context.launch = gap.launch;
        context.workAfter = gap.workAfter;
    } else if (mark.kind == MarkKind::Sync && mark.index < marks.figures().syncs.size()) {
        const analysis::SyncMarker& sync = marks.figures().syncs[mark.index];
        context.causes = {sync.slice};
        context.workAfter = sync.workAfter;
    }
    return context;
}

} // namespace stepscope::widgets
