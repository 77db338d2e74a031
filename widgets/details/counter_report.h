// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the Selection panel says about a sample of a counter, of the file or computed from its events: its value, how
// long it holds, how a computed one comes about, and what the counter does in the stretch of time that is in view.
// GUI thread, as TimelineData; O(log n) in the samples once a computed counter was computed.

#include "widgets/details/event_report.h"
#include "widgets/timeline/timeline_data.h"

namespace stepscope::widgets {

// Empty for an item that is no sample of a counter.
[[nodiscard]] EventReport describeCounter(const TimelineData& data, const Item& item, const TimeRange& inView);

} // namespace stepscope::widgets
