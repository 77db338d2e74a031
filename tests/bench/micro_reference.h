// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Micro benchmarks of what runs most often. Each first checks its result against a slow reference: a fast wrong answer
// is an error of the benchmark, and the program then exits with 1. One file per folder of core.

#include <benchmark/benchmark.h>
#include <cstdint>
#include <random>

namespace stepscope::bench {

// Marks the benchmark as failed when `right` is false; true when it may go on.
inline bool checked(benchmark::State& state, bool right)
{
    if (!right)
        state.SkipWithError("the result differs from the reference");
    return right;
}

// Numbers that are the same on every run and with every standard library.
class Numbers
{
public:
    std::int64_t below(std::int64_t bound)
    {
        return static_cast<std::int64_t>(m_engine() % static_cast<std::uint64_t>(bound));
    }

private:
    std::mt19937_64 m_engine {1};
};

} // namespace stepscope::bench
