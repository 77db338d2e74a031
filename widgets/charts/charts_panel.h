// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The Charts panel: one chart at a time, chosen above it; they follow the step or range that the figures are limited to
// and, for durations, the selected slice. A click on a bar leads there. Charts are made by a job while the panel is
// seen. GUI thread only; what it is given must outlive it.

#include "widgets/charts/chart_builder.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/viewmodel/figures.h"
#include "widgets/viewmodel/selection.h"

#include <QWidget>

class QButtonGroup;
class QLabel;

namespace stepscope::widgets {

class ChartsPanel : public QWidget
{
    Q_OBJECT

public:
    ChartsPanel(const Figures* figures, const Selection* selection, ThemeSource* theme, QWidget* parent = nullptr);

    void show(ChartKind kind);
    [[nodiscard]] ChartKind shown() const { return m_kind; }
    [[nodiscard]] BarsView& bars() { return *m_bars; }
    [[nodiscard]] const Chart& chart() const { return m_chart; }
    [[nodiscard]] bool isIdle() const { return !m_job.isRunning(); }
    using QWidget::show;

Q_SIGNALS:
    void targetActivated(const stepscope::widgets::RowTarget& target);

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* buildBar();
    void refresh();
    void followSelection();

    const Figures* m_figures;
    const Selection* m_selection;
    ThemeSource* m_theme;
    ChartKind m_kind = ChartKind::Steps;
    Chart m_chart;
    JobRunner m_job;
    QButtonGroup* m_kinds;
    QLabel* m_title;
    QLabel* m_scope;
    BarsView* m_bars;
};

} // namespace stepscope::widgets
