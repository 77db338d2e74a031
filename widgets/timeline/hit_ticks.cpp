// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/hit_ticks.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>

namespace stepscope::widgets {

void HitTicks::setHits(SearchHitsPtr hits)
{
    m_hits = std::move(hits);
    m_columns.clear();
}

Item HitTicks::hitAt(double x, double reach, const view::TimeScale& scale) const
{
    if (!m_hits)
        return {};
    const std::size_t after = m_hits->firstFrom(scale.toNs(x));
    std::optional<std::size_t> best;
    const auto distanceOf = [&](std::size_t number) { return std::abs(scale.toPx(m_hits->timeAt(number)) - x); };
    for (const std::size_t number : {after, after - 1}) { // of none before, after - 1 lies beyond the last
        if (number >= m_hits->count() || distanceOf(number) > reach)
            continue;
        if (!best || distanceOf(number) < distanceOf(*best))
            best = number;
    }
    return best ? m_hits->at(*best) : Item();
}

void HitTicks::paint(QPainter& painter, const QRectF& strip, const view::TimeScale& scale, const Theme& theme)
{
    if (!m_hits)
        return;
    const auto width = static_cast<std::size_t>(std::max(1.0, strip.width()));
    if (m_columns.size() != width) {
        m_columns.assign(width, 0);
        for (std::size_t i = m_hits->firstFrom(scale.toNs(0)); i < m_hits->count();) {
            const double px = scale.toPx(m_hits->timeAt(i));
            const auto column = std::min(width - 1, static_cast<std::size_t>(std::max(0.0, px)));
            m_columns[column] = 1;
            i = std::max(i + 1, m_hits->firstFrom(scale.toNs(static_cast<double>(column + 1))));
        }
    }
    for (std::size_t x = 0; x < width;) {
        std::size_t end = x + 1;
        while (end < width && m_columns[end] == m_columns[x])
            ++end;
        if (m_columns[x] != 0) {
            const double left = strip.left() + static_cast<double>(x);
            painter.fillRect(QRectF(left, strip.top(), static_cast<double>(end - x), kHeight), theme.accent);
        }
        x = end;
    }
}

} // namespace stepscope::widgets
