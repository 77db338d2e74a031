// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/timeline_pair.h"

#include "core/util/time.h"
#include "widgets/common/combo_box.h"
#include "widgets/compare/change_words.h"
#include "widgets/compare/cost_places.h"
#include "widgets/compare/linked_rows.h"
#include "widgets/compare/run_bar.h"
#include "widgets/compare/shift_handle.h"
#include "widgets/details/detail_text.h"
#include "widgets/memory/memory_strip.h"
#include "widgets/memory/memory_timeline_view.h"
#include "widgets/tables/table_box.h"
#include "widgets/timeline/row_scroll.h"
#include "widgets/timeline/timeline_view.h"

#include <QEvent>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stepscope::widgets {

using compare::kAfter;
using compare::kBefore;

namespace {

constexpr double kOneGlance = 3; // times the longer of two events: as far apart they may be to be seen together

// Of a timeline over its memory.
RunName nameOfBoth(const CompareRun& run)
{
    const RunName memory = run.nameOfMemory();
    return memory.label == run.label
        ? run.name()
        : RunName {QStringLiteral("%1, below it %2").arg(run.label, memory.label), run.path + u'\n' + memory.path};
}

} // namespace

TimelinePair::TimelinePair(const ComparisonSource* source, ThemeSource* theme, QWidget* parent)
    : RunPair(source, {source->run(kBefore).name(), source->run(kAfter).name()}, theme, parent)
    , m_alignSelected(addAlignment(QStringLiteral("Selected events"),
          QStringLiteral("The selected event of the one run under that of the other, by their starts")))
    , m_alignStarts(addAlignment(
          QStringLiteral("Starts"), QStringLiteral("The first event of the one run under that of the other")))
{
    for (const std::size_t side : kSides)
        makeView(side);
    addShiftHandle([](double ns) { return signedAmountText(compare::Unit::Nanoseconds, ns); });
    connect(m_alignStarts, &QToolButton::clicked, this, &TimelinePair::alignAtStarts);
    connect(m_alignSelected, &QToolButton::clicked, this, &TimelinePair::alignSelected);
    connect(&axes(), &RunAxes::alignmentChanged, this, &TimelinePair::alignmentChanged);
    connect(source, &ComparisonSource::changed, this, &TimelinePair::stepsKnown);
    m_rows = new LinkedRows(m_views, this);
    showRows({});
    alignAtStarts();
    axes().axis(kBefore).fitAll();
}

// Views tell the axes and selections what the pointer leaves while they are taken apart: they go first.
TimelinePair::~TimelinePair()
{
    for (MemoryStrip*& strip : m_memory)
        delete std::exchange(strip, nullptr); // what is laid out meanwhile must not find it
    for (TimelineView* view : m_views)
        delete view;
}

void TimelinePair::makeView(std::size_t side)
{
    const std::shared_ptr<const model::Trace>& trace = runOf(side).trace;
    axes().axis(side).setBounds(trace->rangeStart, trace->rangeEnd);
    auto* view = new TimelineView(trace, &axes().axis(side), &m_selections[side], theme(), this);
    m_views[side] = view;
    view->setFigures(source().figures(side));
    view->setOverviewVisible(false);
    view->setAccessibleName(
        side == kBefore ? QStringLiteral("Timeline of the run before") : QStringLiteral("Timeline of the run after"));
    view->viewport()->installEventFilter(this);
    m_lanes[side] = new QSplitter(Qt::Vertical, this);
    m_lanes[side]->setChildrenCollapsible(false);
    m_lanes[side]->addWidget(view);
    addRun(side, view, view->viewport(), m_lanes[side]);
    connect(&bar(side), &RunBar::stepChosen, this, [this]() {
        alignAtSteps(static_cast<std::size_t>(std::max(0, bar(kBefore).steps().currentIndex())),
            static_cast<std::size_t>(std::max(0, bar(kAfter).steps().currentIndex())));
    });
    connect(&view->commands(), &TimelineCommands::findingRequested, this, &TimelinePair::differenceRequested);
    for (const auto signal : {&Selection::itemChanged, &Selection::rangeChanged}) {
        connect(&m_selections[side], signal, this, [this]() {
            showAlignment();
            Q_EMIT selectionsChanged();
            Q_EMIT textsChanged();
        });
    }
    connect(&m_selections[side], &Selection::hoverChanged, this, &TimelinePair::textsChanged);
    connect(&axes().axis(side), &TimeAxis::rangeChanged, this, &TimelinePair::textsChanged);
}

void TimelinePair::attachMemory(const std::array<MemoryCursor*, 2>& cursors)
{
    for (const std::size_t side : kSides) {
        const CompareRun& of = runOf(side);
        m_memory[side] = new MemoryStrip(
            {of.trace, of.snapshot, &axes().axis(side), &m_selections[side], cursors[side], of.clockBase.value_or(0)},
            theme(), m_lanes[side]);
        m_memory[side]->setBarVisible(false);
        m_memory[side]->setZero(zeroOf(side));
        m_lanes[side]->addWidget(m_memory[side]);
        m_lanes[side]->setSizes({1000, 1000});
    }
    alignMemory();
}

void TimelinePair::setMemoryVisible(bool visible)
{
    for (const std::size_t side : kSides) {
        if (m_memory[side] == nullptr)
            continue;
        m_memory[side]->setVisible(visible);
        bar(side).setName(visible ? nameOfBoth(runOf(side)) : runOf(side).name());
    }
}

// The canvas of the memory stands under that of the timeline.
void TimelinePair::alignMemory()
{
    for (const std::size_t side : kSides) {
        if (m_memory[side] == nullptr)
            continue;
        const QWidget* canvas = m_views[side]->viewport();
        const int left = m_memory[side]->mapFromGlobal(canvas->mapToGlobal(QPoint(0, 0))).x();
        m_memory[side]->alignTo(left, left + canvas->width());
    }
}

// The first steps of the same number that are no warm-up.
void TimelinePair::stepsKnown()
{
    if (m_stepsKnown || !source().comparison())
        return;
    m_stepsKnown = true;
    const auto list
        = [this](std::size_t side) -> const analysis::StepList& { return source().figures(side)->whole()->steps; };
    for (const std::size_t side : kSides) {
        QStringList names;
        for (const analysis::StepFigures& step : list(side).steps)
            names << QStringLiteral("step #%1").arg(step.span.number)
                    + (step.warmUp ? QStringLiteral(" (warm-up)") : QString());
        bar(side).setSteps(names);
    }
    const std::vector<compare::StepPair>& pairs = source().comparison()->alignment.pairs;
    if (!pairs.empty())
        alignAtSteps(pairs.front().before, pairs.front().after);
    axes().axis(kBefore).fitAll();
}

void TimelinePair::alignAtSteps(std::size_t before, std::size_t after)
{
    const std::array chosen {before, after};
    Alignment alignment;
    for (const std::size_t side : kSides) {
        const FiguresPtr& figures = source().figures(side)->whole();
        if (!figures || chosen[side] >= figures->steps.steps.size())
            return;
        bar(side).steps().setCurrentIndex(static_cast<int>(chosen[side]));
        alignment.anchors[side] = figures->steps.steps[chosen[side]].span.cpu.start;
    }
    axes().align(alignment);
}

Alignment TimelinePair::atStarts() const
{
    return {{runOf(kBefore).trace->rangeStart, runOf(kAfter).trace->rangeStart}, 1};
}

void TimelinePair::alignAtStarts()
{
    axes().align(atStarts());
}

std::optional<TimeRange> TimelinePair::spanOf(std::size_t side, SliceId slice) const
{
    const model::Trace& trace = *runOf(side).trace;
    if (!slice.valid() || !trace.slices.timed(slice))
        return std::nullopt;
    return TimeRange {trace.slices.start[slice.index()], trace.slices.end(slice)};
}

std::optional<std::int64_t> TimelinePair::selectedStart(std::size_t side) const
{
    if (const auto span = spanOf(side, m_selections[side].slice()))
        return span->start;
    const auto& range = m_selections[side].range();
    return range ? std::optional(range->start) : std::nullopt;
}

std::optional<Alignment> TimelinePair::atSelected() const
{
    const auto before = selectedStart(kBefore);
    const auto after = selectedStart(kAfter);
    return before && after ? std::optional(Alignment {{*before, *after}, 1}) : std::nullopt;
}

bool TimelinePair::canAlignSelected() const
{
    return atSelected().has_value();
}

void TimelinePair::alignSelected()
{
    if (const auto alignment = atSelected())
        axes().align(*alignment);
}

void TimelinePair::showAlignment()
{
    const bool exact = axes().shift() == 0;
    m_alignSelected->setEnabled(canAlignSelected());
    m_alignSelected->setChecked(exact && axes().alignment() == atSelected());
    m_alignStarts->setChecked(exact && axes().alignment() == atStarts());
}

void TimelinePair::showEvents(const std::array<SliceId, 2>& slices, const std::array<std::optional<Interval>, 2>& gaps)
{
    std::array<std::optional<TimeRange>, 2> spans;
    for (const std::size_t side : kSides) {
        const std::optional<TimeRange> gap
            = gaps[side] ? std::optional(TimeRange {gaps[side]->start, gaps[side]->end}) : std::nullopt;
        m_selections[side].select(gap ? SliceId() : slices[side]);
        m_selections[side].setRange(gap);
        spans[side] = gap ? gap : spanOf(side, slices[side]);
    }
    showRows(slices);
    if (!spans[kBefore] && !spans[kAfter])
        return;
    if (!spans[kBefore] || !spans[kAfter]) {
        const std::size_t side = spans[kBefore] ? kBefore : kAfter;
        axes().axis(side).fitAround(spans[side]->start, spans[side]->end);
        return;
    }
    const auto all = [&]() {
        return TimeRange {std::min(spans[kBefore]->start, axes().inOther(kAfter, spans[kAfter]->start)),
            std::max(spans[kBefore]->end, axes().inOther(kAfter, spans[kAfter]->end))};
    };
    const std::int64_t longer = std::max(spans[kBefore]->length(), spans[kAfter]->length());
    if (static_cast<double>(all().length()) > kOneGlance * static_cast<double>(longer))
        axes().align({{spans[kBefore]->start, spans[kAfter]->start}, 1});
    axes().axis(kBefore).fitAround(all().start, all().end);
}

void TimelinePair::showCosts(const std::array<SliceId, 2>& slices)
{
    showEvents(slices);
    showSteps(slices);
}

// The row of each event, or of the only one in both, below the device that it runs on or, of the CPU, works for.
void TimelinePair::showRows(const std::array<SliceId, 2>& slices)
{
    for (const std::size_t side : kSides) {
        const model::Trace& trace = *runOf(side).trace;
        const SliceId slice = slices[side];
        const bool onGpu = slice.valid() && model::isGpuWork(trace.kindOf(slice));
        const auto device
            = onGpu ? std::optional(trace.tracks[trace.trackOf(slice).index()].device) : firstDevice(trace);
        if (device)
            m_views[side]->scroller().lead(*device);
    }
    const auto scroll = [&]() {
        for (const std::size_t side : kSides)
            m_views[side]->scroller().toRowOf(slices[side]);
    };
    if (!slices[kBefore].valid() || !slices[kAfter].valid())
        return scroll();
    const auto apart = m_rows->apart(); // each has its own row to show
    scroll();
}

void TimelinePair::showSteps(const std::array<SliceId, 2>& slices)
{
    constexpr double kMargin = 0.05;
    std::optional<TimeRange> all;
    for (const std::size_t side : kSides) {
        const auto span = spanOf(side, slices[side]);
        const auto step = span ? longStepAround(m_views[side]->content().steps(), *span) : std::nullopt;
        if (!step)
            continue;
        const TimeRange own = side == kBefore
            ? *step
            : TimeRange {axes().inOther(kAfter, step->start), axes().inOther(kAfter, step->end)};
        all = all ? TimeRange {std::min(all->start, own.start), std::max(all->end, own.end)} : own;
    }
    if (all)
        axes().axis(kBefore).fit(all->start, all->end, kMargin);
}

std::int64_t TimelinePair::zeroOf(std::size_t side) const
{
    const std::int64_t anchor = axes().alignment().anchors[kBefore];
    return side == kBefore ? anchor : axes().inOther(kBefore, anchor);
}

void TimelinePair::alignmentChanged()
{
    showAlignment();
    for (const std::size_t side : kSides) {
        m_views[side]->setOrigin(zeroOf(side));
        if (m_memory[side] != nullptr)
            m_memory[side]->setZero(zeroOf(side));
    }
    Q_EMIT textsChanged();
}

bool TimelinePair::can(TimelineCommand command) const
{
    switch (command) {
    case TimelineCommand::NextStep:
    case TimelineCommand::PreviousStep:
        return !m_views[active()]->content().steps().empty();
    case TimelineCommand::GoToTime:
    case TimelineCommand::NextPlace:
    case TimelineCommand::PreviousPlace:
    case TimelineCommand::LargestGap:
    case TimelineCommand::NextLargestGap:
        return false;
    default:
        return true;
    }
}

void TimelinePair::run(TimelineCommand command)
{
    if (can(command))
        m_views[active()]->commands().run(command);
}

bool TimelinePair::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move)
        alignMemory();
    return RunPair::eventFilter(watched, event);
}

QString TimelinePair::whatText() const
{
    QStringList parts;
    for (const std::size_t side : kSides) {
        const SliceId hovered = m_selections[side].hovered().slice();
        const SliceId shown = hovered.valid() ? hovered : m_selections[side].slice();
        if (const auto span = spanOf(side, shown)) {
            parts << QStringLiteral("%1: %2, %3")
                         .arg(side == kBefore ? QStringLiteral("before") : QStringLiteral("after"),
                             elideMiddle(m_views[side]->content().shortName(shown), 48), durationText(span->length()));
        }
    }
    return parts.isEmpty() ? runOf(kBefore).label + QStringLiteral("  →  ") + runOf(kAfter).label
                           : parts.join(QStringLiteral("  ·  "));
}

QString TimelinePair::whereText() const
{
    return QStringLiteral("%1 in view").arg(durationText(axes().axis(kBefore).range().length()));
}

bool TimelinePair::isIdle() const
{
    return std::all_of(m_views.begin(), m_views.end(), [](const TimelineView* view) { return view->idle(); })
        && std::all_of(m_memory.begin(), m_memory.end(),
            [](MemoryStrip* strip) { return strip == nullptr || !strip->isVisible() || strip->timeline().idle(); });
}

} // namespace stepscope::widgets
