// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Events of a timeline as sessions tell them: by row, name and time. GUI thread only.

#include "core/share/session.h"
#include "widgets/timeline/timeline_data.h"
#include "widgets/viewmodel/selection.h"

#include <optional>

namespace stepscope::widgets {

// Nothing for an item that the trace does not have.
[[nodiscard]] std::optional<share::EventRef> eventRefOf(const TimelineData& data, const Item& item);
// In its row O(log n); where the row has another key in this version O(slices). None: the trace has no such event.
[[nodiscard]] Item itemOf(const TimelineData& data, const share::EventRef& event);

} // namespace stepscope::widgets
