// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where names fit on the bands: the longest stretch of pixel columns over which a band, or neighbours of one group
// together, stay thick enough for a line of text. O(runs of the picture).

#include "core/view/memory_columns.h"

#include <QRect>

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::widgets {

struct BandLabel
{
    QRect place;             // device pixels: x from the left, y from the bottom of the picture up to the top edge
    std::uint32_t piece = 0; // the lowest piece
    bool single = true;      // no other piece of the group is part of it
};

// At most one label for each lowest piece, none smaller than `least`.
[[nodiscard]] std::vector<BandLabel> bandLabels(
    const view::BandPicture& picture, std::span<const std::uint32_t> groupOf, QSize least);

} // namespace stepscope::widgets
