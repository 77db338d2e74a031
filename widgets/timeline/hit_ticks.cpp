// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/hit_ticks.h"

#include <QPainter>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr double kHeight = 5;

} // namespace

void HitTicks::setHits(SearchHitsPtr hits)
{
    m_hits = std::move(hits);
    m_columns.clear();
}

void HitTicks::paint(QPainter& painter, const QRectF& strip, const view::TimeScale& scale, const Theme& theme)
{
    if (!m_hits)
        return;
    const auto width = static_cast<std::size_t>(std::max(1.0, strip.width()));
    if (m_columns.size() != width) {
        m_columns.assign(width, 0);
        const auto& starts = m_hits->trace->slices.start;
        for (std::size_t i = m_hits->firstFrom(scale.toNs(0)); i < m_hits->inOrder.size();) {
            const double px = scale.toPx(starts[m_hits->inOrder[i].index()]);
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
