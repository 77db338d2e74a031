// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/step_alignment.h"

#include <algorithm>
#include <map>

namespace stepscope::compare {
namespace {

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
    const bool others = before.steps.size() > 1 && after.steps.size() > 1;
    alignment.warmUp = others && (before.steps.front().warmUp || after.steps.front().warmUp);
    const bool skip = alignment.warmUp || (others && gpu);
    if (skip)
        alignment.leftOut = StepPair {0, 0};
    for (auto step = static_cast<std::uint32_t>(skip); step < before.steps.size(); ++step)
        alignment.compared[0].push_back(step);
    for (auto step = static_cast<std::uint32_t>(skip); step < after.steps.size(); ++step)
        alignment.compared[1].push_back(step);

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
