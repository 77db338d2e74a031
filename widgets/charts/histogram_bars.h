// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A duration histogram as bars, the bar of one duration marked. Pure.

#include "core/analysis/duration_histogram.h"
#include "widgets/charts/bars_view.h"

#include <optional>

namespace stepscope::widgets {

[[nodiscard]] BarsData histogramBars(
    const analysis::DurationHistogram& histogram, std::optional<std::int64_t> marked, const Theme& theme);
// "224 calls, 12 µs to 1.2 ms, median 245 µs"
[[nodiscard]] QString histogramText(const analysis::DurationHistogram& histogram);

} // namespace stepscope::widgets
