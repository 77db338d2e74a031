// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/step_warnings.h"

#include "core/util/time.h"

#include <fmt/format.h>

namespace stepscope::compare {
namespace {

struct Marks // of one run
{
    std::size_t steps = 0;
    std::uint64_t missing = 0;
    std::string where; // the first place
};

Marks marksOf(const Run& run)
{
    const std::vector<analysis::StepFigures>& steps = run.figures->steps.steps;
    Marks marks;
    marks.steps = steps.size();
    for (std::size_t i = 1; i < steps.size(); ++i) {
        const analysis::StepSpan& previous = steps[i - 1].span;
        const analysis::StepSpan& span = steps[i].span;
        if (!marksMissing(previous, span))
            continue;
        if (marks.missing == 0)
            marks.where = fmt::format("between #{} and #{}", previous.number, span.number);
        else if (!marks.where.starts_with("first "))
            marks.where = "first " + marks.where;
        marks.missing += static_cast<std::uint64_t>(span.number - previous.number - 1);
    }
    return marks;
}

std::string textOf(const Marks& marks)
{
    if (marks.steps == 0)
        return "not recorded";
    if (marks.missing == 0)
        return fmt::format("all of {}", marks.steps);
    return fmt::format("{} missing, {}", formatCount(marks.missing), marks.where);
}

} // namespace

std::vector<Warning> stepWarnings(const Runs& runs, const StepAlignment& alignment)
{
    const Marks before = marksOf(runs[kBefore]);
    const Marks after = marksOf(runs[kAfter]);
    std::vector<Warning> out;
    const auto addMarks = [&](const char* effect) {
        out.push_back({"step marks", textOf(before), textOf(after), effect, true});
    };
    if ((before.steps == 0) != (after.steps == 0))
        addMarks("how many steps the recording without marks holds is not known: both are compared as a whole, and "
                 "more of everything may be no more than a longer recording");
    else if (before.missing + after.missing > 0)
        addMarks("the work of a step without a mark would be counted for its neighbours: of each run only the longest "
                 "stretch of steps whose marks follow each other is compared");

    const std::size_t ofBefore = alignment.compared[kBefore].size();
    const std::size_t ofAfter = alignment.compared[kAfter].size();
    const auto addCounts = [&](const char* effect, bool severe) {
        out.push_back(
            {"number of compared steps", fmt::format("{}", ofBefore), fmt::format("{}", ofAfter), effect, severe});
    };
    if ((ofBefore == 1) != (ofAfter == 1))
        addCounts("a step that stands alone begins with its first GPU work: what the GPU waited for before it is not "
                  "known, and looks like time saved",
            true);
    else if (ofBefore != ofAfter)
        addCounts(
            "averages are over different numbers of steps; odd steps without a partner count as any other", false);
    return out;
}

} // namespace stepscope::compare
