// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reserved memory over the same axis as the bands above it: every segment, or mapped piece of one, as a band, oldest at
// the bottom; segments for large and small blocks, expandable ones and private pools differ in colour. GUI thread only.

#include "core/view/memory_columns.h"
#include "widgets/common/theme.h"
#include "widgets/memory/memory_timeline_data.h"
#include "widgets/memory/memory_timeline_frame.h"

#include <QImage>

#include <optional>
#include <vector>

namespace stepscope::widgets {

class MemoryTimelineStrip
{
public:
    explicit MemoryTimelineStrip(const MemoryTimelineData& data)
        : m_data(data)
    {
    }
    void contentChanged(const Theme& theme); // device or theme

    // The strip as high as `size` says, over the window of the frame.
    void paint(QImage& image, const MemoryFrame& frame, QSize size);

    struct Hit
    {
        std::size_t span = 0;
        std::int32_t entry = 0;
    };
    [[nodiscard]] std::optional<Hit> hitAt(QPointF position) const; // logical px of the strip

private:
    const MemoryTimelineData& m_data;
    Theme m_theme;
    std::optional<view::BandLayout> m_layout;
    view::BandPicture m_bands;
    std::vector<view::Argb> m_colours; // of each span
    double m_ratio = 1;
};

} // namespace stepscope::widgets
