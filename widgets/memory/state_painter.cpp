// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/state_painter.h"

#include "widgets/timeline/scanlines.h"

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr int kLeastFramed = 6; // pixels
constexpr int kHatchPeriod = 6; // of the patterns, in device pixels

view::Argb argb(const QColor& colour)
{
    return colour.rgba();
}

view::Argb mixed(view::Argb under, const QColor& over, double share)
{
    return argb(blend(QColor::fromRgba(under), over, share));
}

} // namespace

// The picture in device pixels, with what has been given to its pixels so far.
struct StatePainter::Canvas
{
    Scanlines lines;
    double ratio;
    int top; // of the part shown, logical

    [[nodiscard]] int x(double logical) const { return static_cast<int>(std::floor(logical * ratio)); }
    [[nodiscard]] int y(double logical) const { return static_cast<int>(std::floor((logical - top) * ratio)); }
    [[nodiscard]] bool shows(const SegmentPart& part) const
    {
        const int above = y(part.top);
        return above < lines.height() && above + x(SegmentLayout::kLineHeight) > 0;
    }
    void fill(const SegmentPart& part, view::Argb colour)
    {
        const int left = x(part.from);
        lines.fillRect(
            left, y(part.top), std::max(x(part.to), left + 1), y(part.top + SegmentLayout::kLineHeight), colour);
    }
    // Diagonals of the colour over what is there.
    void hatch(const SegmentPart& part, view::Argb colour)
    {
        const int y1 = y(part.top + SegmentLayout::kLineHeight);
        for (int row = y(part.top); row < y1; ++row) {
            const int phase = ((x(part.from) + row) % kHatchPeriod + kHatchPeriod) % kHatchPeriod;
            for (int column = x(part.from) + (kHatchPeriod - phase) % kHatchPeriod; column < x(part.to);
                 column += kHatchPeriod)
                lines.fillRect(column, row, std::min(column + 2, x(part.to)), row + 1, colour);
        }
    }
};

StatePainter::StatePainter(
    const model::MemoryState& state, const SegmentLayout& layout, const MemoryGroups& groups, const Theme& theme)
    : m_state(state)
    , m_layout(layout)
    , m_groups(groups)
    , m_theme(theme)
    , m_palette(theme.dark)
{
}

void StatePainter::paint(QImage& picture, int top) const
{
    picture.fill(m_theme.panel);
    Canvas canvas {Scanlines(picture), picture.devicePixelRatio(), top};
    for (const SegmentPlace& place : m_layout.places()) {
        const std::uint64_t size = m_state.segments[place.segment].size;
        const std::vector<SegmentPart> parts = m_layout.parts(place, 0, size);
        if (std::none_of(parts.begin(), parts.end(), [&](const SegmentPart& part) { return canvas.shows(part); }))
            continue;
        for (const SegmentPart& part : parts)
            canvas.fill(part, argb(m_theme.surface));
        paintSegment(canvas, place);
        paintFrame(canvas, place);
    }
}

void StatePainter::paintSegment(Canvas& canvas, const SegmentPlace& place) const
{
    // Of the blocks that start in one pixel only the largest is drawn there.
    int pixel = -1;
    int line = -1;
    std::uint64_t largest = 0;
    const model::StateSegment& segment = m_state.segments[place.segment];
    for (const model::StateBlock& block : m_state.blocksOf(segment)) {
        if (block.isFree())
            continue;
        const std::uint64_t offset = block.address - segment.address;
        const std::vector<SegmentPart> parts = m_layout.parts(place, offset, offset + block.size);
        if (parts.empty())
            continue;
        const int at = canvas.x(parts.front().from);
        const bool shared = at == pixel && parts.front().top == line;
        if (shared && block.size <= largest)
            continue;
        pixel = at;
        line = parts.front().top;
        largest = block.size;
        paintBlock(canvas, place, block);
    }
}

void StatePainter::paintBlock(Canvas& canvas, const SegmentPlace& place, const model::StateBlock& block) const
{
    const std::uint64_t offset = block.address - m_state.segments[place.segment].address;
    const bool grouped = block.allocation.index() < m_groups.of.size();
    const view::Argb colour
        = m_palette.colour(grouped ? m_groups.colourOf(block.allocation.index()) : view::quietColour());
    for (const SegmentPart& part : m_layout.parts(place, offset, offset + block.size)) {
        if (!canvas.shows(part))
            continue;
        canvas.fill(part, colour);
        if (block.pending)
            canvas.hatch(part, argb(m_theme.danger));
        // A hairline of the ground between neighbours that are wide enough for it.
        if (canvas.x(part.to) - canvas.x(part.from) > 3)
            canvas.fill({part.top, part.to - 1 / canvas.ratio, part.to}, mixed(colour, m_theme.surface, 0.7));
    }
    const std::uint64_t used = offset + block.size - block.waste();
    if (block.waste() == 0)
        return;
    for (const SegmentPart& part : m_layout.parts(place, used, offset + block.size)) {
        if (!canvas.shows(part) || canvas.x(part.to) == canvas.x(part.from))
            continue;
        canvas.fill(part, mixed(colour, m_theme.surface, 0.65));
        canvas.hatch(part, colour);
    }
}

void StatePainter::paintFrame(Canvas& canvas, const SegmentPlace& place) const
{
    const view::Argb edge = argb(blend(m_theme.line, m_theme.text, 0.25));
    const double hair = 1 / canvas.ratio;
    for (const SegmentPart& part : m_layout.parts(place, 0, m_state.segments[place.segment].size)) {
        if (!canvas.shows(part))
            continue;
        const int left = canvas.x(part.from);
        const int right = std::max(canvas.x(part.to), left + 1);
        const int above = canvas.y(part.top);
        const int below = canvas.y(part.top + SegmentLayout::kLineHeight);
        canvas.lines.fillRect(left, above, right, above + 1, edge);
        canvas.lines.fillRect(left, below - 1, right, below, edge);
        if (right - left < kLeastFramed)
            continue; // the sides would be all of it
        canvas.lines.fillRect(left, above, left + 1, below, edge);
        canvas.fill({part.top, part.to - hair, part.to}, edge);
    }
}

} // namespace stepscope::widgets
