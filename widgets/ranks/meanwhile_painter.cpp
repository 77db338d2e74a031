// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/meanwhile_painter.h"

#include "core/analysis/idle_cause.h"
#include "core/view/hatch.h"

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr double kLeastWidth = 3; // device px of the whole stretch to be drawn

} // namespace

void MeanwhilePainter::paint(Scanlines& canvas, const FrameGeometry& frame, int y0, int y1,
    std::span<const RankBar> bars, std::span<const view::Argb> ground, const view::Palette& palette)
{
    const view::Argb work = palette.colour(view::colourIndex(static_cast<view::ColourGroup>(view::HueFamily::Other)));
    const std::int64_t until = frame.window.end();
    for (const RankBar& bar : bars) {
        paintOne(canvas, frame, y0, y1, bar, ground, work);
        if (bar.start >= until)
            break; // it is what goes on up to this one that is seen last
    }
}

void MeanwhilePainter::paintOne(Scanlines& canvas, const FrameGeometry& frame, int y0, int y1, const RankBar& bar,
    std::span<const view::Argb> ground, view::Argb work)
{
    const double perPx = frame.scale().nsPerPx;
    const auto length = static_cast<double>(bar.before->lengthNs);
    if (length < kLeastWidth * perPx)
        return;
    double from = frame.scale().toPx(bar.start) - length / perPx;
    const auto part = [&](std::int64_t ns, const auto& fill) {
        const double to = from + static_cast<double>(ns) / perPx;
        const auto column = [&](double x) { return static_cast<int>(std::clamp(x, -1.0, canvas.width() + 1.0)); };
        if (column(from) < column(to))
            fill(column(from), column(to));
        from = to;
    };
    part(bar.before->computeNs, [&](int x0, int x1) { canvas.fillRect(x0, y0, x1, y1, work); });
    for (std::size_t cause = 0; cause < analysis::kIdleCauses; ++cause) {
        const view::CauseLook& look = view::causeLook(cause);
        part(bar.before->idle[cause], [&](int x0, int x1) {
            const view::HatchTile tile = view::hatchTile(look.hatch, frame.ratio);
            m_hatches.fill(canvas, {x0, x1, y0, y1, 0}, tile, view::kHatchShares, ground, look.colour);
        });
    }
}

} // namespace stepscope::widgets
