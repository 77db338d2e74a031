// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The timelines of two runs above each other on one relative axis: they zoom and pan together, rows scroll together,
// and times count from where they are aligned, at a step of each, at selected events or ranges, or at their starts.
// GUI thread only; the source must outlive it.

#include "core/share/session.h"
#include "core/view/row_match.h"
#include "widgets/compare/comparison_source.h"
#include "widgets/compare/run_axes.h"
#include "widgets/timeline/timeline_commands.h"
#include "widgets/viewmodel/selection.h"

#include <QWidget>

#include <array>

class QToolButton;

namespace stepscope::widgets {

class RunBar;
class TimelineView;

class TimelinePair : public QWidget
{
    Q_OBJECT

public:
    TimelinePair(const ComparisonSource* source, ThemeSource* theme, QWidget* parent = nullptr);
    ~TimelinePair() override;

    [[nodiscard]] TimelineView& timeline(std::size_t side) { return *m_views[side]; }
    [[nodiscard]] Selection& selection(std::size_t side) { return m_selections[side]; }
    [[nodiscard]] RunAxes& axes() { return m_axes; }
    [[nodiscard]] RunBar& bar(std::size_t side) { return *m_bars[side]; }
    [[nodiscard]] std::size_t active() const { return m_active; } // the one that the keys reach

    void alignAtSteps(std::size_t before, std::size_t after); // indices into the steps of the timelines
    void alignAtStarts();
    [[nodiscard]] bool canAlignSelected() const; // something is selected in both
    void alignSelected();                        // events, or else ranges, by their starts
    // Both events come into view, aligned to each other where they would not be seen at one glance; invalid ones are
    // none.
    void showEvents(const std::array<SliceId, 2>& slices);
    // The same, but with the first GPU's row in view rather than that of the event, where there is a GPU, and with the
    // whole step of an event that is short beside it: what a wait on the CPU costs is seen there.
    void showCosts(const std::array<SliceId, 2>& slices);

    void addState(share::SessionPage& page) const; // timelines and their alignment
    [[nodiscard]] QStringList restore(const share::SessionPage& page);

    [[nodiscard]] bool can(TimelineCommand command) const;
    void run(TimelineCommand command);
    [[nodiscard]] QString whatText() const;
    [[nodiscard]] QString whereText() const;
    [[nodiscard]] bool isIdle() const;

Q_SIGNALS:
    void textsChanged();
    void selectionsChanged();
    void differenceRequested(stepscope::widgets::TimelineCommand command); // NextFinding or PreviousFinding

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeView(std::size_t side, ThemeSource* theme);
    void linkViews();
    void matchRows();
    void copyScroll(std::size_t from);
    void copyFolds(std::size_t from);
    void stepsKnown();
    void showSteps(const std::array<SliceId, 2>& slices);
    void alignmentChanged();
    [[nodiscard]] Alignment atStarts() const;
    [[nodiscard]] std::optional<Alignment> atSelected() const;
    void showAlignment();    // which of the buttons says what stands
    void showAlignedSteps(); // the same of the boxes of steps
    [[nodiscard]] std::optional<TimeRange> spanOf(std::size_t side, SliceId slice) const;
    [[nodiscard]] std::optional<std::int64_t> selectedStart(std::size_t side) const;

    const ComparisonSource* m_source;
    RunAxes m_axes;
    std::array<Selection, 2> m_selections;
    std::array<TimelineView*, 2> m_views {};
    std::array<RunBar*, 2> m_bars {};
    QToolButton* m_alignSelected;
    QToolButton* m_alignStarts;
    std::size_t m_active = 0;
    view::RowMatch m_rows;
    bool m_linking = false;
    bool m_stepsKnown = false;
};

} // namespace stepscope::widgets
