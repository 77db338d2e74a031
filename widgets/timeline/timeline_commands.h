// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Everything the timeline can be told to do, by key, by menu or by a program: one table of commands with texts and
// keys, and the object that carries them out on the axis, the selection and the canvas. GUI thread only; owned by the
// TimelineView. The window builds its menu from the table, so that menu and keys cannot disagree.

#include "widgets/timeline/timeline_data.h"
#include "widgets/timeline/timeline_surface.h"
#include "widgets/viewmodel/selection.h"
#include "widgets/viewmodel/time_axis.h"

#include <QKeySequence>
#include <QObject>

#include <cstdint>
#include <optional>
#include <span>

namespace stepscope::widgets {

enum class TimelineCommand : std::uint8_t
{
    ZoomIn,
    ZoomInFast,
    ZoomOut,
    ZoomOutFast,
    PanLeft,
    PanLeftFast,
    PanRight,
    PanRightFast,
    CentreOrFitSelection,
    FitAll,
    Back,
    MarkSelection,
    NextSlice,
    PreviousSlice,
    SliceAround,
    SliceInside,
    TowardsCause,
    TowardsEffect,
    NextStep,
    PreviousStep,
    NextFinding,
    PreviousFinding,
    NextPlace,
    PreviousPlace,
    LargestGap,
    NextLargestGap,
    ToggleFold,
    ToggleFlows,
    GoToTime,
};

struct TimelineCommandInfo
{
    TimelineCommand command;
    const char* text; // for menus and the list of keys
    int key;          // Qt::Key
    Qt::KeyboardModifier modifier = Qt::NoModifier;
};
[[nodiscard]] std::span<const TimelineCommandInfo> timelineCommandTable();
// The command of a key press; nothing when it is none of the timeline's.
[[nodiscard]] std::optional<TimelineCommand> timelineCommandFor(int key, Qt::KeyboardModifiers modifiers);

// Zooms and pans an axis about its middle, shows all of it or goes back; false: the command is another one.
bool roam(TimeAxis& axis, TimelineCommand command);

class TimelineCommands : public QObject
{
    Q_OBJECT

public:
    TimelineCommands(
        TimelineData& data, TimeAxis& axis, Selection& selection, TimelineSurface& surface, QObject* parent = nullptr);

    void run(TimelineCommand command);
    // The time that is seen at this pixel of the canvas stays there.
    void zoomAbout(double px, double factor);
    // Zooms so that a slice fills most of the view, and selects it.
    void zoomTo(SliceId slice);

Q_SIGNALS:
    void goToTimeRequested();
    void findingRequested(stepscope::widgets::TimelineCommand command); // NextFinding … PreviousPlace
    void gapRequested(stepscope::widgets::TimelineCommand command);     // LargestGap, NextLargestGap
    void rangeMarked();                                                 // the selection, as a range
    void steppedTo(std::size_t step);                                   // index into TimelineData::steps()
    void wentBack(bool anything); // false: there was no view to go back to, and nothing selected

private:
    void zoom(double factor);
    void pan(double share);
    void centreOrFit();
    void back();
    void markSelection();
    [[nodiscard]] GapLinks selectedGap() const;
    void selectFirst();
    void selectBeside(int direction); // 1: the next in the row, -1: the one before
    void followLaunch(bool towardsCause);
    void selectAround();
    void selectInside();
    void selectSlice(SliceId slice);
    void stepBy(int direction);
    void toggleFold();

    TimelineData& m_data;
    TimeAxis& m_axis;
    Selection& m_selection;
    TimelineSurface& m_surface;
};

} // namespace stepscope::widgets
