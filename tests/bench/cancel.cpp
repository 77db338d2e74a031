// SPDX-License-Identifier: GPL-3.0-or-later
// How long a load goes on after a stop was asked for, at random moments of it: loads the file once in full, then stops
// as many loads as asked, each from another thread, and prints the times from the request to the return as one line of
// JSON. Giving back the memory of the half-made model is part of it: the caller waits for that, too.
//   bench_cancel FILE [ROUNDS [SEED]]

#include "core/json/trace_loader.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using stepscope::LoadStage;

double milliseconds(Clock::duration duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

struct Stopped
{
    double afterMs = 0;   // of the load, when the stop was asked for
    double latencyMs = 0; // from then to the return
    LoadStage stage = LoadStage::Opening;
};

// Nothing was stopped where the load was faster than the moment: `latencyMs` is negative then.
Stopped stopAfter(const std::string& path, std::chrono::duration<double> moment)
{
    stepscope::Progress progress;
    std::stop_source source;
    Clock::time_point asked;
    Stopped result;
    const Clock::time_point begin = Clock::now();
    std::thread stopper([&] {
        std::this_thread::sleep_for(moment);
        result.stage = progress.stage;
        asked = Clock::now();
        source.request_stop();
    });
    const auto trace = stepscope::json::loadTrace(path, progress, source.get_token());
    const Clock::time_point end = Clock::now();
    stopper.join();
    result.afterMs = milliseconds(asked - begin);
    result.latencyMs = trace ? -1 : milliseconds(end - asked);
    return result;
}

const char* stageName(LoadStage stage)
{
    static constexpr std::array<const char*, 6> kNames
        = {"opening", "reading", "merging", "sorting", "linking", "done"};
    return kNames[static_cast<std::size_t>(stage)];
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2 || argc > 4) {
        fmt::print(stderr, "usage: bench_cancel FILE [ROUNDS [SEED]]\n");
        return 1;
    }
    const std::string path = argv[1];
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 50;
    std::mt19937_64 random(argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1);

    stepscope::Progress progress;
    const Clock::time_point begin = Clock::now();
    const auto whole = stepscope::json::loadTrace(path, progress);
    const std::chrono::duration<double> full = Clock::now() - begin;
    if (!whole) {
        fmt::print(stderr, "bench_cancel: {}\n", whole.error().message);
        return 1;
    }
    std::uniform_real_distribution<double> moment(0, full.count());
    std::vector<double> latencies;
    Stopped slowest;
    for (int i = 0; i < rounds; ++i) {
        const Stopped stopped = stopAfter(path, std::chrono::duration<double>(moment(random)));
        if (stopped.latencyMs < 0)
            continue;
        latencies.push_back(stopped.latencyMs);
        if (stopped.latencyMs > slowest.latencyMs)
            slowest = stopped;
    }
    std::sort(latencies.begin(), latencies.end());
    const auto nearestRank = [&](std::size_t percent) {
        return latencies.empty() ? -1
                                 : latencies[std::max<std::size_t>(1, (latencies.size() * percent + 99) / 100) - 1];
    };
    fmt::print("{{\"full_ms\":{:.1f},\"stopped\":{},\"latency_ms\":{{\"p50\":{:.1f},\"p95\":{:.1f},\"max\":{:.1f}}},"
               "\"slowest\":{{\"after_ms\":{:.1f},\"stage\":\"{}\"}}}}\n",
        full.count() * 1e3, latencies.size(), nearestRank(50), nearestRank(95), nearestRank(100), slowest.afterMs,
        stageName(slowest.stage));
    return 0;
}
