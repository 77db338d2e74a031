// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Draws an allocator's state into a picture: segments as boxes, blocks in the colours of the timeline, free space left
// white, rounding waste and pending frees patterned. Blocks below a pixel give it to the largest of them, so that the
// cost is one pass over the blocks and the pixels. No widget needed.

#include "core/model/memory_state.h"
#include "core/view/memory_colours.h"
#include "widgets/common/theme.h"
#include "widgets/memory/memory_timeline_groups.h"
#include "widgets/memory/segment_layout.h"

#include <QImage>

namespace stepscope::widgets {

class StatePainter
{
public:
    StatePainter(
        const model::MemoryState& state, const SegmentLayout& layout, const MemoryGroups& groups, const Theme& theme);

    // The part of the layout from `top` on, in the size and with the pixel ratio of the picture (RGB32).
    void paint(QImage& picture, int top) const;

private:
    struct Canvas;
    void paintSegment(Canvas& canvas, const SegmentPlace& place) const;
    void paintBlock(Canvas& canvas, const SegmentPlace& place, const model::StateBlock& block) const;
    void paintFrame(Canvas& canvas, const SegmentPlace& place) const;

    const model::MemoryState& m_state;
    const SegmentLayout& m_layout;
    const MemoryGroups& m_groups;
    const Theme& m_theme;
    view::BandPalette m_palette;
};

} // namespace stepscope::widgets
