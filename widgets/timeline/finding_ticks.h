// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Marks of the findings in the overview: a lane of ticks below the strip, taller and in a stronger colour the more a
// finding costs, and bands over the strip for the places of the finding that is looked at or pointed to. Owned by the
// OverviewBar, GUI thread only. Ticks are worked out once for each width and set of findings, O(evidence); painting
// costs O(width) and at most the evidence of two findings.

#include "core/view/time_scale.h"
#include "widgets/common/theme.h"
#include "widgets/viewmodel/finding_cursor.h"

#include <QRectF>

#include <cstdint>
#include <optional>
#include <vector>

class QPainter;

namespace stepscope::widgets {

class FindingTicks
{
public:
    static constexpr int kLane = 7; // px of height

    void setCursor(const FindingCursor* cursor) { m_cursor = cursor; }
    void forget() { m_levels.clear(); } // findings, bounds or width are others

    // `lane` and `strip` share their left border and width; `scale` is theirs.
    // What a click at this px of the lane goes to: of the places within `reach` px the one of the gravest finding, then
    // the nearest. O(evidence).
    [[nodiscard]] std::optional<FindingCursor::Place> placeAt(
        double x, double reach, const view::TimeScale& scale, double width) const;
    void paint(
        QPainter& painter, const QRectF& strip, const QRectF& lane, const view::TimeScale& scale, const Theme& theme);

private:
    void workOut(int width, const view::TimeScale& scale);
    void paintTicks(QPainter& painter, const QRectF& lane, const Theme& theme) const;

    const FindingCursor* m_cursor = nullptr;
    std::vector<std::uint8_t> m_levels; // of each px: 0 nothing, 1 low, 2 medium, 3 high
};

} // namespace stepscope::widgets
