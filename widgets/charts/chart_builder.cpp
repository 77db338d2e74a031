// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_builder.h"

#include "core/analysis/duration_histogram.h"
#include "core/analysis/launch_delays.h"
#include "core/view/palette.h"
#include "core/view/time_scale.h"
#include "widgets/charts/histogram_bars.h"
#include "widgets/common/cause_brush.h"
#include "widgets/common/kernel_colour.h"
#include "widgets/details/detail_text.h"

#include <algorithm>
#include <array>
#include <map>

namespace stepscope::widgets {

using analysis::TraceFigures;

namespace {

struct Scale // of a y axis
{
    double nsPerUnit = 1;
    QString unit;
};

Scale scaleFor(std::int64_t largestNs)
{
    if (largestNs >= 2'000'000'000)
        return {1e9, QStringLiteral("s")};
    if (largestNs >= 2'000'000)
        return {1e6, QStringLiteral("ms")};
    if (largestNs >= 2'000)
        return {1e3, QStringLiteral("µs")};
    return {1, QStringLiteral("ns")};
}

double scaled(std::int64_t ns, const Scale& scale)
{
    return static_cast<double>(ns) / scale.nsPerUnit;
}

QString causeWord(std::size_t cause)
{
    return QString::fromLatin1(analysis::idleCauseName(static_cast<analysis::IdleCause>(cause)))
        .replace(QLatin1Char('_'), QLatin1Char(' '));
}

QColor workColour(const Theme& theme)
{
    return blend(theme.surface, theme.accent, 0.6);
}

// One bar of the chart of steps: a step, or the mean of some in a row.
struct StepBar
{
    std::size_t first = 0; // into shownSteps
    std::size_t last = 0;
    std::int64_t busyNs = 0;
    analysis::CauseTotals idle {};
    std::int64_t cpuNs = 0;
};

std::vector<StepBar> stepBars(const TraceFigures& figures)
{
    const std::size_t steps = figures.shownSteps.size();
    const std::size_t each = std::max<std::size_t>(1, (steps + Chart::kMostBars - 1) / Chart::kMostBars);
    std::vector<StepBar> bars;
    for (std::size_t first = 0; first < steps; first += each) {
        StepBar& bar = bars.emplace_back();
        bar.first = first;
        bar.last = std::min(steps, first + each);
        const auto count = static_cast<std::int64_t>(bar.last - bar.first);
        for (std::size_t i = bar.first; i < bar.last; ++i) {
            const analysis::StepFigures& step = figures.steps.steps[figures.shownSteps[i]];
            bar.cpuNs += step.span.cpu.length() / count;
            bar.busyNs += step.gpuBusyNs.value_or(0) / count;
            for (std::size_t cause = 0; cause < analysis::kIdleCauses; ++cause)
                bar.idle[cause] += step.idleByCause ? (*step.idleByCause)[cause] / count : 0;
        }
    }
    return bars;
}

QString stepTip(const TraceFigures& figures, const StepBar& bar, bool gpu)
{
    const auto number = [&](std::size_t i) { return figures.steps.steps[figures.shownSteps[i]].span.number; };
    QString tip = bar.last - bar.first == 1
        ? QStringLiteral("Step %1").arg(number(bar.first))
        : QStringLiteral("Mean of steps %1 to %2").arg(number(bar.first)).arg(number(bar.last - 1));
    tip += QStringLiteral("\nCPU span: %1").arg(durationText(bar.cpuNs));
    if (!gpu)
        return tip;
    tip += QStringLiteral("\nGPU busy: %1").arg(durationText(bar.busyNs));
    for (std::size_t cause = 0; cause < analysis::kIdleCauses; ++cause) {
        if (bar.idle[cause] > 0)
            tip += QStringLiteral("\n%1: %2").arg(causeWord(cause), durationText(bar.idle[cause]));
    }
    return tip;
}

RowTarget stepTarget(const TraceFigures& figures, const StepBar& bar)
{
    const analysis::StepSpan& first = figures.steps.steps[figures.shownSteps[bar.first]].span;
    Interval span = first.cpu;
    for (std::size_t i = bar.first; i < bar.last; ++i) {
        const analysis::StepSpan& step = figures.steps.steps[figures.shownSteps[i]].span;
        for (const Interval& part : {step.cpu, step.gpu.value_or(step.cpu)})
            span = {std::min(span.start, part.start), std::max(span.end, part.end)};
    }
    return {first.slice, span, -1};
}

void addStepSets(const std::vector<StepBar>& bars, bool gpu, const Scale& scale, const Theme& theme, BarsData& data)
{
    BarSet work {gpu ? QStringLiteral("GPU busy") : QStringLiteral("CPU span"), workColour(theme), {}, {}};
    for (const StepBar& bar : bars)
        work.values.push_back(scaled(gpu ? bar.busyNs : bar.cpuNs, scale));
    data.sets.push_back(std::move(work));
    for (std::size_t cause = 0; gpu && cause < analysis::kIdleCauses; ++cause) {
        BarSet set {causeWord(cause), causeBrush(cause, theme.surface), causeColour(cause), {}};
        for (const StepBar& bar : bars)
            set.values.push_back(scaled(bar.idle[cause], scale));
        if (std::any_of(set.values.begin(), set.values.end(), [](double value) { return value > 0; }))
            data.sets.push_back(std::move(set));
    }
}

Chart stepChart(const TraceFigures& figures, const Theme& theme)
{
    Chart chart;
    const std::vector<StepBar> bars = stepBars(figures);
    const bool gpu = std::any_of(figures.shownSteps.begin(), figures.shownSteps.end(),
        [&](std::uint32_t step) { return figures.steps.steps[step].gpuBusyNs.has_value(); });
    std::int64_t largest = 0;
    for (const StepBar& bar : bars) {
        std::int64_t sum = gpu ? bar.busyNs : bar.cpuNs;
        for (const std::int64_t ns : bar.idle)
            sum += ns;
        largest = std::max(largest, sum);
        chart.bars.tips.push_back(stepTip(figures, bar, gpu));
        chart.bars.ticks.emplace_back(static_cast<double>(chart.targets.size()),
            QString::number(figures.steps.steps[figures.shownSteps[bar.first]].span.number));
        chart.targets.push_back(stepTarget(figures, bar));
    }
    const Scale scale = scaleFor(largest);
    addStepSets(bars, gpu, scale, theme, chart.bars);
    chart.bars.xTitle = QStringLiteral("step");
    chart.bars.yTitle = scale.unit;
    chart.bars.empty = QStringLiteral("No steps are marked in what is looked at. Call prof.step() after each one.");
    chart.title
        = gpu ? QStringLiteral("GPU time of each step, idle by cause") : QStringLiteral("CPU span of each step");
    if (gpu && figures.gpu.devices.size() > 1)
        chart.title += QStringLiteral(", summed over %1 GPUs").arg(figures.gpu.devices.size());
    if (bars.size() < figures.shownSteps.size())
        chart.bars.remark = QStringLiteral("%1 steps; each bar is the mean of %2 of them.")
                                .arg(figures.shownSteps.size())
                                .arg(bars.front().last - bars.front().first);
    return chart;
}

struct FamilySum
{
    analysis::KernelFamily family = analysis::KernelFamily::Other;
    std::int64_t totalNs = 0;
    std::uint64_t calls = 0;
    const analysis::KernelRow* largest = nullptr;
};

std::vector<FamilySum> familySums(const TraceFigures& figures)
{
    std::map<analysis::KernelFamily, FamilySum> sums;
    for (const analysis::KernelRow& row : figures.kernels.rows) { // largest first
        FamilySum& sum = sums[row.family];
        sum.family = row.family;
        sum.totalNs += row.totalNs;
        sum.calls += row.calls;
        if (sum.largest == nullptr)
            sum.largest = &row;
    }
    std::vector<FamilySum> sorted;
    sorted.reserve(sums.size());
    for (const auto& [family, sum] : sums)
        sorted.push_back(sum);
    std::stable_sort(
        sorted.begin(), sorted.end(), [](const FamilySum& a, const FamilySum& b) { return a.totalNs > b.totalNs; });
    return sorted;
}

RowTarget targetOf(const model::Trace& trace, SliceId slice)
{
    if (!slice.valid())
        return {};
    return {slice, {trace.slices.start[slice.index()], trace.slices.end(slice)}, -1};
}

Chart familyChart(const model::Trace& trace, const TraceFigures& figures, const Theme& theme)
{
    Chart chart;
    const view::Palette palette(theme.dark);
    const std::vector<FamilySum> sums = familySums(figures);
    const Scale scale = scaleFor(sums.empty() ? 0 : sums.front().totalNs);
    const double all = std::max(1.0, static_cast<double>(figures.kernels.totalNs));
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const FamilySum& sum = sums[i];
        const QString name = QString::fromLatin1(analysis::familyName(sum.family));
        BarSet set {
            name, QColor::fromRgb(palette.colour(familyColour(sum.family))), {}, std::vector<double>(sums.size(), 0)};
        set.values[i] = scaled(sum.totalNs, scale);
        chart.bars.sets.push_back(std::move(set));
        chart.bars.ticks.emplace_back(static_cast<double>(i), name);
        chart.bars.tips.push_back(QStringLiteral("%1: %2 (%3 %), %4\nmost of it: %5")
                                      .arg(name, durationText(sum.totalNs))
                                      .arg(static_cast<double>(sum.totalNs) / all * 100, 0, 'f', 1)
                                      .arg(countedText(sum.calls, QStringLiteral("call"), QStringLiteral("calls")),
                                          elideMiddle(toQString(trace.names.view(sum.largest->name)), 60)));
        chart.targets.push_back(targetOf(trace, sum.largest->longest));
    }
    chart.bars.legend = false;
    chart.bars.yTitle = scale.unit;
    chart.bars.namedBars = true;
    chart.bars.empty = QStringLiteral("No kernels were recorded in what is looked at.");
    chart.title = QStringLiteral("Time of all kernels by family");
    return chart;
}

Chart durationChart(const model::Trace& trace, const TraceFigures& figures, SliceId like, const Theme& theme,
    const std::stop_token& stop)
{
    Chart chart;
    const SliceId chosen = like;
    if (!like.valid() && !figures.kernels.rows.empty())
        like = figures.kernels.rows.front().longest;
    if (!like.valid()) {
        chart.bars.empty = QStringLiteral("Select a slice to see how the durations of all slices of its name spread.");
        return chart;
    }
    const Interval range = model::isGpuWork(trace.kindOf(like)) ? figures.window.gpu : figures.window.cpu;
    const analysis::DurationHistogram histogram = analysis::durationHistogram(trace, like, range, stop);
    const bool marks = chosen.valid() && trace.slices.timed(chosen);
    chart.bars
        = histogramBars(histogram, marks ? std::optional(trace.slices.dur[chosen.index()]) : std::nullopt, theme);
    chart.bars.remark = histogramText(histogram);
    if (!chosen.valid())
        chart.bars.remark += QStringLiteral(". The kernel with the most time; select a slice to see its name's.");
    chart.title = QStringLiteral("Durations of %1").arg(elideMiddle(linkNameOf(trace, like), 60));
    return chart;
}

// Round times, told from the start of the trace: few enough for all of them to have room.
void addTimeTicks(const std::vector<analysis::DelayBucket>& buckets, std::int64_t origin, BarsData& bars)
{
    constexpr double kMostTicks = 6;
    if (buckets.empty())
        return;
    const Interval whole {buckets.front().span.start, buckets.back().span.end};
    const view::RulerTicks ruler
        = view::rulerTicks({whole.start, 0, static_cast<double>(whole.length())}, kMostTicks, origin, 1);
    const QString base = ruler.base.empty() ? QString() : QString::fromStdString(ruler.base) + QLatin1Char(' ');
    const auto each = static_cast<double>(buckets.front().span.length());
    for (const view::Tick& tick : ruler.ticks) {
        if (tick.major && tick.time >= whole.start && tick.time <= whole.end)
            bars.ticks.emplace_back(static_cast<double>(Interval {whole.start, tick.time}.length()) / each - 0.5,
                base + QString::fromStdString(tick.label));
    }
}

Chart delayChart(const model::Trace& trace, const TraceFigures& figures, const Theme& theme)
{
    Chart chart;
    const analysis::LaunchDelays delays = analysis::launchDelays(trace, figures.window, Chart::kMostBars);
    std::int64_t largest = 0;
    for (const analysis::DelayBucket& bucket : delays.buckets)
        largest = std::max(largest, bucket.p99Ns.value_or(0));
    const Scale scale = scaleFor(largest);
    BarSet median {QStringLiteral("median"), workColour(theme), {}, {}};
    BarSet tail {QStringLiteral("99 of 100"), blend(theme.surface, theme.accent, 0.28), {}, {}};
    for (const analysis::DelayBucket& bucket : delays.buckets) {
        const std::int64_t middle = bucket.medianNs.value_or(0);
        const std::int64_t most = std::max(middle, bucket.p99Ns.value_or(0));
        median.values.push_back(scaled(middle, scale));
        tail.values.push_back(scaled(most - middle, scale));
        const QString when = relativeTimeText(bucket.span.start, trace.rangeStart);
        QString tip = QStringLiteral("%1 to %2: %3")
                          .arg(when, relativeTimeText(bucket.span.end, trace.rangeStart),
                              countedText(bucket.count, QStringLiteral("launch"), QStringLiteral("launches")));
        if (bucket.count > 0)
            tip += QStringLiteral("\nmedian %1, 99 of 100 at most %2, longest %3")
                       .arg(durationText(middle), durationText(most), durationText(bucket.maxNs));
        chart.bars.tips.push_back(tip);
        chart.targets.push_back({bucket.slowest, bucket.span, -1});
    }
    addTimeTicks(delays.buckets, trace.rangeStart, chart.bars);
    chart.bars.sets = {std::move(median), std::move(tail)};
    chart.bars.yTitle = scale.unit;
    chart.bars.empty = QStringLiteral("No launch is linked with its GPU work in what is looked at.");
    chart.title = QStringLiteral("From launch call to start on the GPU, over time");
    if (!delays.buckets.empty())
        chart.bars.remark = QStringLiteral("%1, summed up for every %2")
                                .arg(countedText(delays.delays, QStringLiteral("launch"), QStringLiteral("launches")),
                                    durationText(delays.buckets.front().span.length()));
    if (delays.negative > 0)
        chart.bars.remark += QStringLiteral("; %1 left out: the GPU's clock puts them before their call")
                                 .arg(countText(delays.negative));
    return chart;
}

} // namespace

QString chartTitle(ChartKind kind)
{
    static const std::array<QString, kChartKinds> kTitles {QStringLiteral("Steps"), QStringLiteral("Kernel families"),
        QStringLiteral("Durations"), QStringLiteral("Launch delay")};
    return kTitles[static_cast<std::size_t>(kind)];
}

Chart buildChart(ChartKind kind, const model::Trace& trace, const TraceFigures& figures, SliceId like,
    const Theme& theme, const std::stop_token& stop)
{
    switch (kind) {
    case ChartKind::Steps:
        return stepChart(figures, theme);
    case ChartKind::Families:
        return familyChart(trace, figures, theme);
    case ChartKind::Durations:
        return durationChart(trace, figures, like, theme, stop);
    case ChartKind::Delays:
        return delayChart(trace, figures, theme);
    }
    return {};
}

} // namespace stepscope::widgets
