// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/measure.h"

#include <fmt/format.h>
#include <fstream>
#include <sys/resource.h>

namespace stepscope::bench {
namespace {

double seconds(const timeval& time)
{
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

// Not ru_maxrss: that one is inherited from whoever started the program.
std::uint64_t peakResidentBytes()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmHWM:"))
            return std::stoull(line.substr(6)) * 1024;
    }
    return 0;
}

} // namespace

Usage Usage::now()
{
    rusage raw {};
    getrusage(RUSAGE_SELF, &raw);
    Usage usage;
    usage.userSeconds = seconds(raw.ru_utime);
    usage.systemSeconds = seconds(raw.ru_stime);
    usage.pageFaults = static_cast<std::uint64_t>(raw.ru_minflt);
    usage.peakBytes = peakResidentBytes();
    usage.at = std::chrono::steady_clock::now();
    return usage;
}

std::string usageJson(const Usage& begin, const Usage& end)
{
    const double user = end.userSeconds - begin.userSeconds;
    const double system = end.systemSeconds - begin.systemSeconds;
    return fmt::format(
        R"({{"cpu_s":{:.6f},"user_s":{:.6f},"system_s":{:.6f},"wall_s":{:.6f},"page_faults":{},"peak_bytes":{})",
        user + system, user, system, std::chrono::duration<double>(end.at - begin.at).count(),
        end.pageFaults - begin.pageFaults, end.peakBytes);
}

} // namespace stepscope::bench
