// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The Flame panel of a trace: operators, Python frames or all, by CPU or GPU time, of the selected range, else of the
// step that the figures are limited to, else of everything. A double click leads to the longest slice of a node. Made
// by a job while the panel is seen. GUI thread only; what it is given must outlive it.

#include "widgets/flame/call_flame.h"
#include "widgets/flame/flame_view.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/tables/table_data.h"
#include "widgets/viewmodel/figures.h"
#include "widgets/viewmodel/selection.h"

#include <QTimer>

class QButtonGroup;

namespace stepscope::widgets {

class FlamePanel : public QWidget
{
    Q_OBJECT

public:
    FlamePanel(const Figures* figures, const Selection* selection, ThemeSource* theme, QWidget* parent = nullptr);

    void choose(analysis::CallFrames frames);
    void choose(analysis::CallWeight weight);
    [[nodiscard]] FlameView& view() { return *m_view; }
    [[nodiscard]] const CallTreePtr& calls() const { return m_calls; } // null until there is one
    [[nodiscard]] bool isIdle() const { return !m_job.isRunning() && !m_rest.isActive(); }

Q_SIGNALS:
    void targetActivated(const stepscope::widgets::RowTarget& target);

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* choices(QButtonGroup* group, const QStringList& titles);
    void applyWhatIsRecorded();
    void refresh();
    void activate(std::uint32_t node);
    [[nodiscard]] analysis::Window window() const;
    [[nodiscard]] QString emptyNote() const;

    const Figures* m_figures;
    const Selection* m_selection;
    QButtonGroup* m_framesGroup;
    QButtonGroup* m_weightGroup;
    FlameView* m_view;
    JobRunner m_job;
    QTimer m_rest; // a range being dragged comes to rest first
    analysis::CallFrames m_frames = analysis::CallFrames::All;
    analysis::CallWeight m_weight = analysis::CallWeight::CpuTime;
    CallTreePtr m_calls;
};

} // namespace stepscope::widgets
