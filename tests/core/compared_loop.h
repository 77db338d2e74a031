// SPDX-License-Identifier: GPL-3.0-or-later
// A training loop for tests of comparisons: each step waits for its data, launches one kernel each 10 µs, and ends when
// the GPU is done. Every figure can be told from the options.
#pragma once

#include "core/analysis/trace_figures.h"
#include "core/compare/comparison.h"
#include "tests/core/analysis_fixture.h"
#include "tests/support/units.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace stepscope::tests {

struct Loop
{
    int steps = 8;
    int firstNumber = 10;
    std::vector<std::string> kernels {"gemm_a", "relu_b", "gemm_c"};
    std::int64_t kernelNs = 100 * kUs;
    std::map<std::string, std::int64_t> kernelNsOf; // of single kernels
    std::int64_t inputNs = 20 * kUs;
    std::map<int, std::int64_t> inputNsOf; // of single steps, by index
    std::string op = "aten::linear";
    std::vector<std::string> launchCalls {"cudaLaunchKernel"}; // of the kernels, in turn
    std::string syncCall = "cudaDeviceSynchronize";
    bool marks = true;      // ProfilerStep#N
    std::set<int> unmarked; // steps without, by index
    std::string topLevel;
    std::function<void(EventList&, int step, std::int64_t at)> more; // at: when the kernels of the step have ended

    [[nodiscard]] std::shared_ptr<const model::Trace> load() const
    {
        EventList list;
        list.topLevel = topLevel;
        std::int64_t now = 1000 * kUs;
        int correlation = 0;
        for (int step = 0; step < steps; ++step) {
            const std::int64_t start = now;
            const auto own = inputNsOf.find(step);
            const std::int64_t wait = own == inputNsOf.end() ? inputNs : own->second;
            if (wait > 0)
                list.add("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", kCpu, 100,
                    now, wait);
            now += wait;
            std::int64_t gpu = now;
            for (const std::string& name : kernels) {
                const auto length = kernelNsOf.find(name);
                const std::int64_t dur = length == kernelNsOf.end() ? kernelNs : length->second;
                list.op(op, 100, now, 9 * kUs);
                const std::string& call = launchCalls[static_cast<std::size_t>(correlation) % launchCalls.size()];
                list.add("cuda_runtime", call, kCpu, 100, now + 2 * kUs, 2 * kUs, ++correlation);
                gpu = std::max(gpu, now + 5 * kUs);
                list.kernel(name, 7, gpu, dur, correlation);
                gpu += dur;
                now += 10 * kUs;
            }
            if (more)
                more(list, step, gpu);
            list.add("cuda_runtime", syncCall, kCpu, 100, now, gpu + kUs - now);
            now = gpu + 2 * kUs;
            if (marks && !unmarked.contains(step))
                list.add("user_annotation", "ProfilerStep#" + std::to_string(firstNumber + step), kCpu, 100, start,
                    now - start);
        }
        return list.load();
    }
};

// A trace with its figures.
struct Told
{
    std::shared_ptr<const model::Trace> trace;
    analysis::TraceFigures figures;

    explicit Told(const Loop& loop)
        : trace(loop.load())
        , figures(analysis::computeFigures(*trace, analysis::buildStepIndex(*trace), analysis::Window()))
    {
    }
    [[nodiscard]] compare::Run run(const char* label) const { return {label, trace.get(), &figures, nullptr, nullptr}; }
};

inline compare::Comparison compared(const Told& before, const Told& after)
{
    return compare::compareRuns({before.run("A"), after.run("B")});
}

inline const compare::Table* tableOf(const compare::Comparison& comparison, compare::Topic topic)
{
    for (const compare::Table& table : comparison.tables) {
        if (table.topic == topic)
            return &table;
    }
    return nullptr;
}

inline const compare::Row* rowOf(const compare::Table* table, const std::string& name)
{
    if (table == nullptr)
        return nullptr;
    for (const compare::Row& row : table->rows) {
        if (row.name == name)
            return &row;
    }
    return nullptr;
}

} // namespace stepscope::tests
