// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One chart with its title, made by a job while it is seen. A click on a bar leads there. GUI thread only; what it is
// given must outlive it.

#include "widgets/charts/chart_builder.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/viewmodel/figures.h"
#include "widgets/viewmodel/selection.h"

#include <QWidget>

class QLabel;

namespace stepscope::widgets {

class ChartPane : public QWidget
{
    Q_OBJECT

public:
    ChartPane(const Figures* figures, const Selection* selection, ThemeSource* theme, QWidget* parent = nullptr);

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
    void refresh();

    const Figures* m_figures;
    const Selection* m_selection;
    ThemeSource* m_theme;
    ChartKind m_kind = ChartKind::Steps;
    Chart m_chart;
    JobRunner m_job;
    QLabel* m_title;
    BarsView* m_bars;
};

} // namespace stepscope::widgets
