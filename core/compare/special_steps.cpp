// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/special_steps.h"

#include "core/compare/noise.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stepscope::compare {

std::vector<std::size_t> specialPairs(const std::array<ComparedRun, 2>& runs, const StepAlignment& alignment)
{
    std::vector<std::size_t> special;
    if (alignment.pairs.size() < kLeastPairs)
        return special;
    const auto lengthOf = [&](std::size_t run, std::uint32_t step) {
        const auto& steps = runs[run].steps;
        const auto at = std::lower_bound(steps.begin(), steps.end(), step);
        return runs[run].parts[static_cast<std::size_t>(at - steps.begin())].lengthNs;
    };
    std::vector<double> changes;
    changes.reserve(alignment.pairs.size());
    for (const StepPair& pair : alignment.pairs)
        changes.push_back(lengthOf(1, pair.after) - lengthOf(0, pair.before));
    const double median = medianOf(changes);
    const double far
        = std::max(kFarSpreads * spreadOf(changes).value_or(0), kLeastSpecial * medianOf(runs[0].lengths()));
    const auto distance = [&](std::size_t pair) { return std::abs(changes[pair] - median); };
    std::vector<std::size_t> order(changes.size()); // furthest first
    std::iota(order.begin(), order.end(), std::size_t {0});
    std::stable_sort(
        order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return distance(a) > distance(b); });
    std::size_t count = 0;
    for (std::size_t i = 0; i < order.size() / 2 && distance(order[i]) > far; ++i) {
        if (distance(order[i]) >= kApart * distance(order[i + 1]))
            count = i + 1;
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (std::abs(changes[order[i]]) > std::abs(median))
            special.push_back(order[i]);
    }
    std::sort(special.begin(), special.end());
    return special;
}

} // namespace stepscope::compare
