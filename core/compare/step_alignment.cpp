// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/step_alignment.h"

#include <algorithm>
#include <map>

namespace stepscope::compare {
namespace {

struct Stretch // of indices into StepList::steps
{
    std::uint32_t first = 0;
    std::uint32_t last = 0; // behind it
    [[nodiscard]] std::uint32_t length() const { return last - first; }
};

Stretch unbroken(const std::vector<analysis::StepFigures>& steps)
{
    Stretch longest;
    Stretch current;
    for (; current.last < steps.size(); ++current.last) {
        if (current.last > 0 && marksMissing(steps[current.last - 1].span, steps[current.last].span))
            current.first = current.last;
        if (current.length() + 1 >= longest.length())
            longest = {current.first, current.last + 1};
    }
    return longest;
}

std::vector<StepPair> pairsByNumber(
    const analysis::StepList& before, const analysis::StepList& after, const StepAlignment& alignment)
{
    std::map<std::int64_t, std::uint32_t> ofNumber; // the first one of a number
    for (const std::uint32_t step : alignment.compared[1])
        ofNumber.try_emplace(after.steps[step].span.number, step);
    std::vector<StepPair> pairs;
    for (const std::uint32_t step : alignment.compared[0]) {
        const auto at = ofNumber.find(before.steps[step].span.number);
        if (at == ofNumber.end())
            continue;
        pairs.push_back({step, at->second});
        ofNumber.erase(at);
    }
    return pairs;
}

} // namespace

StepAlignment alignSteps(const analysis::StepList& before, const analysis::StepList& after, bool gpu)
{
    StepAlignment alignment;
    const std::array stretches {unbroken(before.steps), unbroken(after.steps)};
    const bool others = stretches[0].length() > 1 && stretches[1].length() > 1;
    // Only the first of all is ever a warm-up step.
    alignment.warmUp = others && stretches[0].first == 0 && stretches[1].first == 0
        && (before.steps.front().warmUp || after.steps.front().warmUp);
    const bool skip = alignment.warmUp || (others && gpu);
    if (skip)
        alignment.leftOut = StepPair {stretches[0].first, stretches[1].first};
    for (std::size_t side = 0; side < 2; ++side) {
        for (std::uint32_t step = stretches[side].first + (skip ? 1 : 0); step < stretches[side].last; ++step)
            alignment.compared[side].push_back(step);
    }

    const std::size_t shorter = std::min(alignment.compared[0].size(), alignment.compared[1].size());
    alignment.pairs = pairsByNumber(before, after, alignment);
    alignment.byNumber = !alignment.pairs.empty() && alignment.pairs.size() * 2 >= shorter;
    if (!alignment.byNumber) {
        alignment.pairs.clear();
        for (std::size_t i = 0; i < shorter; ++i)
            alignment.pairs.push_back({alignment.compared[0][i], alignment.compared[1][i]});
    }
    return alignment;
}

} // namespace stepscope::compare
