// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The picture of a job's timeline: steps as bands, each rank's part in a collective as a bar whose waiting part is
// hatched as waiting for communication is everywhere, the last arrival as a line. Bars too thin to be seen as such are
// drawn together: as much of a column is coloured as they cover of its time. What the rank did in between stands at the
// foot of its row (meanwhile_painter.h). O(visible rows · (columns · log n +
// visible bars)). One per view, GUI thread only.

#include "core/view/hatch.h"
#include "core/view/palette.h"
#include "widgets/ranks/meanwhile_painter.h"
#include "widgets/ranks/ranks_data.h"
#include "widgets/ranks/ranks_layout.h"
#include "widgets/timeline/frame.h"
#include "widgets/timeline/hatch_fill.h"
#include "widgets/timeline/scanlines.h"

#include <QImage>

class QPainter;

namespace stepscope::widgets {

class RanksPainter
{
public:
    static constexpr int kBarInset = 6; // of a bar in its row, logical px

    RanksPainter(const RanksData& data, const RanksLayout& layout, const Theme& theme);

    void setTheme(const Theme& theme);
    void paint(QImage& image, const FrameGeometry& frame);
    void write(QPainter& painter, const FrameGeometry& frame) const; // the texts, where it was not lettered

private:
    struct Visible // a row of the picture, device px
    {
        const RankRow* row = nullptr;
        int top = 0;
        int bottom = 0;
    };
    [[nodiscard]] Scanlines::Line grid(const FrameGeometry& frame) const;
    void paintGround(Scanlines& canvas, const FrameGeometry& frame, const Visible& at);
    void paintMeanwhile(Scanlines& canvas, const FrameGeometry& frame, const Visible& at);
    void paintDense(Scanlines& canvas, const FrameGeometry& frame, const Visible& at);
    void paintBars(Scanlines& canvas, const FrameGeometry& frame, const Visible& at);
    void paintLabels(QPainter& painter, const FrameGeometry& frame, const RankRow& row) const;
    void paintMissing(QPainter& painter, const FrameGeometry& frame, const RankRow& row) const;

    const RanksData& m_data;
    const RanksLayout& m_layout;
    Theme m_theme;
    view::Palette m_palette;
    view::ColourIndex m_comm;
    HatchFill m_hatches;
    MeanwhilePainter m_meanwhile {m_hatches};
    Scanlines::Line m_grid;   // of the frame
    Scanlines::Line m_ground; // of the row
};

} // namespace stepscope::widgets
