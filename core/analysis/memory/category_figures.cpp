// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/category_figures.h"

#include "core/analysis/findings/wording.h"
#include "core/analysis/memory/memory_rules.h"
#include "core/util/time.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <numeric>

namespace stepscope::analysis {
namespace {

using model::CategoryTimeline;

constexpr std::size_t kActivation = 4; // index into model::kMemoryCategories
constexpr std::size_t kNamed = 3;      // categories in a sentence

std::uint64_t sumAt(const CategoryTimeline& timeline, std::int32_t point)
{
    std::uint64_t sum = 0;
    for (std::size_t c = 0; c < model::kMemoryCategories.size(); ++c) {
        if (__builtin_add_overflow(sum, timeline.at(c, point), &sum))
            return std::numeric_limits<std::uint64_t>::max();
    }
    return sum;
}

double shareOfPeak(const CategoryFigures& figures, std::size_t category)
{
    return static_cast<double>(figures.categories[category].atPeak)
        / static_cast<double>(std::max<std::uint64_t>(figures.peak, 1));
}

// "activation 7.4 GiB (62 %), parameter 2 GiB (17 %)": what there is most of at the peak.
std::string largestAtPeak(const CategoryFigures& figures)
{
    std::array<std::size_t, model::kMemoryCategories.size()> order {};
    std::iota(order.begin(), order.end(), std::size_t {0});
    std::stable_sort(order.begin(), order.end(), [&figures](std::size_t a, std::size_t b) {
        return figures.categories[a].atPeak > figures.categories[b].atPeak;
    });
    std::string text;
    for (std::size_t i = 0; i < kNamed && figures.categories[order[i]].atPeak > 0; ++i)
        text += fmt::format("{}{} {} ({})", text.empty() ? "" : ", ", model::kMemoryCategories[order[i]],
            formatBytes(figures.categories[order[i]].atPeak), wholePercent(shareOfPeak(figures, order[i])));
    return text;
}

Finding findingAtPeak(const CategoryTimeline& timeline, const CategoryFigures& figures, const char* rule,
    Severity severity, std::uint64_t bytes)
{
    Finding finding;
    finding.rule = rule;
    finding.severity = severity;
    finding.bytes = bytes;
    finding.share = static_cast<double>(bytes) / static_cast<double>(figures.peak);
    finding.count = 1;
    if (figures.peakPoint >= 0) {
        const auto at = static_cast<std::size_t>(figures.peakPoint);
        const std::int64_t start = timeline.timeNs[at];
        finding.evidence.push_back(
            {{}, {}, {start, at + 1 < timeline.count() ? timeline.timeNs[at + 1] : start}, "peak", {}});
    }
    return finding;
}

Judgement judge(const CategoryTimeline& timeline, const CategoryFigures& figures)
{
    Judgement judgement;
    judgement.verdict.bucket = Bucket::CannotTell;
    if (figures.peak == 0) {
        judgement.verdict.sentence = "The timeline holds no memory.";
        return judgement;
    }
    const CategoryFigures::Category& activations = figures.categories[kActivation];
    if (shareOfPeak(figures, kActivation) >= kActivationShare) {
        Finding finding = findingAtPeak(timeline, figures, "memory.activations", Severity::Medium, activations.atPeak);
        finding.headline = fmt::format(
            "Activations hold {} ({}) of the peak", formatBytes(activations.atPeak), wholePercent(finding.share));
        finding.advice = {
            "checkpoint the modules that hold most: torch.utils.checkpoint", "make the batch or the sequence smaller"};
        judgement.findings.push_back(std::move(finding));
        judgement.verdict.bucket = Bucket::Memory;
    }
    Finding peak = findingAtPeak(timeline, figures, "memory.peak", Severity::Low, figures.peak);
    peak.headline = fmt::format("The peak of {} is {}", formatBytes(figures.peak), largestAtPeak(figures));
    peak.advice = {"record a snapshot to see the blocks and the lines that hold them: "
                   "torch.cuda.memory._record_memory_history()"};
    judgement.findings.push_back(std::move(peak));
    judgement.verdict.finding = judgement.findings.size() - 1;
    judgement.verdict.sentence = judgement.findings.back().headline + ".";
    return judgement;
}

} // namespace

CategoryFigures computeCategoryFigures(const CategoryTimeline& timeline)
{
    CategoryFigures figures;
    const auto points = static_cast<std::int32_t>(timeline.count());
    figures.initial = sumAt(timeline, -1);
    figures.peak = figures.initial;
    figures.total.reserve(timeline.count());
    for (std::int32_t i = 0; i < points; ++i) {
        figures.total.push_back(sumAt(timeline, i));
        if (figures.total.back() > figures.peak || (i == 0 && figures.peak == 0)) {
            figures.peak = figures.total.back();
            figures.peakPoint = i;
        }
    }
    figures.end = figures.total.empty() ? figures.initial : figures.total.back();
    for (std::size_t c = 0; c < model::kMemoryCategories.size(); ++c) {
        CategoryFigures::Category& category = figures.categories[c];
        category.peak = timeline.initial[c];
        for (const std::uint64_t bytes : timeline.bytes[c])
            category.peak = std::max(category.peak, bytes);
        category.atPeak = timeline.at(c, figures.peakPoint);
        category.end = timeline.at(c, points - 1);
    }
    figures.judgement = judge(timeline, figures);
    return figures;
}

} // namespace stepscope::analysis
