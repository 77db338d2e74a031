// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a rank did between its collectives, at the foot of its row: how long it computed and how long it was idle, by
// cause. Shares of the time up to its arrival, one after the other; where they lie in it is not part of a summary. Part
// of a RanksPainter; what it is given must outlive it.

#include "core/view/palette.h"
#include "widgets/common/theme.h"
#include "widgets/ranks/ranks_data.h"
#include "widgets/timeline/frame.h"
#include "widgets/timeline/hatch_fill.h"

#include <QRectF>

#include <span>

class QPainter;

namespace stepscope::widgets {

class MeanwhilePainter
{
public:
    explicit MeanwhilePainter(HatchFill& hatches)
        : m_hatches(hatches)
    {
    }

    // `y0`, `y1`: device px of the foot; `ground`: a pixel for each column.
    void paint(Scanlines& canvas, const FrameGeometry& frame, int y0, int y1, std::span<const RankBar> bars,
        std::span<const view::Argb> ground, const view::Palette& palette);
    // What the parts are, where there is room for a word: in the painter's font, logical px.
    static void label(QPainter& painter, const FrameGeometry& frame, const QRectF& foot, std::span<const RankBar> bars,
        const Theme& theme);

private:
    void paintOne(Scanlines& canvas, const FrameGeometry& frame, int y0, int y1, const RankBar& bar,
        std::span<const view::Argb> ground, view::Argb work);

    HatchFill& m_hatches;
};

} // namespace stepscope::widgets
