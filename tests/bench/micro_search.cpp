// SPDX-License-Identifier: GPL-3.0-or-later
// Search by name over ten million slices with ten thousand names: the counts are the first thing that people see.
#include "core/analysis/name_search.h"
#include "tests/bench/micro_reference.h"

#include <algorithm>
#include <memory>
#include <string>

namespace stepscope::bench {
namespace {

constexpr std::uint32_t kNames = 10'000;
constexpr std::uint32_t kLanes = 64;

std::unique_ptr<model::Trace> manySlices(std::uint32_t count)
{
    Numbers numbers;
    auto trace = std::make_unique<model::Trace>();
    for (std::uint32_t i = 0; i < kNames; ++i)
        trace->names.intern("void at::native::vectorized_elementwise_kernel<4, functor_" + std::to_string(i) + ">");
    trace->categories.push_back({NameId(0U), model::EventKind::Kernel});
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        model::Lane added;
        added.first = SliceId(trace->slices.start.size());
        std::int64_t at = numbers.below(1000);
        for (std::uint32_t i = 0; i < count / kLanes; ++i) {
            trace->slices.start.push_back(at);
            trace->slices.dur.push_back(500);
            trace->slices.name.push_back(NameId(static_cast<std::uint32_t>(numbers.below(kNames))));
            trace->slices.category.push_back(0);
            at += 500 + numbers.below(5000);
        }
        added.last = SliceId(trace->slices.start.size());
        trace->lanes.push_back(added);
    }
    return trace;
}

// Names with "functor_1…": about a tenth.
void searchCounts(benchmark::State& state)
{
    const auto trace = manySlices(static_cast<std::uint32_t>(state.range(0)));
    std::uint64_t total = 0;
    for (auto _ : state) {
        const analysis::SearchFilter filter {analysis::namesContaining(trace->names, "Functor_1"), {}};
        total = analysis::countHits(*trace, filter, std::stop_token())->total;
    }
    const auto names = trace->names.size();
    std::uint64_t expected = 0;
    for (std::size_t i = 0; i < trace->slices.size(); ++i)
        expected += trace->nameOf(SliceId(i)).find("functor_1") != std::string_view::npos ? 1U : 0U;
    checked(state, names == kNames && total == expected);
}
BENCHMARK(searchCounts)->Arg(10'000'000)->Unit(benchmark::kMillisecond);

void searchOrder(benchmark::State& state)
{
    const auto trace = manySlices(static_cast<std::uint32_t>(state.range(0)));
    const analysis::SearchFilter filter {analysis::namesContaining(trace->names, "Functor_1"), {}};
    std::vector<SliceId> hits;
    for (auto _ : state)
        hits = analysis::hitsInOrder(*trace, filter, std::stop_token()).value();
    checked(state,
        hits.size() == analysis::countHits(*trace, filter, std::stop_token())->total
            && std::is_sorted(hits.begin(), hits.end(),
                [&](SliceId a, SliceId b) { return trace->slices.start[a.index()] < trace->slices.start[b.index()]; }));
}
BENCHMARK(searchOrder)->Arg(10'000'000)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace stepscope::bench
