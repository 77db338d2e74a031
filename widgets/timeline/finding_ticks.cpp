// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/finding_ticks.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr double kLeastWidth = 2; // px of a tick or band

std::uint8_t levelOf(analysis::Severity severity)
{
    return severity == analysis::Severity::High ? 3 : severity == analysis::Severity::Medium ? 2 : 1;
}

struct Stretch
{
    double left = 0;
    double right = 0;
};

Stretch stretchOf(const Interval& span, const view::TimeScale& scale, double width)
{
    const double left = std::clamp(scale.toPx(span.start), 0.0, width);
    const double right = std::clamp(scale.toPx(span.end), 0.0, width);
    return {std::min(left, std::max(0.0, width - kLeastWidth)), std::max(right, left + kLeastWidth)};
}

void paintBand(
    QPainter& painter, const QRectF& strip, const QRectF& lane, const Stretch& at, QColor colour, bool strong)
{
    const double left = strip.left() + std::floor(at.left);
    const double width = std::ceil(at.right) - std::floor(at.left);
    painter.fillRect(QRectF(left, lane.top(), width, lane.height()), colour);
    colour.setAlphaF(strong ? 0.34F : 0.18F);
    painter.fillRect(QRectF(left, strip.top(), width, strip.height()), colour);
    if (!strong)
        return;
    colour.setAlphaF(1);
    painter.fillRect(QRectF(left, strip.top(), 1, strip.height()), colour);
    painter.fillRect(QRectF(left + width - 1, strip.top(), 1, strip.height()), colour);
}

} // namespace

void FindingTicks::workOut(int width, const view::TimeScale& scale)
{
    m_levels.assign(static_cast<std::size_t>(width), 0);
    for (std::size_t i = 0; const analysis::Finding* finding = m_cursor->finding(i); ++i) {
        const std::uint8_t level = levelOf(finding->severity);
        for (const analysis::Evidence& evidence : finding->evidence) {
            const Stretch at = stretchOf(evidence.span, scale, width);
            const auto first = static_cast<std::size_t>(at.left);
            const auto last = std::min(m_levels.size(), static_cast<std::size_t>(std::ceil(at.right)));
            for (std::size_t x = first; x < last; ++x)
                m_levels[x] = std::max(m_levels[x], level);
        }
    }
}

std::optional<FindingCursor::Place> FindingTicks::placeAt(
    double x, double reach, const view::TimeScale& scale, double width) const
{
    std::optional<FindingCursor::Place> best;
    int bestLevel = 0;
    double nearest = 0;
    for (std::size_t i = 0; m_cursor != nullptr && m_cursor->finding(i) != nullptr; ++i) {
        const analysis::Finding& finding = *m_cursor->finding(i);
        const int level = levelOf(finding.severity);
        for (std::size_t e = 0; e < finding.evidence.size() && level >= bestLevel; ++e) {
            const Stretch at = stretchOf(finding.evidence[e].span, scale, width);
            const double distance = std::max({0.0, at.left - x, x - at.right});
            if (distance > reach || (best && level == bestLevel && distance >= nearest))
                continue;
            best = FindingCursor::Place {i, e};
            bestLevel = level;
            nearest = distance;
        }
    }
    return best;
}

void FindingTicks::paintTicks(QPainter& painter, const QRectF& lane, const Theme& theme) const
{
    const QColor colours[] = {theme.muted, theme.warn, theme.danger};
    for (std::size_t x = 0; x < m_levels.size();) {
        const std::uint8_t level = m_levels[x];
        std::size_t end = x + 1;
        while (end < m_levels.size() && m_levels[end] == level)
            ++end;
        if (level > 0) {
            const double height = 2.0 * level;
            painter.fillRect(QRectF(lane.left() + static_cast<double>(x), lane.bottom() - height,
                                 static_cast<double>(end - x), height),
                colours[level - 1]);
        }
        x = end;
    }
}

void FindingTicks::paint(
    QPainter& painter, const QRectF& strip, const QRectF& lane, const view::TimeScale& scale, const Theme& theme)
{
    if (m_cursor == nullptr || m_cursor->finding(0) == nullptr)
        return;
    const int width = std::max(1, static_cast<int>(lane.width()));
    if (static_cast<int>(m_levels.size()) != width)
        workOut(width, scale);
    paintTicks(painter, lane, theme);
    const auto& current = m_cursor->current();
    std::vector<std::size_t> lit;
    if (current)
        lit.push_back(current->finding);
    if (m_cursor->hovered() && (!current || *m_cursor->hovered() != current->finding))
        lit.push_back(*m_cursor->hovered());
    for (const std::size_t index : lit) {
        if (const analysis::Finding* finding = m_cursor->finding(index)) {
            for (const analysis::Evidence& evidence : finding->evidence)
                paintBand(painter, strip, lane, stretchOf(evidence.span, scale, width), theme.accent, false);
        }
    }
    if (const analysis::Evidence* evidence = m_cursor->evidence())
        paintBand(painter, strip, lane, stretchOf(evidence->span, scale, width), theme.accent, true);
}

} // namespace stepscope::widgets
