// SPDX-License-Identifier: GPL-3.0-or-later
// Random runs for property tests of idle causes: one or two GPUs of two streams, communication among their work, copies
// that wait, launches that are early, late or not in the file, and two threads full of operators, Python frames,
// DataLoader spans and blocking calls that nest and cross. The same for the same seed.
#pragma once

#include "tests/core/analysis_fixture.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <random>

namespace stepscope::tests {

class RandomRun
{
public:
    static constexpr std::int64_t kLength = 3000; // units of time

    RandomRun(std::uint64_t seed, std::int64_t unit)
        : m_random(seed)
        , m_unit(unit)
    {
    }

    EventList make()
    {
        m_waits = upTo(2) == 0;
        for (int device = 0; device < 1 + upTo(2); ++device) {
            for (const int stream : {7, 20})
                addStream(device, stream);
        }
        for (const int thread : {100, 101})
            addThread(thread);
        if (upTo(2) == 0) {
            for (int step = 0; step < 3; ++step)
                add("user_annotation", fmt::format("ProfilerStep#{}", step), kCpu, 100, std::int64_t {step} * 1000,
                    1000);
        }
        return m_list;
    }

private:
    int upTo(int end) { return static_cast<int>(m_random() % static_cast<std::uint64_t>(end)); }
    TestEvent& add(const std::string& category, const std::string& name, int pid, int tid, std::int64_t start,
        std::int64_t dur, int correlation = 0)
    {
        return m_list.add(
            category, name, pid, tid, std::max<std::int64_t>(0, start) * m_unit, dur * m_unit, correlation);
    }

    void addStream(int device, int stream)
    {
        static const char* const kNames[] = {"gemm", "ncclDevKernel_AllReduce(x)", "add"};
        std::int64_t at = upTo(400);
        while (at < kLength) {
            const std::int64_t dur = upTo(6) == 0 ? 0 : upTo(150);
            const int correlation = upTo(8) == 0 ? 0 : ++m_correlation;
            const bool copies = upTo(4) == 0;
            add(copies ? "gpu_memcpy" : "kernel", copies ? "Memcpy DtoH (Device -> Pageable)" : kNames[upTo(3)], device,
                stream, at, dur, correlation);
            const std::int64_t launch = at - upTo(upTo(3) == 0 ? 900 : 150) + upTo(20);
            const int thread = 100 + upTo(2);
            if (correlation > 0)
                add("cuda_runtime", copies ? "cudaMemcpyAsync" : "cudaLaunchKernel", kCpu, thread, launch,
                    copies ? upTo(400) : upTo(30), correlation);
            if (m_waits && upTo(3) == 0)
                add("cuda_sync", "Stream Wait Event", device, stream, launch - upTo(20), 1).args
                    = fmt::format("\"wait_on_stream\": {}", std::array {7, 20, 33, -1}[static_cast<unsigned>(upTo(4))]);
            at += dur + (upTo(3) == 0 ? 0 : upTo(upTo(3) == 0 ? 900 : 60));
        }
    }

    void addThread(int thread)
    {
        struct Kind
        {
            const char* category;
            const char* name;
        };
        static const Kind kKinds[]
            = {{"cpu_op", "aten::add"}, {"cpu_op", "aten::item"}, {"python_function", "train.py(3): step"},
                {"python_function", "torch/utils/data/dataloader.py(1): _next_data"},
                {"user_annotation", "enumerate(DataLoader)#x"}, {"user_annotation", "data_wait"},
                {"user_annotation", "forward"}, {"cuda_runtime", "cudaStreamSynchronize"},
                {"cuda_runtime", "cudaEventSynchronize"}, {"cuda_runtime", "cudaMalloc"}, {"cuda_driver", "cuMemcpy"}};
        const int only = upTo(5) == 0 ? 7 : 0; // API calls only
        const std::int64_t from = upTo(3) == 0 ? upTo(2000) : 0;
        const int count = 4 + upTo(40);
        for (int i = 0; i < count; ++i) {
            const Kind& kind = kKinds[only + upTo(11 - only)];
            const std::int64_t dur = upTo(8) == 0 ? 0 : upTo(upTo(4) == 0 ? 1500 : 200);
            add(kind.category, kind.name, kCpu, thread, from + upTo(static_cast<int>(kLength - from)), dur);
        }
    }

    std::mt19937_64 m_random;
    std::int64_t m_unit;
    bool m_waits = false;
    int m_correlation = 0;
    EventList m_list;
};

} // namespace stepscope::tests
