// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What this process has used so far, as the kernel counts it: CPU time of all threads, page faults, peak memory. Shared
// by the benchmark programs, which each measure one thing once and print one line of JSON for run.py.

#include <chrono>
#include <cstdint>
#include <string>

namespace stepscope::bench {

struct Usage
{
    double userSeconds = 0;
    double systemSeconds = 0;
    std::uint64_t pageFaults = 0; // minor ones: first touches of fresh memory
    std::uint64_t peakBytes = 0;  // of resident memory since the program began
    std::chrono::steady_clock::time_point at;

    [[nodiscard]] static Usage now();
};

// {"cpu_s":…,"user_s":…,"system_s":…,"wall_s":…,"page_faults":…,"peak_bytes":… without the closing brace
[[nodiscard]] std::string usageJson(const Usage& begin, const Usage& end);

} // namespace stepscope::bench
