// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is laid over the picture of a job's timeline and changes with the pointer: the collective under it and the
// chosen one on all their ranks at once, the marked range and the time under the pointer. Pure painting.

#include "widgets/ranks/ranks_data.h"
#include "widgets/ranks/ranks_layout.h"
#include "widgets/timeline/frame.h"
#include "widgets/viewmodel/time_axis.h"

class QPainter;

namespace stepscope::widgets {

class RanksOverlay
{
public:
    RanksOverlay(QPainter& painter, const RanksData& data, const RanksLayout& layout, const FrameGeometry& frame,
        const Theme& theme);

    // Outlined on each rank, joined from arrival to arrival, with a line where the last one came.
    void collective(std::uint32_t collective, bool isChosen);
    void range(const std::optional<TimeRange>& range);
    void cursor(const std::optional<std::int64_t>& time);

private:
    [[nodiscard]] QRectF rectOf(std::uint32_t rank, const RankBar& bar) const;

    QPainter& m_painter;
    const RanksData& m_data;
    const RanksLayout& m_layout;
    const FrameGeometry& m_frame;
    const Theme& m_theme;
    view::TimeScale m_scale;
};

} // namespace stepscope::widgets
