// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/headline.h"

#include "core/compare/words.h"

#include <fmt/format.h>

namespace stepscope::compare {
namespace {

constexpr std::size_t kNamed = 2; // differences that the headline names

std::string timeText(const Comparison& comparison)
{
    const StepNoise& noise = comparison.noise;
    if (!noise.meanNs[kBefore] || !noise.meanNs[kAfter])
        return {};
    const double before = *noise.meanNs[kBefore];
    const double after = *noise.meanNs[kAfter];
    const char* what = comparison.perStep ? "Step time" : "Whole recording";
    if (before == after)
        return fmt::format("{} {} in both", what, amountText(before, Unit::Nanoseconds));
    const std::string change = before > 0 ? fmt::format(" ({})", signedPercent((after - before) / before)) : "";
    return fmt::format("{} {}{}{}", what, fromTo(before, after, Unit::Nanoseconds), change,
        noise.withinNoise ? ", within the spread between steps" : "");
}

} // namespace

std::string headlineOf(const Comparison& comparison)
{
    std::string headline = timeText(comparison);
    std::size_t named = 0;
    for (const Difference& difference : comparison.differences) {
        if (difference.withinNoise || named == kNamed)
            break;
        headline += fmt::format("{}{}", headline.empty() ? "" : "; ", difference.brief);
        ++named;
    }
    if (named == 0 && !headline.empty()) {
        const auto& means = comparison.noise.meanNs;
        headline += comparison.differences.empty() && means[kBefore] == means[kAfter] ? "; no figure differs"
                                                                                      : "; no difference beyond it";
    }
    if (!headline.empty())
        return headline;
    if (comparison.tables.empty())
        return "Nothing can be compared";
    return comparison.differences.empty() ? "No figure differs" : "No difference beyond noise";
}

} // namespace stepscope::compare
