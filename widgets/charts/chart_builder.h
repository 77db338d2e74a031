// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The charts of a trace as bars, each with where it leads. At most kMostBars bars: more steps or launches are summed
// up, and the chart says so. Pure; run by jobs. O(steps), O(kernels), O(launches) or O(slices).

#include "core/analysis/trace_figures.h"
#include "core/model/trace.h"
#include "widgets/charts/bars_view.h"
#include "widgets/tables/table_data.h"

#include <stop_token>

namespace stepscope::widgets {

enum class ChartKind : std::uint8_t
{
    Steps,     // GPU busy and idle by cause
    Families,  // of kernels, by time
    Durations, // of slices of one name
    Delays,    // from launch to start, over time
};
inline constexpr std::size_t kChartKinds = 4;

struct Chart
{
    static constexpr std::size_t kMostBars = 160;
    QString title;
    BarsData bars;
    std::vector<RowTarget> targets; // by bar
};

[[nodiscard]] QString chartTitle(ChartKind kind); // of its button
// `like`: whose durations; invalid: the costliest kernel's.
[[nodiscard]] Chart buildChart(ChartKind kind, const model::Trace& trace, const analysis::TraceFigures& figures,
    SliceId like, const Theme& theme, const std::stop_token& stop);

} // namespace stepscope::widgets
