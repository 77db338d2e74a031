// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Marks of the hits of a search along the top of the overview's strip. Owned by the OverviewBar, GUI thread only. Which
// columns have hits is worked out once for each width and set of hits, O(width log hits); painting costs O(width).

#include "core/view/time_scale.h"
#include "widgets/common/theme.h"
#include "widgets/viewmodel/search_hits.h"

#include <QRectF>

#include <cstdint>
#include <vector>

class QPainter;

namespace stepscope::widgets {

class HitTicks
{
public:
    static constexpr double kHeight = 5; // px

    void setHits(SearchHitsPtr hits); // null: none
    void forget() { m_columns.clear(); }
    // The hit nearest to this px of the strip, at most `reach` px away.
    [[nodiscard]] Item hitAt(double x, double reach, const view::TimeScale& scale) const;
    void paint(QPainter& painter, const QRectF& strip, const view::TimeScale& scale, const Theme& theme);

private:
    SearchHitsPtr m_hits;
    std::vector<std::uint8_t> m_columns; // 1: a hit starts there
};

} // namespace stepscope::widgets
