// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/meanwhile_painter.h"

#include "core/analysis/idle_cause.h"
#include "core/view/hatch.h"
#include "widgets/details/detail_text.h"
#include "widgets/timeline/mark_words.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <optional>

namespace stepscope::widgets {

namespace {

constexpr double kLeastWidth = 3; // device px of the whole stretch to be drawn
constexpr double kMeanwhileInset = 4;

// Calls take(from, to, nothing for computing or the cause, ns) for each part, in px of the scale.
template <class Take> void forEachPart(const RankBar& bar, const view::TimeScale& scale, const Take& take)
{
    double from = scale.toPx(bar.start) - static_cast<double>(bar.before->lengthNs) / scale.nsPerPx;
    const auto part = [&](std::int64_t ns, std::optional<analysis::IdleCause> cause) {
        const double to = from + static_cast<double>(ns) / scale.nsPerPx;
        if (ns > 0)
            take(from, to, cause, ns);
        from = to;
    };
    part(bar.before->computeNs, std::nullopt);
    for (std::size_t cause = 0; cause < analysis::kIdleCauses; ++cause)
        part(bar.before->idle[cause], static_cast<analysis::IdleCause>(cause));
}

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
    const view::TimeScale scale = frame.scale();
    if (static_cast<double>(bar.before->lengthNs) < kLeastWidth * scale.nsPerPx)
        return;
    const auto column = [&](double x) { return static_cast<int>(std::clamp(x, -1.0, canvas.width() + 1.0)); };
    forEachPart(bar, scale, [&](double from, double to, std::optional<analysis::IdleCause> cause, std::int64_t) {
        const int x0 = column(from);
        const int x1 = column(to);
        if (x0 >= x1)
            return;
        if (!cause)
            return canvas.fillRect(x0, y0, x1, y1, work);
        const view::CauseLook& look = view::causeLook(static_cast<std::size_t>(*cause));
        const view::HatchTile tile = view::hatchTile(look.hatch, frame.ratio);
        m_hatches.fill(canvas, {x0, x1, y0, y1, 0}, tile, view::kHatchShares, ground, look.colour);
    });
}

void MeanwhilePainter::label(QPainter& painter, const FrameGeometry& frame, const QRectF& foot,
    std::span<const RankBar> bars, const Theme& theme)
{
    const QFontMetricsF metrics(painter.font());
    if (foot.height() < metrics.height())
        return;
    const view::TimeScale scale(frame.window, frame.size.width());
    const auto write = [&](double from, double to, std::optional<analysis::IdleCause> cause, std::int64_t ns) {
        const QString text
            = durationText(ns) + QLatin1Char(' ') + (cause ? causeWord(*cause) : QStringLiteral("computing"));
        const double left = std::max(from, foot.left()) + kMeanwhileInset;
        const double wide = metrics.horizontalAdvance(text);
        if (std::min(to, foot.right()) - kMeanwhileInset < left + wide)
            return;
        const QRectF place(left, foot.top(), wide, foot.height());
        const double above = (foot.height() - metrics.height()) / 2;
        painter.fillRect(place.adjusted(-2, above, 2, -above), theme.surface); // readable on any hatch
        painter.setPen(theme.text);
        painter.drawText(place, Qt::AlignCenter, text);
    };
    for (const RankBar& bar : bars) {
        forEachPart(bar, scale, write);
        if (bar.start >= frame.window.end())
            break;
    }
}

} // namespace stepscope::widgets
