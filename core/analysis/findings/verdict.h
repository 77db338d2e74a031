// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The one sentence.
//
//   cost of a bucket  what its rules cost in all units but warm-up ones, small items too (wall.short_kernels: the whole
//                     extent of the walls)
//   share             cost ÷ (length of those units × devices)
//   verdict           the bucket with the largest share, from kWorthSaying on, told by its costliest finding; below it
//                     "healthy" when the devices are busy for kHealthyBusy of the time, else "cannot_tell"; idle time
//                     that nothing explains, when that is the largest: "cannot_tell"; without GPU work "no_gpu_work",
//                     told by the costliest finding about the CPU, else by the operator that takes it longest. Fewer
//                     than kLeastWork pieces of GPU work, or nothing to say about less than a millisecond: too little
//                     to judge, "cannot_tell"
//   sentence          the bucket's phrase and its costliest finding, the finding alone where it is nearly all of it;
//                     then the next bucket if it is worth saying too

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace stepscope::analysis {

struct Study;

inline constexpr double kWorthSaying = 0.10;
inline constexpr double kHealthyBusy = 0.70;

enum class Bucket : std::uint8_t
{
    InputPipeline,
    HostLaunch,
    KernelEfficiency,
    Communication,
    Memory,
    Healthy,
    CannotTell,
    NoGpuWork,
};
[[nodiscard]] const char* bucketName(Bucket bucket); // the word of the report contract, such as "input_pipeline"

struct Verdict
{
    Bucket bucket = Bucket::NoGpuWork;
    std::string sentence;
    std::optional<double> share;
    std::optional<std::size_t> finding; // index into the ranked findings
    bool hasForeignWork = false;        // NoGpuWork, though another profiler's file has rows of a device
};

// Of a study whose findings are ranked.
[[nodiscard]] Verdict verdictOf(const Study& study);

} // namespace stepscope::analysis
