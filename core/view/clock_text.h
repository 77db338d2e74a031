// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Times of a trace as a clock on the wall shows them. A ClockBase says how to get there: what to add to a time of the
// trace for ns since 1970 in the zone that is wanted. Pure values, O(1); what lies beyond int64 has no clock time.

#include "core/view/time_scale.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stepscope::view {

struct ClockBase
{
    std::int64_t toLocalNs = 0; // Unix time of the trace's zero plus the zone's distance from UTC
};

// "14:03:12.345 678": down to `resolution` ns.
[[nodiscard]] std::string clockText(std::int64_t time, const ClockBase& base, std::int64_t resolution);
// "2026-11-30".
[[nodiscard]] std::string clockDate(std::int64_t time, const ClockBase& base);

// "14:03:12", "14:03:12.345678": the time of the trace with that reading on the day of `near`, or up to half a day
// before or after where the trace runs past midnight. Nothing when it is no such text.
[[nodiscard]] std::optional<std::int64_t> parseClock(std::string_view text, const ClockBase& base, std::int64_t near);

// As rulerTicks(), with the clock at each label and the date as base.
[[nodiscard]] RulerTicks clockTicks(const TimeWindow& window, double widthPx, const ClockBase& base, double labelPx);

} // namespace stepscope::view
