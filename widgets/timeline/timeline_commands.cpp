// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_commands.h"

#include "core/view/launch_links.h"

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr double kZoomStep = 1.5;
constexpr double kFastZoomStep = 4;
constexpr double kPanShare = 0.15; // of the view
constexpr double kFastPanShare = 0.6;
constexpr double kSliceMargin = 0.15; // of the slice, on either side
constexpr double kStepMargin = 0.02;

constexpr TimelineCommandInfo kCommands[] = {
    {TimelineCommand::ZoomIn, "Zoom in", Qt::Key_W},
    {TimelineCommand::ZoomInFast, "Zoom in faster", Qt::Key_W, Qt::ShiftModifier},
    {TimelineCommand::ZoomOut, "Zoom out", Qt::Key_S},
    {TimelineCommand::ZoomOutFast, "Zoom out faster", Qt::Key_S, Qt::ShiftModifier},
    {TimelineCommand::PanLeft, "Move left", Qt::Key_A},
    {TimelineCommand::PanLeftFast, "Move left faster", Qt::Key_A, Qt::ShiftModifier},
    {TimelineCommand::PanRight, "Move right", Qt::Key_D},
    {TimelineCommand::PanRightFast, "Move right faster", Qt::Key_D, Qt::ShiftModifier},
    {TimelineCommand::CentreOrFitSelection, "Centre the selection, then fit it", Qt::Key_F},
    {TimelineCommand::FitAll, "Show the whole trace", Qt::Key_0},
    {TimelineCommand::Back, "Back", Qt::Key_Escape},
    {TimelineCommand::MarkSelection, "Mark the selection as a range", Qt::Key_M},
    {TimelineCommand::NextSlice, "Next slice in the row", Qt::Key_Period},
    {TimelineCommand::PreviousSlice, "Previous slice in the row", Qt::Key_Comma},
    {TimelineCommand::SliceAround, "To the slice around", Qt::Key_Q},
    {TimelineCommand::SliceInside, "To the longest slice inside", Qt::Key_E},
    {TimelineCommand::TowardsCause, "To the launch or operator", Qt::Key_BracketLeft},
    {TimelineCommand::TowardsEffect, "To the launched work", Qt::Key_BracketRight},
    {TimelineCommand::NextStep, "Next step", Qt::Key_J},
    {TimelineCommand::PreviousStep, "Previous step", Qt::Key_K},
    {TimelineCommand::NextFinding, "Next finding", Qt::Key_N},
    {TimelineCommand::PreviousFinding, "Previous finding", Qt::Key_P},
    {TimelineCommand::NextPlace, "Next place of the finding", Qt::Key_N, Qt::ShiftModifier},
    {TimelineCommand::PreviousPlace, "Previous place of the finding", Qt::Key_P, Qt::ShiftModifier},
    {TimelineCommand::LargestGap, "Largest gap", Qt::Key_I},
    {TimelineCommand::NextLargestGap, "Next largest gap", Qt::Key_I, Qt::ShiftModifier},
    {TimelineCommand::ToggleFold, "Fold or unfold the row of the selection", Qt::Key_Space},
    {TimelineCommand::ToggleFlows, "Show or hide forward, backward and other flows", Qt::Key_L},
    {TimelineCommand::GoToTime, "Go to time…", Qt::Key_G},
};

} // namespace

std::span<const TimelineCommandInfo> timelineCommandTable()
{
    return kCommands;
}

std::optional<TimelineCommand> timelineCommandFor(int key, Qt::KeyboardModifiers modifiers)
{
    // Brackets need other modifiers on some keyboards: those count only where the table tells commands apart by them.
    if ((modifiers & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) != 0)
        return {};
    const TimelineCommandInfo* best = nullptr;
    for (const TimelineCommandInfo& info : kCommands) {
        const bool exact = (modifiers & Qt::ShiftModifier) == info.modifier;
        if (info.key == key && (!best || exact))
            best = &info;
    }
    return best ? std::optional(best->command) : std::nullopt;
}

bool roam(TimeAxis& axis, TimelineCommand command)
{
    constexpr double kZoom = 2;
    constexpr double kPan = 0.25; // of the width
    constexpr double kFast = 3;
    // About the pointer where it is over a timeline, else about the middle.
    const double x = axis.cursor() ? axis.scale().toPx(*axis.cursor()) : -1;
    const double middle = x >= 0 && x <= axis.width() ? x : axis.width() / 2;
    switch (command) {
    case TimelineCommand::ZoomIn:
        axis.zoomAtPixel(middle, kZoom);
        return true;
    case TimelineCommand::ZoomInFast:
        axis.zoomAtPixel(middle, kZoom * kFast);
        return true;
    case TimelineCommand::ZoomOut:
        axis.zoomAtPixel(middle, 1 / kZoom);
        return true;
    case TimelineCommand::ZoomOutFast:
        axis.zoomAtPixel(middle, 1 / (kZoom * kFast));
        return true;
    case TimelineCommand::PanLeft:
        axis.panByPixels(-axis.width() * kPan);
        return true;
    case TimelineCommand::PanLeftFast:
        axis.panByPixels(-axis.width() * kPan * kFast);
        return true;
    case TimelineCommand::PanRight:
        axis.panByPixels(axis.width() * kPan);
        return true;
    case TimelineCommand::PanRightFast:
        axis.panByPixels(axis.width() * kPan * kFast);
        return true;
    case TimelineCommand::FitAll:
        axis.fitAll();
        return true;
    case TimelineCommand::Back:
        axis.back();
        return true;
    default:
        return false;
    }
}

TimelineCommands::TimelineCommands(
    TimelineData& data, TimeAxis& axis, Selection& selection, TimelineSurface& surface, QObject* parent)
    : QObject(parent)
    , m_data(data)
    , m_axis(axis)
    , m_selection(selection)
    , m_surface(surface)
{
}

void TimelineCommands::run(TimelineCommand command)
{
    switch (command) {
    case TimelineCommand::ZoomIn:
        return zoom(kZoomStep);
    case TimelineCommand::ZoomInFast:
        return zoom(kFastZoomStep);
    case TimelineCommand::ZoomOut:
        return zoom(1 / kZoomStep);
    case TimelineCommand::ZoomOutFast:
        return zoom(1 / kFastZoomStep);
    case TimelineCommand::PanLeft:
        return pan(-kPanShare);
    case TimelineCommand::PanLeftFast:
        return pan(-kFastPanShare);
    case TimelineCommand::PanRight:
        return pan(kPanShare);
    case TimelineCommand::PanRightFast:
        return pan(kFastPanShare);
    case TimelineCommand::CentreOrFitSelection:
        return centreOrFit();
    case TimelineCommand::FitAll:
        return m_axis.fitAll();
    case TimelineCommand::Back:
        return back();
    case TimelineCommand::MarkSelection:
        return markSelection();
    case TimelineCommand::NextSlice:
        return selectBeside(1);
    case TimelineCommand::PreviousSlice:
        return selectBeside(-1);
    case TimelineCommand::SliceAround:
        return selectAround();
    case TimelineCommand::SliceInside:
        return selectInside();
    case TimelineCommand::TowardsCause:
    case TimelineCommand::TowardsEffect:
        return followLaunch(command == TimelineCommand::TowardsCause);
    case TimelineCommand::NextStep:
        return stepBy(1);
    case TimelineCommand::PreviousStep:
        return stepBy(-1);
    case TimelineCommand::NextFinding:
    case TimelineCommand::PreviousFinding:
    case TimelineCommand::NextPlace:
    case TimelineCommand::PreviousPlace:
        Q_EMIT findingRequested(command);
        return;
    case TimelineCommand::LargestGap:
    case TimelineCommand::NextLargestGap:
        Q_EMIT gapRequested(command);
        return;
    case TimelineCommand::ToggleFold:
        return toggleFold();
    case TimelineCommand::ToggleFlows:
        return m_surface.toggleFlows();
    case TimelineCommand::GoToTime:
        Q_EMIT goToTimeRequested();
        return;
    }
}

void TimelineCommands::zoom(double factor)
{
    // About the pointer where it is over the canvas, else about the middle.
    const double middle = m_surface.canvasWidth() / 2;
    const auto cursor = m_axis.cursor();
    const double x = cursor ? m_surface.shownScale().toPx(*cursor) : middle;
    const bool isInside = x >= 0 && x <= m_surface.canvasWidth();
    zoomAbout(isInside ? x : middle, factor);
}

void TimelineCommands::zoomAbout(double px, double factor)
{
    // Steps in a row about one point add up to one long zoom. About another point it has to begin from what is shown:
    // there the time under the pointer is not yet where it will be.
    const view::TimeScale shown = m_surface.shownScale();
    const double target = m_axis.scale().toPx(shown.toNs(px));
    if (std::abs(target - px) > 1 + 1 / shown.nsPerPx)
        m_surface.settle();
    m_axis.zoomAtPixel(px, factor);
}

void TimelineCommands::pan(double share)
{
    m_axis.panByNs(static_cast<std::int64_t>(m_axis.window().span * share));
}

void TimelineCommands::zoomTo(SliceId slice)
{
    if (!slice.valid())
        return;
    const model::SliceTable& slices = m_data.trace().slices;
    m_selection.select(slice);
    m_axis.fit(slices.start[slice.index()], slices.end(slice), kSliceMargin);
}

void TimelineCommands::centreOrFit()
{
    std::optional<TimeRange> target = m_selection.range();
    if (const SliceId slice = m_selection.slice(); slice.valid())
        target = TimeRange {m_data.trace().slices.start[slice.index()], m_data.trace().slices.end(slice)};
    if (!target)
        return;
    const view::TimeWindow before = m_axis.window();
    m_axis.centreOn(target->start + target->length() / 2);
    if (m_axis.window() == before) // it already was in the middle, or as near as the bounds allow
        m_axis.fit(target->start, target->end, kSliceMargin);
    m_surface.bringIntoView(m_selection.slice());
}

void TimelineCommands::back()
{
    const bool anything = m_axis.canGoBack() || m_selection.range() || m_selection.item().valid();
    if (m_axis.canGoBack())
        m_axis.back();
    else if (m_selection.range())
        m_selection.setRange({});
    else
        m_selection.clear();
    Q_EMIT wentBack(anything);
}

void TimelineCommands::markSelection()
{
    const SliceId slice = m_selection.slice();
    if (!slice.valid())
        return;
    m_selection.setRange(TimeRange {m_data.trace().slices.start[slice.index()], m_data.trace().slices.end(slice)});
    Q_EMIT rangeMarked();
}

// The first slice in view, of the uppermost row that has one there: where the keyboard begins.
void TimelineCommands::selectFirst()
{
    const model::Trace& trace = m_data.trace();
    const TimeRange seen = m_axis.range();
    for (const view::Row& row : m_data.layout().rows()) {
        if (row.kind != view::RowKind::Lane || !m_data.layout().isOfTrace(row.lane))
            continue;
        const model::Lane& lane = trace.lanes[row.lane.index()];
        const SliceId first = trace.firstEndingAfter(lane, seen.start);
        if (first != lane.last && trace.slices.start[first.index()] < seen.end)
            return selectSlice(first);
    }
}

void TimelineCommands::selectBeside(int direction)
{
    const SliceId slice = m_selection.slice();
    return slice.valid() ? selectSlice(m_data.layout().neighbour(slice, direction)) : selectFirst();
}

// From idle time to the launch that ended it, or the communication waited for, and to the work after it.
void TimelineCommands::followLaunch(bool towardsCause)
{
    const model::Trace& trace = m_data.trace();
    const SliceId slice = m_selection.slice();
    if (slice.valid())
        return selectSlice(towardsCause ? view::towardsCause(trace, slice) : view::towardsEffect(trace, slice));
    const GapLinks links = selectedGap();
    selectSlice(towardsCause ? links.cause : links.workAfter);
}

void TimelineCommands::selectAround()
{
    const SliceId slice = m_selection.slice();
    return slice.valid() ? selectSlice(m_data.trace().slices.parent[slice.index()]) : selectFirst();
}

// Of equals the first.
void TimelineCommands::selectInside()
{
    const SliceId slice = m_selection.slice();
    if (!slice.valid())
        return selectFirst();
    const model::SliceTable& slices = m_data.trace().slices;
    const std::vector<SliceId> children = m_data.trace().childrenOf(slice);
    const auto longest = std::max_element(children.begin(), children.end(),
        [&slices](SliceId a, SliceId b) { return slices.dur[a.index()] < slices.dur[b.index()]; });
    if (longest != children.end())
        selectSlice(*longest);
}

GapLinks TimelineCommands::selectedGap() const
{
    return m_selection.range() ? m_surface.gapLinks(*m_selection.range()) : GapLinks {};
}

void TimelineCommands::selectSlice(SliceId slice)
{
    if (!slice.valid())
        return;
    m_selection.select(slice);
    m_surface.bringIntoView(slice);
}

void TimelineCommands::stepBy(int direction)
{
    const auto& steps = m_data.steps();
    if (steps.empty())
        return;
    // From the selected step, else from the one in the middle of the view.
    const view::TimeWindow& window = m_axis.window();
    const std::int64_t middle = view::addTime(window.start, window.span / 2).whole;
    std::size_t current = view::firstStepEndingAfter(steps, middle);
    const auto selected = std::find_if(
        steps.begin(), steps.end(), [this](const view::Step& step) { return step.slice == m_selection.slice(); });
    const bool isSelected = selected != steps.end();
    if (isSelected)
        current = static_cast<std::size_t>(selected - steps.begin());
    // Between two steps the one that follows is the next.
    const bool isBetween = !isSelected && (current == steps.size() || steps[current].start > middle);
    const auto offset = static_cast<std::ptrdiff_t>(isBetween && direction > 0 ? 0 : direction);
    auto target = static_cast<std::ptrdiff_t>(current) + offset;
    // From the picture of the whole trace one goes in at its ends.
    if (!isSelected && m_axis.showsAll())
        target = direction > 0 ? 0 : static_cast<std::ptrdiff_t>(steps.size()) - 1;
    if (target < 0 || target >= static_cast<std::ptrdiff_t>(steps.size()))
        return;
    const view::Step& step = steps[static_cast<std::size_t>(target)];
    m_selection.select(step.slice);
    m_axis.fit(step.start, step.end, kStepMargin);
    Q_EMIT steppedTo(static_cast<std::size_t>(target));
}

void TimelineCommands::toggleFold()
{
    const SliceId slice = m_selection.slice();
    if (!slice.valid())
        return;
    view::NodeId node = m_data.layout().nodeOfLane(m_data.layout().laneOf(slice));
    while (node.valid() && !m_data.layout().node(node).foldable)
        node = m_data.layout().node(node).parent;
    if (node.valid())
        m_surface.toggleFold(node);
}

} // namespace stepscope::widgets
