// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The Charts panel: the chart that is chosen above it and, where there is room, the next one beside it. They follow the
// step or range that the figures are limited to and, for durations, the selected slice. GUI thread only; what it is
// given must outlive it.

#include "widgets/charts/chart_pane.h"

#include <QWidget>

class QButtonGroup;
class QLabel;

namespace stepscope::widgets {

class ChartsPanel : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kTwoCharts = 1000; // px: from this width on there are two

    ChartsPanel(const Figures* figures, const Selection* selection, ThemeSource* theme, QWidget* parent = nullptr);

    void show(ChartKind kind);
    [[nodiscard]] ChartKind shown() const { return m_first->shown(); }
    [[nodiscard]] BarsView& bars() { return m_first->bars(); }
    [[nodiscard]] const Chart& chart() const { return m_first->chart(); }
    [[nodiscard]] ChartPane& beside() { return *m_second; }
    [[nodiscard]] bool isIdle() const { return m_first->isIdle() && m_second->isIdle(); }
    using QWidget::show;

Q_SIGNALS:
    void targetActivated(const stepscope::widgets::RowTarget& target);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QWidget* buildBar();

    const Figures* m_figures;
    QButtonGroup* m_kinds;
    QLabel* m_scope;
    ChartPane* m_first;
    ChartPane* m_second;
};

} // namespace stepscope::widgets
