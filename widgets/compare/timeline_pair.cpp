// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/timeline_pair.h"

#include "core/compare/row_match.h"
#include "core/util/time.h"
#include "widgets/common/combo_box.h"
#include "widgets/compare/change_words.h"
#include "widgets/compare/cost_places.h"
#include "widgets/compare/run_bar.h"
#include "widgets/compare/shift_handle.h"
#include "widgets/details/detail_text.h"
#include "widgets/tables/table_box.h"
#include "widgets/timeline/row_scroll.h"
#include "widgets/timeline/timeline_view.h"
#include "widgets/timeline/track_header.h"

#include <QEvent>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::widgets {

using compare::kAfter;
using compare::kBefore;

namespace {

constexpr std::array kSides {kBefore, kAfter};
constexpr double kOneGlance = 3; // times the longer of two events: as far apart they may be to be seen together

} // namespace

TimelinePair::TimelinePair(const ComparisonSource* source, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_source(source)
    , m_alignSelected(barButton(QStringLiteral("Selected events"),
          QStringLiteral("The selected event of the one run under that of the other, by their starts"), this))
    , m_alignStarts(barButton(
          QStringLiteral("Starts"), QStringLiteral("The first event of the one run under that of the other"), this))
{
    for (const std::size_t side : kSides)
        makeView(side, theme);
    for (QToolButton* button : {m_alignSelected, m_alignStarts}) {
        button->setCheckable(true);
        m_bars[kBefore]->add(button);
        connect(button, &QToolButton::clicked, this, &TimelinePair::showAlignment);
    }
    m_bars[kAfter]->add(new ShiftHandle(
        &m_axes, [](double ns) { return signedAmountText(compare::Unit::Nanoseconds, ns); }, theme, this));
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setChildrenCollapsible(false);
    for (const std::size_t side : kSides)
        splitter->addWidget(below(m_bars[side], m_views[side]));
    splitter->setSizes({1000, 1000}); // in equal parts
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
    setFocusProxy(m_views[kBefore]);
    connect(m_alignStarts, &QToolButton::clicked, this, &TimelinePair::alignAtStarts);
    connect(m_alignSelected, &QToolButton::clicked, this, &TimelinePair::alignSelected);
    connect(&m_axes, &RunAxes::alignmentChanged, this, &TimelinePair::alignmentChanged);
    connect(m_source, &ComparisonSource::changed, this, &TimelinePair::stepsKnown);
    matchRows();
    linkViews();
    alignAtStarts();
    m_axes.axis(kBefore).fitAll();
}

// Views tell the axes and selections what the pointer leaves while they are taken apart: they go first.
TimelinePair::~TimelinePair()
{
    for (TimelineView* view : m_views)
        delete view;
}

void TimelinePair::makeView(std::size_t side, ThemeSource* theme)
{
    const CompareRun& run = m_source->run(side);
    m_axes.axis(side).setBounds(run.trace->rangeStart, run.trace->rangeEnd);
    m_bars[side] = new RunBar(side, run, theme, this);
    auto* view = new TimelineView(run.trace, &m_axes.axis(side), &m_selections[side], theme, this);
    m_views[side] = view;
    view->setFigures(m_source->figures(side));
    view->setOverviewVisible(false);
    view->setAccessibleName(
        side == kBefore ? QStringLiteral("Timeline of the run before") : QStringLiteral("Timeline of the run after"));
    view->installEventFilter(this);
    new ShiftDrag(&m_axes, side, view->viewport());
    connect(m_bars[side], &RunBar::stepChosen, this, [this]() {
        alignAtSteps(static_cast<std::size_t>(std::max(0, m_bars[kBefore]->steps().currentIndex())),
            static_cast<std::size_t>(std::max(0, m_bars[kAfter]->steps().currentIndex())));
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
    connect(&m_axes.axis(side), &TimeAxis::rangeChanged, this, &TimelinePair::textsChanged);
}

// Rows scroll together, and names stay as wide in both: a time is at one place in both then.
void TimelinePair::linkViews()
{
    for (const std::size_t side : kSides) {
        TimelineView* other = m_views[1 - side];
        connect(
            m_views[side]->verticalScrollBar(), &QScrollBar::valueChanged, this, [this, side]() { copyScroll(side); });
        connect(m_views[side], &TimelineView::layoutChanged, this, [this, side]() { copyFolds(side); });
        connect(&m_views[side]->header(), &TrackHeader::widthRequested, this, [this, other](int width) {
            if (m_linking)
                return;
            const QScopedValueRollback<bool> guard(m_linking, true);
            Q_EMIT other->header().widthRequested(width);
        });
    }
}

// Rows of one role in one order; what is in one run only stays and says so.
void TimelinePair::matchRows()
{
    view::TrackLayout& before = m_views[kBefore]->content().layout();
    view::TrackLayout& after = m_views[kAfter]->content().layout();
    m_rows = view::matchRows(before, after,
        {compare::rowRoles(*m_source->run(kBefore).trace), compare::rowRoles(*m_source->run(kAfter).trace)});
    view::orderLike(before, after, m_rows);
    for (const std::size_t side : kSides) {
        view::TrackLayout& layout = m_views[side]->content().layout();
        for (std::size_t i = 0; i < layout.nodes().size(); ++i) {
            const view::NodeId node(i);
            if (m_rows.partner(side, node).valid() || !layout.isMovable(node))
                continue;
            const std::string& detail = layout.node(node).detail;
            layout.setDetail(node,
                (detail.empty() ? std::string() : detail + " · ") + (side == kBefore ? "only before" : "only after"));
        }
        m_views[side]->showLayout();
    }
}

// The row at the upper edge of the one is that of the other too, where it is there.
void TimelinePair::copyScroll(std::size_t from)
{
    if (m_linking || m_views[from]->scroller().isPlacing())
        return;
    const QScopedValueRollback<bool> guard(m_linking, true);
    const view::TrackLayout& layout = m_views[from]->content().layout();
    const view::TrackLayout& other = m_views[1 - from]->content().layout();
    const int scrolled = m_views[from]->verticalScrollBar()->value();
    int target = scrolled;
    const auto top = layout.rowAt(layout.pinnedHeight() + scrolled);
    const view::NodeId partner = top ? m_rows.partner(from, layout.rows()[*top].node) : view::NodeId();
    const auto row = partner.valid() ? other.rowOfNode(partner) : std::nullopt;
    const auto own = top ? layout.rowOfNode(layout.rows()[*top].node) : std::nullopt;
    if (row && own) {
        target
            = other.rows()[*row].y - other.pinnedHeight() + (layout.pinnedHeight() + scrolled - layout.rows()[*own].y);
    }
    m_views[1 - from]->verticalScrollBar()->setValue(target);
}

void TimelinePair::copyFolds(std::size_t from)
{
    if (m_linking)
        return;
    const QScopedValueRollback<bool> guard(m_linking, true);
    const view::TrackLayout& layout = m_views[from]->content().layout();
    view::TrackLayout& other = m_views[1 - from]->content().layout();
    bool changed = false;
    for (std::size_t i = 0; i < layout.nodes().size(); ++i) {
        const view::NodeId partner = m_rows.partner(from, view::NodeId(i));
        if (!partner.valid() || other.isFolded(partner) == layout.isFolded(view::NodeId(i)))
            continue;
        other.setFolded(partner, layout.isFolded(view::NodeId(i)));
        changed = true;
    }
    if (changed)
        m_views[1 - from]->showLayout();
}

// The first steps of the same number that are no warm-up.
void TimelinePair::stepsKnown()
{
    if (m_stepsKnown || !m_source->comparison())
        return;
    m_stepsKnown = true;
    const auto list
        = [this](std::size_t side) -> const analysis::StepList& { return m_source->figures(side)->whole()->steps; };
    for (const std::size_t side : kSides) {
        QStringList names;
        for (const analysis::StepFigures& step : list(side).steps)
            names << QStringLiteral("step #%1").arg(step.span.number)
                    + (step.warmUp ? QStringLiteral(" (warm-up)") : QString());
        m_bars[side]->setSteps(names);
    }
    const std::vector<compare::StepPair>& pairs = m_source->comparison()->alignment.pairs;
    if (!pairs.empty())
        alignAtSteps(pairs.front().before, pairs.front().after);
    m_axes.axis(kBefore).fitAll();
}

void TimelinePair::alignAtSteps(std::size_t before, std::size_t after)
{
    const std::array chosen {before, after};
    Alignment alignment;
    for (const std::size_t side : kSides) {
        const FiguresPtr& figures = m_source->figures(side)->whole();
        if (!figures || chosen[side] >= figures->steps.steps.size())
            return;
        m_bars[side]->steps().setCurrentIndex(static_cast<int>(chosen[side]));
        alignment.anchors[side] = figures->steps.steps[chosen[side]].span.cpu.start;
    }
    m_axes.align(alignment);
}

Alignment TimelinePair::atStarts() const
{
    return {{m_source->run(kBefore).trace->rangeStart, m_source->run(kAfter).trace->rangeStart}, 1};
}

void TimelinePair::alignAtStarts()
{
    m_axes.align(atStarts());
}

std::optional<TimeRange> TimelinePair::spanOf(std::size_t side, SliceId slice) const
{
    const model::Trace& trace = *m_source->run(side).trace;
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
        m_axes.align(*alignment);
}

void TimelinePair::showAlignment()
{
    const bool exact = m_axes.shift() == 0;
    m_alignSelected->setEnabled(canAlignSelected());
    m_alignSelected->setChecked(exact && m_axes.alignment() == atSelected());
    m_alignStarts->setChecked(exact && m_axes.alignment() == atStarts());
}

void TimelinePair::showEvents(const std::array<SliceId, 2>& slices)
{
    std::array<std::optional<TimeRange>, 2> spans;
    for (const std::size_t side : kSides) {
        spans[side] = spanOf(side, slices[side]);
        m_selections[side].select(slices[side]);
        if (slices[side].valid()) {
            const QScopedValueRollback<bool> guard(m_linking, true); // each has its own row to show
            m_views[side]->scroller().toRowOf(slices[side]);
        }
    }
    if (!spans[kBefore] && !spans[kAfter])
        return;
    if (!spans[kBefore] || !spans[kAfter]) {
        const std::size_t side = spans[kBefore] ? kBefore : kAfter;
        m_axes.axis(side).fitAround(spans[side]->start, spans[side]->end);
        return;
    }
    const auto all = [&]() {
        return TimeRange {std::min(spans[kBefore]->start, m_axes.inOther(kAfter, spans[kAfter]->start)),
            std::max(spans[kBefore]->end, m_axes.inOther(kAfter, spans[kAfter]->end))};
    };
    const std::int64_t longer = std::max(spans[kBefore]->length(), spans[kAfter]->length());
    if (static_cast<double>(all().length()) > kOneGlance * static_cast<double>(longer))
        m_axes.align({{spans[kBefore]->start, spans[kAfter]->start}, 1});
    m_axes.axis(kBefore).fitAround(all().start, all().end);
}

void TimelinePair::showCosts(const std::array<SliceId, 2>& slices)
{
    showEvents(slices);
    showSteps(slices);
    const QScopedValueRollback<bool> guard(m_linking, true);
    for (const std::size_t side : kSides) {
        const std::optional<std::int32_t> device = firstDevice(*m_source->run(side).trace);
        if (device)
            m_views[side]->scroller().toDevice(*device);
    }
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
            : TimeRange {m_axes.inOther(kAfter, step->start), m_axes.inOther(kAfter, step->end)};
        all = all ? TimeRange {std::min(all->start, own.start), std::max(all->end, own.end)} : own;
    }
    if (all)
        m_axes.axis(kBefore).fit(all->start, all->end, kMargin);
}

void TimelinePair::alignmentChanged()
{
    showAlignment();
    for (const std::size_t side : kSides)
        m_views[side]->setOrigin(side == kBefore ? m_axes.alignment().anchors[kBefore]
                                                 : m_axes.inOther(kBefore, m_axes.alignment().anchors[kBefore]));
    Q_EMIT textsChanged();
}

bool TimelinePair::can(TimelineCommand command) const
{
    switch (command) {
    case TimelineCommand::NextStep:
    case TimelineCommand::PreviousStep:
        return !m_views[m_active]->content().steps().empty();
    case TimelineCommand::GoToTime:
    case TimelineCommand::NextPlace:
    case TimelineCommand::PreviousPlace:
        return false;
    default:
        return true;
    }
}

void TimelinePair::run(TimelineCommand command)
{
    if (can(command))
        m_views[m_active]->commands().run(command);
}

bool TimelinePair::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn)
        m_active = watched == m_views[kBefore] ? kBefore : kAfter;
    return QWidget::eventFilter(watched, event);
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
    return parts.isEmpty() ? m_source->run(kBefore).label + QStringLiteral("  →  ") + m_source->run(kAfter).label
                           : parts.join(QStringLiteral("  ·  "));
}

QString TimelinePair::whereText() const
{
    return QStringLiteral("%1 in view").arg(durationText(m_axes.axis(kBefore).range().length()));
}

bool TimelinePair::isIdle() const
{
    return std::all_of(m_views.begin(), m_views.end(), [](const TimelineView* view) { return view->idle(); });
}

} // namespace stepscope::widgets
