// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The memory of a run below the timeline of its trace: one axis, one pointer. A step or range that is selected in the
// trace is selected in memory; the GPU work that runs at the chosen entry is named and leads to the timeline. GUI
// thread only. The cursor is that of the snapshot's own page, so that both show one choice; all must outlive the strip.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "core/analysis/findings/findings.h"
#include "core/model/memory_snapshot.h"
#include "core/model/trace.h"
#include "widgets/viewmodel/memory_cursor.h"
#include "widgets/viewmodel/selection.h"
#include "widgets/viewmodel/time_axis.h"

#include <QWidget>

#include <memory>

class QHBoxLayout;
class QToolButton;

namespace stepscope::widgets {

class AxisLink;
class DeviceBar;
class IconLabel;
class MemoryTimelineView;
class PanelRow;
class ThemeSource;
class WrapLabel;

struct RunParts // of a trace and a snapshot with one clock
{
    std::shared_ptr<const model::Trace> trace;
    std::shared_ptr<const model::MemorySnapshot> snapshot;
    TimeAxis* axis;       // of the trace
    Selection* selection; // in the trace
    MemoryCursor* cursor; // in the snapshot
    std::int64_t base;    // added to times of the trace for Unix time
};

class MemoryStrip : public QWidget
{
    Q_OBJECT

public:
    MemoryStrip(const RunParts& run, ThemeSource* theme, QWidget* parent = nullptr);
    ~MemoryStrip() override;

    [[nodiscard]] MemoryTimelineView& timeline() { return *m_timeline; }
    [[nodiscard]] TimeAxis& axis() { return m_axis; } // of Unix time
    [[nodiscard]] const RunParts& parts() const { return m_run; }
    [[nodiscard]] QToolButton& workButton() { return *m_work; } // names the GPU work; hidden where none runs
    void setBarVisible(bool visible);                           // the line above it: device, figures, what the GPU runs
    void setVerdict(const analysis::Judgement* judgement); // of the snapshot: said above where memory is the trouble
    [[nodiscard]] QString verdict() const;                 // as shown; empty: none is
    [[nodiscard]] PanelRow& verdictRow() { return *m_said; }
    void setZero(std::int64_t time);   // of the trace: the ruler counts from it
    void alignTo(int left, int right); // edges of the trace's canvas, in the coordinates of this widget

Q_SIGNALS:
    void workActivated(stepscope::SliceId slice);
    void pageRequested();    // show the snapshot's own page
    void verdictActivated(); // lead to what it says

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void followSelection();
    [[nodiscard]] std::optional<std::int64_t> timeOfEntry() const; // of the trace
    void nameWork();

    RunParts m_run;
    ThemeSource* m_theme;
    TimeAxis m_axis; // of Unix time
    AxisLink* m_link = nullptr;
    DeviceBar* m_bar;
    QToolButton* m_work;
    PanelRow* m_said; // the row of the verdict
    IconLabel* m_icon;
    WrapLabel* m_verdict;
    MemoryTimelineView* m_timeline;
    QHBoxLayout* m_row; // of the timeline, with what aligns it
    SliceId m_working;
    int m_left = 0;
    int m_right = 0;
};

} // namespace stepscope::widgets
