// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What of a timeline a session keeps, and back: window, rows, scrolling, selection and display. What only a page knows
// (step, search, the field that filters rows) is left to it. GUI thread only.

#include "core/share/session.h"
#include "widgets/timeline/timeline_view.h"

#include <QStringList>

#include <optional>

namespace stepscope::widgets {

[[nodiscard]] share::Window windowOf(const TimeAxis& axis);
void setWindow(TimeAxis& axis, const share::Window& window);
[[nodiscard]] std::optional<TimeRange> rangeWithin(const TimeRange& bounds, const std::optional<share::Range>& range);

[[nodiscard]] share::TimelineState timelineState(TimelineView& view, const TimeAxis& axis, const Selection& selection);
// Rows keep to the state's upper edge until somebody scrolls, as the view may be neither laid out nor complete yet.
// Says what of it the trace does not have.
[[nodiscard]] QStringList restoreTimeline(
    TimelineView& view, TimeAxis& axis, Selection& selection, const share::TimelineState& state);

} // namespace stepscope::widgets
