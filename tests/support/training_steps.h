// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of training steps of 10 ms on one GPU and one thread, from 1 ms on. Pure functions.
#pragma once

#include "tests/core/analysis_fixture.h"

#include <QByteArray>

#include <string>

namespace stepscope::tests {

/// What happens in one step: times in µs from its start, on the thread and on stream 7.
class StepEvents
{
public:
    static constexpr int kThread = 1;
    static constexpr std::int64_t kLength = 10'000;

    StepEvents(EventList& list, int place, int number)
        : m_list(list)
        , m_start(1000 + place * kLength)
        , m_correlation(100 * (place + 1))
    {
        cpu("user_annotation", "ProfilerStep#" + std::to_string(number), 0, kLength);
    }
    void cpu(const std::string& category, const std::string& name, std::int64_t at, std::int64_t dur)
    {
        m_list.add(category, name, kCpu, kThread, ns(m_start + at), ns(dur));
    }
    /// GPU work from `at` on that `call` launches at `launchAt`.
    void work(const std::string& call, std::int64_t launchAt, const std::string& category, const std::string& name,
        std::int64_t at, std::int64_t dur, std::int64_t bytes = 4096)
    {
        ++m_correlation;
        m_list.add("cuda_runtime", call, kCpu, kThread, ns(m_start + launchAt), ns(5), m_correlation);
        m_list.add(category, name, 0, 7, ns(m_start + at), ns(dur), m_correlation).args
            = "\"bytes\": " + std::to_string(bytes);
    }
    void kernel(const std::string& name, std::int64_t launchAt, std::int64_t at, std::int64_t dur)
    {
        work("cudaLaunchKernel", launchAt, "kernel", name, at, dur);
    }
    void copyFromPageable(std::int64_t launchAt, std::int64_t at, std::int64_t dur, std::int64_t bytes)
    {
        work("cudaMemcpyAsync", launchAt, "gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", at, dur, bytes);
    }

private:
    static std::int64_t ns(std::int64_t us) { return us * 1000; }

    EventList& m_list;
    std::int64_t m_start;
    int m_correlation;
};

/// The file of such a run.
inline QByteArray fileOf(EventList list)
{
    list.topLevel = "\"deviceProperties\": [{\"id\": 0, \"name\": \"H\"}], ";
    return QByteArray::fromStdString(list.json());
}

/// A run with something to find: in each step an all-reduce of 5 ms that nothing hides, a pageable copy of 4.9 ms and a
/// short matrix kernel.
inline QByteArray trainingSteps(int steps)
{
    EventList list;
    for (int i = 0; i < steps; ++i) {
        StepEvents step(list, i, i + 1);
        step.kernel("ncclDevKernel_AllReduce_Sum_bf16", 10, 20, 5000);
        step.copyFromPageable(30, 5020, 4900, 50'000'000);
        step.kernel("gemm_f16", 50, 9920, 80);
    }
    return fileOf(list);
}

} // namespace stepscope::tests
