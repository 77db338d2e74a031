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
    std::uint32_t piece = 0; // the lowest one
    bool single = true;      // no other piece of the group is part of it
    std::int32_t first = 0;  // columns, both belong to it
    std::int32_t last = 0;
};

class BandLabels
{
public:
    // groupOf: of each piece. least: size of the smallest text, device pixels.
    BandLabels(const view::BandPicture& picture, std::span<const std::uint32_t> groupOf, QSize least);

    // At most one for each lowest piece, ascending.
    [[nodiscard]] const std::vector<BandLabel>& all() const { return m_labels; }
    // The part of a label's band over `width` columns in its middle: x from the left, y from the bottom up.
    [[nodiscard]] QRect middleOf(const BandLabel& label, std::int32_t width) const;

private:
    const view::BandPicture& m_picture;
    std::span<const std::uint32_t> m_groupOf;
    std::vector<BandLabel> m_labels;
};

} // namespace stepscope::widgets
