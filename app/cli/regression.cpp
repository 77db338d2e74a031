// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/regression.h"

#include "core/compare/words.h"

#include <charconv>
#include <fmt/format.h>
#include <string_view>

namespace stepscope::cli {
namespace {

Expected<std::optional<double>> percentOf(const char* option, const std::string& given)
{
    if (given.empty())
        return std::optional<double>();
    std::string_view text = given;
    if (text.back() == '%')
        text.remove_suffix(1);
    double value = 0;
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc {} || at != text.data() + text.size() || !(value >= 0 && value <= 1e6))
        return fail(ErrorClass::Internal, fmt::format("{} {}: write a percentage, as 10 or 10%", option, given));
    return std::optional<double>(value / 100);
}

using Pair = std::array<std::optional<double>, 2>;

Expected<void> check(const std::optional<double>& limit, const Pair& values, const char* what, const char* without,
    compare::Unit unit, std::vector<std::string>& exceeded)
{
    if (!limit)
        return {};
    const std::optional<double>& before = values[compare::kBefore];
    const std::optional<double>& after = values[compare::kAfter];
    if (!before || !after || *before <= 0)
        return fail(ErrorClass::Internal, without);
    const double growth = *after / *before - 1;
    if (growth > *limit)
        exceeded.push_back(fmt::format("{} {} ({}): more than the {:g} % allowed", what,
            compare::fromTo(*before, *after, unit), compare::signedPercent(growth), *limit * 100));
    return {};
}

} // namespace

Expected<RegressionLimits> regressionLimits(const std::string& step, const std::string& peak)
{
    const auto stepLimit = percentOf("--max-step-regression", step);
    if (!stepLimit)
        return tl::unexpected(stepLimit.error());
    const auto peakLimit = percentOf("--max-peak-memory-regression", peak);
    if (!peakLimit)
        return tl::unexpected(peakLimit.error());
    return RegressionLimits {*stepLimit, *peakLimit};
}

Expected<std::vector<std::string>> exceededLimits(const RegressionLimits& limits, const compare::Comparison& comparison)
{
    std::vector<std::string> exceeded;
    const Pair steps = comparison.perStep ? comparison.noise.meanNs : Pair();
    const Expected<void> step = check(limits.step, steps, "step time",
        "--max-step-regression: the files do not both have training steps", compare::Unit::Nanoseconds, exceeded);
    if (!step)
        return tl::unexpected(step.error());
    const Expected<void> peak = check(limits.peak, comparison.peakBytes, "peak of allocated memory",
        "--max-peak-memory-regression: the files do not both tell how much memory was allocated", compare::Unit::Bytes,
        exceeded);
    if (!peak)
        return tl::unexpected(peak.error());
    return exceeded;
}

std::optional<std::string> misplaced(const compare::Runs& runs, bool withMemory)
{
    for (const compare::Run& run : runs) {
        if (withMemory && run.trace == nullptr)
            return "--with-memory: BEFORE and AFTER must be the traces that the snapshots belong to";
        if (withMemory && run.snapshot == nullptr)
            return "--with-memory: write the memory snapshots of both runs";
    }
    return std::nullopt;
}

} // namespace stepscope::cli
