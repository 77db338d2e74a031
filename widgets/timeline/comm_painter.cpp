// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/comm_painter.h"

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr double kPale = 0.62;       // of the surface, where communication is hidden
constexpr float kHiddenShare = 0.5F; // of a column in which the device computes
constexpr int kFewestColumns = 3;    // of a slice in which stripes can be seen
constexpr HatchShares kStripes = {0, 0.15, 0.3, 0.45, 0.6};

} // namespace

void CommPainter::begin(const TimelineMarks* marks, const FrameGeometry& frame, const Theme& theme)
{
    m_marks = marks;
    m_frame = frame;
    m_surface = pixel(theme.surface);
    m_compute.assign(marks ? marks->devices().size() : 0, std::nullopt);
    if (m_tileRatio != frame.ratio)
        m_tile = view::hatchTile(view::Hatch::DiagonalUp, frame.ratio);
    m_tileRatio = frame.ratio;
}

const std::vector<float>& CommPainter::computeOf(std::uint32_t device)
{
    auto& cached = m_compute[device];
    if (!cached)
        cached = m_marks->devices()[device].compute.columns(m_frame.scale(), m_frame.columns());
    return *cached;
}

void CommPainter::shade(Scanlines& canvas, std::uint32_t device, const std::vector<view::ColumnSpan>& spans,
    const Scanlines::Line& line, int y0, int y1)
{
    for (const view::ColumnSpan& span : spans) {
        if (span.x1 - span.x0 < kFewestColumns || !m_marks->isCommunication(span.slice))
            continue;
        const std::vector<float>& compute = computeOf(device);
        const int end = std::min({span.x1, canvas.width(), static_cast<int>(compute.size())});
        const auto isHidden = [&](int x) { return compute[static_cast<std::size_t>(x)] >= kHiddenShare; };
        for (int x = std::max(0, span.x0); x < end;) {
            int last = x + 1;
            while (last < end && isHidden(last) == isHidden(x))
                ++last;
            if (isHidden(x)) {
                m_ground.resize(static_cast<std::size_t>(canvas.width()));
                const view::Argb colour = line[static_cast<std::size_t>(x)];
                std::fill(m_ground.begin() + x, m_ground.begin() + last, view::mix(colour, m_surface, kPale));
                m_fill.fill(canvas, {x, last, y0, y1, span.x0}, m_tile, kStripes, m_ground, colour);
            }
            x = last;
        }
    }
}

} // namespace stepscope::widgets
