// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The steps of a job above its rows, as all ranks together have them: from the first that begins one to the last that
// ends it. A click brings a step into view. Part of a RanksTimelineView, GUI thread only.

#include "widgets/common/theme.h"
#include "widgets/ranks/ranks_data.h"
#include "widgets/timeline/zoom_easer.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace stepscope::widgets {

class RanksStepStrip : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kHeight = 22;

    RanksStepStrip(TimeAxis* axis, ZoomEaser* easer, ThemeSource* theme, QWidget* parent);

    void setSteps(const RanksData& content);
    [[nodiscard]] const std::vector<RankStep>& steps() const { return m_steps; } // by start
    void stepBy(int direction);                                                  // from the middle of what is seen
    void show(std::size_t step);                                                 // index into steps()
    [[nodiscard]] std::optional<std::size_t> shown() const;                      // that the range is fitted to

Q_SIGNALS:
    void stepsChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    TimeAxis* m_axis;
    ZoomEaser* m_easer;
    ThemeSource* m_theme;
    std::vector<RankStep> m_steps;
};

} // namespace stepscope::widgets
