// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/grid.h"
#include "tests/bench/micro_reference.h"

#include <algorithm>
#include <memory>
#include <string>

namespace stepscope::bench {
namespace {

constexpr std::size_t kRows = 1'000'000;

// A million rows as a table of gaps has them: two names of many, a duration, a share.
std::unique_ptr<view::Grid> millionRows()
{
    Numbers numbers;
    auto grid = std::make_unique<view::Grid>();
    grid->addColumn(view::TextColumn {});
    grid->addColumn(view::TextColumn {});
    grid->addColumn(view::NumberColumn {});
    grid->addColumn(view::RealColumn {});
    for (std::size_t i = 0; i < kRows; ++i) {
        std::string kernel = "void at::native::vectorized_elementwise_kernel<4, Functor_";
        kernel += std::to_string(numbers.below(5000)) + ", std::array<char*, 2>>(int)";
        grid->valuesOf<view::TextColumn>(0).push_back(grid->intern(kernel));
        std::string frame = "train.py(";
        frame += std::to_string(numbers.below(200'000)) + "): forward";
        grid->valuesOf<view::TextColumn>(1).push_back(grid->intern(frame));
        grid->valuesOf<view::NumberColumn>(2).push_back(1000 + numbers.below(300'000'000));
        grid->valuesOf<view::RealColumn>(3).push_back(static_cast<double>(numbers.below(1'000'000)) / 1e6);
    }
    grid->setRows(kRows);
    grid->seal();
    return grid;
}

const view::Grid& sharedRows()
{
    static const std::unique_ptr<view::Grid> kGrid = millionRows();
    return *kGrid;
}

// Column 0: texts, 2: durations, 3: shares.
void gridSort(benchmark::State& state)
{
    const view::Grid& grid = sharedRows();
    const auto column = static_cast<std::size_t>(state.range(0));
    const view::Grid::Rows rows = grid.allRows();
    const view::Grid::Rows sorted = grid.sorted(rows, column, true);
    const bool right = std::is_sorted(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
        if (column == 0)
            return grid.text(0, a) > grid.text(0, b);
        return column == 2 ? grid.number(2, a) > grid.number(2, b) : grid.real(3, a) > grid.real(3, b);
    });
    if (!checked(state, right && sorted.size() == kRows))
        return;
    for (auto _ : state)
        benchmark::DoNotOptimize(grid.sorted(rows, column, true).data());
}
BENCHMARK(gridSort)->ArgName("column")->Arg(0)->Arg(2)->Arg(3)->Unit(benchmark::kMillisecond);

// A word that many texts hold, one that few do, and two words.
void gridFilter(benchmark::State& state)
{
    const view::Grid& grid = sharedRows();
    constexpr const char* kFilters[] = {"forward", "(77", "functor_12 1234"};
    const std::string filter = kFilters[state.range(0)];
    const view::Grid::Rows rows = grid.allRows();
    const auto expected = static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), [&](std::uint32_t row) {
        const auto holds = [&](std::string_view word) {
            return grid.text(0, row).find(word) != std::string_view::npos
                || grid.text(1, row).find(word) != std::string_view::npos;
        };
        return state.range(0) == 2 ? holds("Functor_12") && holds("1234") : holds(filter);
    }));
    if (!checked(state, grid.matching(rows, filter).size() == expected))
        return;
    for (auto _ : state)
        benchmark::DoNotOptimize(grid.matching(rows, filter).data());
}
BENCHMARK(gridFilter)->ArgName("filter")->Arg(0)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace stepscope::bench
