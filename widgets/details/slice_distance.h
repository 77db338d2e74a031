// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How far two slices are from each other, and how that is said: as text, beside a line between them, as facts. ns,
// never overflowing: what is further than can be told counts as the furthest. Pure.

#include "widgets/details/event_report.h"

#include <QString>

#include <cstdint>

namespace stepscope::widgets {

// Between two slices, the earlier one first.
struct Distance
{
    SliceId first;
    SliceId second;
    std::int64_t startToStart = 0;
    std::int64_t endToStart = 0; // below zero where they overlap
    std::int64_t startToEnd = 0; // from the first start to the last end

    [[nodiscard]] bool apart() const { return endToStart >= 0; }
};
[[nodiscard]] Distance distanceBetween(const model::Trace& trace, SliceId a, SliceId b);
[[nodiscard]] QString distanceText(const model::Trace& trace, const Distance& distance);
[[nodiscard]] QString distanceLabel(const Distance& distance); // the length of the line between them
[[nodiscard]] DetailSection distanceSection(const model::Trace& trace, const Distance& distance, SliceId to);

} // namespace stepscope::widgets
