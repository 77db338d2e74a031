// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Why a GPU had nothing to do, in the words of the report contract. What belongs under which word: gap_causes.h.

#include <array>
#include <cstddef>
#include <cstdint>

namespace stepscope::analysis {

enum class IdleCause : std::uint8_t
{
    Input,         // the launching thread waited for training data
    HostDispatch,  // Python, operators, or nothing recorded between them
    Sync,          // the launching thread sat in a blocking call
    Dependency,    // the stream waited for another stream
    CommWait,      // … for a communication kernel
    LaunchLatency, // the launch was on its way
    Unexplained,
};
inline constexpr std::size_t kIdleCauses = 7;

[[nodiscard]] constexpr const char* idleCauseName(IdleCause cause)
{
    constexpr std::array<const char*, kIdleCauses> kNames {
        "input", "host_dispatch", "sync", "dependency", "comm_wait", "launch_latency", "unexplained"};
    return kNames[static_cast<std::size_t>(cause)];
}

using CauseTotals = std::array<std::int64_t, kIdleCauses>; // ns, by IdleCause

} // namespace stepscope::analysis
