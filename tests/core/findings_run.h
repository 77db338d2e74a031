// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Training runs made by hand for tests of the findings.

#include "core/analysis/trace_figures.h"
#include "tests/core/analysis_fixture.h"
#include "tests/support/units.h"

#include <string>

namespace stepscope::tests {

inline constexpr std::int64_t kStep = 10 * kMs;
inline constexpr int kMain = 100;

// Steps of 10 ms: an operator launches one kernel that keeps the GPU busy from 0.1 ms to the end. What is odd about a
// step is added by the test, which gets the step's start and the number of its first free correlation.
struct Run
{
    EventList list;
    std::int64_t at = 0;
    int correlation = 1;

    void work(std::int64_t launchAt, std::int64_t start, std::int64_t end,
        const std::string& kernel = "gemm_f16_s16816", int stream = 7, const std::string& op = "aten::mm")
    {
        list.op(op, kMain, launchAt - 5 * kUs, 20 * kUs);
        list.launch(kMain, launchAt, 10 * kUs, correlation);
        list.kernel(kernel, stream, start, end - start, correlation);
        ++correlation;
    }
    void step(int number, std::int64_t length = kStep)
    {
        list.add("user_annotation", "ProfilerStep#" + std::to_string(number), kCpu, kMain, at, length);
    }
    void busyStep(int number)
    {
        step(number);
        work(at + 80 * kUs, at + 100 * kUs, at + kStep);
        at += kStep;
    }
    // The GPU runs dry for `idle` at the start of the step, under a DataLoader span that ends before the launch.
    void inputStep(int number, std::int64_t idle)
    {
        step(number, kStep + idle);
        list.add("user_annotation", "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", kCpu, kMain,
            at + 1 * kUs, idle - 2 * kUs);
        work(at + idle + 80 * kUs, at + idle + 100 * kUs, at + idle + kStep);
        at += kStep + idle;
    }

    [[nodiscard]] std::shared_ptr<const model::Trace> load() const { return list.load(); }
};

inline analysis::TraceFigures figuresOf(const model::Trace& trace, const analysis::Window& window = {})
{
    return analysis::computeFigures(trace, analysis::buildStepIndex(trace), window);
}

inline const analysis::Finding* findingOf(const analysis::TraceFigures& figures, std::string_view rule)
{
    for (const analysis::Finding& finding : figures.judgement.findings) {
        if (finding.rule == rule)
            return &finding;
    }
    return nullptr;
}

inline const analysis::ChecklistItem& checkOf(const analysis::TraceFigures& figures, std::string_view part)
{
    for (const analysis::ChecklistItem& item : figures.judgement.checklist) {
        if (item.check.find(part) != std::string::npos)
            return item;
    }
    static const analysis::ChecklistItem none;
    return none;
}

} // namespace stepscope::tests
