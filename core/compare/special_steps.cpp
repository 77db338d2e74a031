// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/special_steps.h"

#include "core/compare/noise.h"

#include <algorithm>
#include <cmath>

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
    for (std::size_t i = 0; i < changes.size(); ++i) {
        if (std::abs(changes[i] - median) > far && std::abs(changes[i]) > std::abs(median))
            special.push_back(i);
    }
    return special;
}

} // namespace stepscope::compare
