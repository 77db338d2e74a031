// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Finds places for labels on a crowded canvas: each near where it wants to be, none over another, none beyond the
// border, and if it can be none over the line that leads to another one. In the order they are given, so that the same
// labels stand at the same places while the canvas is panned, and a new one moves none of those before it but from what
// it is of. Where there is no room near enough a label shrinks, and where there is none even then it has no place. One
// that somebody has put somewhere stands there, in full, pulled into the canvas; the others make room for it. Pure;
// O(labels² · lines of the canvas) at worst, hundreds take a few milliseconds.

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::widgets {

struct LabelRequest
{
    QPointF preferred; // its upper left corner
    QPointF anchor;    // what it is of: a line leads there where it stands apart
    QSizeF size;
    QSizeF small;                                // what stands for it where room is short
    QRectF keepOff;                              // of what it belongs to; may be empty
    std::optional<QPointF> fixed = std::nullopt; // its upper left corner, where somebody has put it
    std::vector<QRectF> shape = {};              // about what is painted of it: others keep off where there is room
};

enum class LabelSize : std::uint8_t
{
    None, // no room
    Small,
    Full,
};

struct LabelPlace
{
    QRectF rect;
    LabelSize size = LabelSize::None;
};

// `obstacles` are kept free as long as there is room elsewhere.
[[nodiscard]] std::vector<LabelPlace> placeLabels(
    const std::vector<LabelRequest>& requests, const QRectF& canvas, const std::vector<QRectF>& obstacles = {});

} // namespace stepscope::widgets
