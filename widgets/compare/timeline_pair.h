// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The timelines of two runs above each other on one relative axis: they zoom and pan together, rows scroll together,
// and times count from where they are aligned, at a step of each, at selected events or ranges, or at their starts. The
// heading of the device that an event belongs to stays in view. The memory of each run can stand below its timeline, on
// the same axis. GUI thread only; the source must outlive it.

#include "core/share/session.h"
#include "widgets/compare/run_pair.h"
#include "widgets/timeline/timeline_commands.h"
#include "widgets/viewmodel/selection.h"

#include <array>
#include <optional>

class QSplitter;
class QToolButton;

namespace stepscope::widgets {

class LinkedRows;
class MemoryCursor;
class MemoryStrip;
class TimelineView;

class TimelinePair : public RunPair
{
    Q_OBJECT

public:
    TimelinePair(const ComparisonSource* source, ThemeSource* theme, QWidget* parent = nullptr);
    ~TimelinePair() override;

    [[nodiscard]] TimelineView& timeline(std::size_t side) { return *m_views[side]; }
    [[nodiscard]] Selection& selection(std::size_t side) { return m_selections[side]; }

    // Once, where each run has a snapshot on the clock of its trace: shows its memory below its timeline. The cursors
    // are shared with whoever else shows the memory; they must outlive this.
    void attachMemory(const std::array<MemoryCursor*, 2>& cursors);
    [[nodiscard]] MemoryStrip* memory(std::size_t side) { return m_memory[side]; } // null: none
    void setMemoryVisible(bool visible);

    void alignAtSteps(std::size_t before, std::size_t after); // indices into the steps of the timelines
    void alignAtStarts();
    [[nodiscard]] bool canAlignSelected() const; // something is selected in both
    void alignSelected();                        // events, or else ranges, by their starts
    // Both events come into view, aligned to each other where they would not be seen at one glance; invalid ones are
    // none. The device of each stays in view above its row. Where there is a gap it is marked instead, on the row of
    // the event: of the work that ended it.
    void showEvents(const std::array<SliceId, 2>& slices, const std::array<std::optional<Interval>, 2>& gaps = {});
    // The same with the whole step of an event that is short beside it: what a wait on the CPU costs is seen there.
    void showCosts(const std::array<SliceId, 2>& slices);

    void addState(share::SessionPage& page) const; // timelines and their alignment
    [[nodiscard]] QStringList restore(const share::SessionPage& page);

    [[nodiscard]] bool can(TimelineCommand command) const;
    void run(TimelineCommand command);
    [[nodiscard]] QString whatText() const;
    [[nodiscard]] QString whereText() const;
    [[nodiscard]] bool isIdle() const;

Q_SIGNALS:
    void selectionsChanged();
    void differenceRequested(stepscope::widgets::TimelineCommand command); // NextFinding or PreviousFinding

protected:
    void showAlignment() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeView(std::size_t side);
    void stepsKnown();
    void showRows(const std::array<SliceId, 2>& slices);
    void showSteps(const std::array<SliceId, 2>& slices);
    void alignmentChanged();
    void alignMemory();
    [[nodiscard]] std::int64_t zeroOf(std::size_t side) const; // the time that rulers call 0
    [[nodiscard]] Alignment atStarts() const;
    [[nodiscard]] std::optional<Alignment> atSelected() const;
    void showAlignedSteps(); // the same of the boxes of steps
    [[nodiscard]] std::optional<TimeRange> spanOf(std::size_t side, SliceId slice) const;
    [[nodiscard]] std::optional<std::int64_t> selectedStart(std::size_t side) const;

    std::array<Selection, 2> m_selections;
    std::array<TimelineView*, 2> m_views {};
    std::array<QSplitter*, 2> m_lanes {}; // a timeline over its memory
    std::array<MemoryStrip*, 2> m_memory {};
    QToolButton* m_alignSelected;
    QToolButton* m_alignStarts;
    LinkedRows* m_rows = nullptr;
    bool m_stepsKnown = false;
};

} // namespace stepscope::widgets
