// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where things are in one picture of the timeline's canvas: times in columns, rows in scanlines, and the colours of the
// theme as pixels. Plain values made for one paint; logical pixels come in, device pixels go out.

#include "core/view/colour.h"
#include "core/view/time_scale.h"
#include "core/view/track_layout.h"
#include "widgets/common/theme.h"

#include <QSize>

#include <cmath>

namespace stepscope::widgets {

struct FrameGeometry
{
    view::TimeWindow window;
    QSize size;           // logical px
    double ratio = 1;     // device pixels for each logical one
    int scroll = 0;       // logical px that the rows below the pinned ones are scrolled
    int coarseness = 1;   // a power of two: dense places are gathered in that many times fewer buckets
    bool lettered = true; // texts are part of the picture

    [[nodiscard]] int columns() const { return static_cast<int>(std::lround(size.width() * ratio)); }
    [[nodiscard]] int lines() const { return static_cast<int>(std::lround(size.height() * ratio)); }
    [[nodiscard]] view::TimeScale scale() const { return {window, static_cast<double>(columns())}; } // device columns
    [[nodiscard]] int device(double logical) const { return static_cast<int>(std::lround(logical * ratio)); }
    [[nodiscard]] int hairline() const { return std::max(1, static_cast<int>(ratio)); }
    // Top of a row on the canvas, logical px.
    [[nodiscard]] int topOf(const view::Row& row) const { return row.pinned ? row.y : row.y - scroll; }
    friend bool operator==(const FrameGeometry&, const FrameGeometry&) = default;
};

inline view::Argb pixel(const QColor& colour)
{
    return colour.rgb();
}

} // namespace stepscope::widgets
