// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The events a slice or an instant is connected with, as lines that lead there: launch chain (Python frame, operator,
// launch call, GPU work), parents, flows. Pure; O(depth + log n + shown lines). Long lists are cut and say by how much.

#include "widgets/details/event_report.h"

namespace stepscope::widgets {

inline constexpr int kMaxLinkedEvents = 24; // shown of one list

[[nodiscard]] QList<DetailSection> linksOfSlice(const model::Trace& trace, SliceId id);
[[nodiscard]] QList<DetailSection> linksOfInstant(const model::Trace& trace, InstantId id);

// A slice and what is around it, innermost first.
[[nodiscard]] DetailSection parentsOf(const model::Trace& trace, SliceId first, const QString& title);

} // namespace stepscope::widgets
