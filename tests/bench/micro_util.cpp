// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/parse_time.h"
#include "core/util/range_max.h"
#include "core/util/string_pool.h"
#include "tests/bench/micro_reference.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace stepscope::bench {
namespace {

// Times as the profiler writes them.
void parseTime(benchmark::State& state)
{
    Numbers numbers;
    std::vector<std::string> texts;
    std::vector<std::int64_t> expected;
    for (int i = 0; i < 4096; ++i) {
        expected.push_back(numbers.below(i % 2 == 0 ? 5'000'000'000'000'000'000 : 2'000'000));
        texts.push_back(fmt::format("{}.{:03}", expected.back() / 1000, expected.back() % 1000));
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const auto parsed = parseMicroseconds(texts[i]);
        if (!checked(state, parsed && parsed->ns == expected[i]))
            return;
    }
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(parseMicroseconds(texts[i]));
        i = (i + 1) % texts.size();
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(parseTime);

std::vector<std::int64_t> durations(std::size_t count)
{
    Numbers numbers;
    std::vector<std::int64_t> values(count);
    for (std::int64_t& value : values)
        value = numbers.below(1'000'000);
    return values;
}

void rangeMaxBuild(benchmark::State& state)
{
    const std::vector<std::int64_t> values = durations(static_cast<std::size_t>(state.range(0)));
    RangeMax longest(values);
    const auto expected = std::max_element(values.begin(), values.end()) - values.begin();
    if (!checked(state, longest.query(values, 0, values.size()) == static_cast<std::size_t>(expected)))
        return;
    for (auto _ : state) {
        longest.build(values);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(rangeMaxBuild)->Arg(1 << 20);

void rangeMaxQuery(benchmark::State& state)
{
    const std::vector<std::int64_t> values = durations(1U << 20U);
    const RangeMax longest(values);
    Numbers numbers;
    const auto anyRange = [&] {
        const auto first
            = static_cast<std::size_t>(numbers.below(static_cast<std::int64_t>(values.size()) - state.range(0)));
        return std::pair {first, first + static_cast<std::size_t>(state.range(0))};
    };
    for (int i = 0; i < 100; ++i) {
        const auto [first, last] = anyRange();
        const auto* begin = values.data();
        const auto expected = static_cast<std::size_t>(std::max_element(begin + first, begin + last) - begin);
        if (!checked(state, longest.query(values, first, last) == expected))
            return;
    }
    for (auto _ : state) {
        const auto [first, last] = anyRange();
        benchmark::DoNotOptimize(longest.query(values, first, last));
    }
}
BENCHMARK(rangeMaxQuery)->Arg(10)->Arg(1000)->Arg(100000);

// A few thousand names, again and again.
void internName(benchmark::State& state)
{
    Numbers numbers;
    std::vector<std::string> names;
    for (int i = 0; i < 4096; ++i)
        names.push_back(
            fmt::format("aten::operation_{}{}", i, std::string(static_cast<std::size_t>(numbers.below(60)), 'x')));
    StringPool pool;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!checked(state, pool.intern(names[i]).index() == i && pool.view(NameId(i)) == names[i]))
            return;
    }
    for (auto _ : state)
        benchmark::DoNotOptimize(pool.intern(names[static_cast<std::size_t>(numbers.below(4096))]));
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(internName);

} // namespace
} // namespace stepscope::bench
