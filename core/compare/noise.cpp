// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/noise.h"

#include "core/analysis/percentile.h"

#include <algorithm>
#include <cmath>

namespace stepscope::compare {

double medianOf(std::vector<double> values)
{
    return analysis::medianOf(values);
}

std::optional<double> spreadOf(const std::vector<double>& values)
{
    constexpr double kNormal = 1.4826;
    if (values.size() < kLeastSteps)
        return std::nullopt;
    const double median = medianOf(values);
    std::vector<double> distances;
    distances.reserve(values.size());
    for (const double value : values)
        distances.push_back(std::abs(value - median));
    return kNormal * medianOf(std::move(distances));
}

bool withinSpread(double change, std::optional<double> before, std::optional<double> after)
{
    return before && after && std::abs(change) <= std::max(*before, *after);
}

} // namespace stepscope::compare
