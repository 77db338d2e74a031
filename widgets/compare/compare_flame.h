// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the calls of two runs cost more or less, as one flame graph: operators or Python frames by CPU or GPU time, of
// the compared steps and per step where both have steps; of snapshots the stacks that hold the peak of one device. Made
// by a job while the panel is seen. GUI thread only; the source must outlive it.

#include "widgets/compare/comparison_source.h"
#include "widgets/flame/call_flame.h"
#include "widgets/flame/flame_difference.h"
#include "widgets/flame/flame_view.h"

#include <QWidget>

#include <array>

class QButtonGroup;

namespace stepscope::widgets {

class ColourLegend;

class CompareFlame : public QWidget
{
    Q_OBJECT

public:
    enum class Frames : std::uint8_t
    {
        Operators,
        Python,
        Stacks // of memory
    };

    CompareFlame(const ComparisonSource* source, ThemeSource* theme, QWidget* parent = nullptr);

    void choose(Frames frames);
    void setDevices(const std::array<std::size_t, 2>& devices); // of the snapshots, whose stacks are shown
    [[nodiscard]] FlameView& view() { return *m_view; }
    [[nodiscard]] bool isIdle() const { return !m_job.isRunning(); }

    struct Made
    {
        FlameDifference difference;
        std::array<CallTreePtr, 2> calls; // null: stacks
    };

Q_SIGNALS:
    void slicesActivated(const std::array<stepscope::SliceId, 2>& slices); // the longest calls

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* choices(QButtonGroup* group, const QList<std::pair<int, QString>>& titles);
    void refresh();
    void activate(std::uint32_t node);

    const ComparisonSource* m_source;
    QButtonGroup* m_framesGroup;
    QButtonGroup* m_weightGroup;
    QWidget* m_weights = nullptr;
    FlameView* m_view;
    ColourLegend* m_legend;
    JobRunner m_job;
    Frames m_frames;
    analysis::CallWeight m_weight = analysis::CallWeight::CpuTime;
    std::array<std::size_t, 2> m_devices {}; // indices into MemorySnapshot::devices
    Made m_made;
};

} // namespace stepscope::widgets
