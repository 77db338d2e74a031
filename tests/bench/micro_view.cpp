// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/span_query.h"
#include "tests/bench/micro_reference.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace stepscope::bench {
namespace {

// One lane of slices as a kernel stream has them: mostly short, close together.
std::unique_ptr<model::Trace> oneLane(std::uint32_t count)
{
    Numbers numbers;
    auto trace = std::make_unique<model::Trace>();
    std::int64_t at = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::int64_t dur = 1000 + numbers.below(i % 20 == 0 ? 2'000'000 : 20'000);
        trace->slices.start.push_back(at);
        trace->slices.dur.push_back(dur);
        at += dur + numbers.below(5'000);
    }
    trace->rangeEnd = at;
    trace->longest.build(trace->slices.dur.span());
    return trace;
}

// Spans of a whole lane stand for its slices in order, and each shows the longest (the first among equals) of its own.
bool isRight(const model::Trace& trace, const std::vector<view::Span>& spans)
{
    const std::int64_t* dur = trace.slices.dur.data();
    std::size_t first = 0;
    for (const view::Span& span : spans) {
        const std::size_t last = first + span.count;
        if (last > trace.slices.size())
            return false;
        const auto longest = static_cast<std::size_t>(std::max_element(dur + first, dur + last) - dur);
        if (span.slice.index() != longest)
            return false;
        first = last;
    }
    return first == trace.slices.size();
}

// A lane of a million slices over `columns` pixel columns: the whole of it, then a hundredth.
void spanQuery(benchmark::State& state)
{
    constexpr std::uint32_t kSlices = 1U << 20U;
    constexpr std::int64_t kColumns = 1920;
    const std::unique_ptr<model::Trace> trace = oneLane(kSlices);
    const view::SliceRun run = view::runOf(*trace, SliceId(0U), SliceId(kSlices));
    std::vector<view::Span> spans;
    view::querySpans(run, 0, trace->rangeEnd,
        view::resolutionFor(static_cast<double>(trace->rangeEnd) / static_cast<double>(kColumns)), spans);
    if (!checked(state, isRight(*trace, spans)))
        return;
    const std::int64_t window = trace->rangeEnd / state.range(0);
    const std::int64_t from = trace->rangeEnd / 2 - window / 2;
    const std::int64_t resolution = view::resolutionFor(static_cast<double>(window) / static_cast<double>(kColumns));
    for (auto _ : state) {
        spans.clear();
        view::querySpans(run, from, from + window, resolution, spans);
        benchmark::DoNotOptimize(spans.data());
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(spans.size()));
}
BENCHMARK(spanQuery)->ArgName("zoom")->Arg(1)->Arg(100)->Arg(10000);

} // namespace
} // namespace stepscope::bench
