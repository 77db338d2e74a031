// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a collective is called and whose it is, from where the profiler wrote it (section 4.8 of the trace format
// reference): the arguments of the kernel (since 2.2) or of record_param_comms around its launch, else the kernel's
// name.

#include "core/model/trace.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::ranks {

struct CollectiveName
{
    std::string name;
    std::string group;
    std::optional<std::int64_t> sequence;
    std::optional<std::uint64_t> elements;
    std::string type;
};

// Asked by one thread.
class CollectiveNames
{
public:
    explicit CollectiveNames(const model::Trace& trace);
    // Of a communication kernel and its launch, which may be invalid.
    [[nodiscard]] CollectiveName of(SliceId kernel, SliceId launch);

private:
    [[nodiscard]] std::optional<CollectiveName> fromArguments(SliceId event) const;

    // Kernels of a name of which the first few carry nothing are not read one by one.
    static constexpr std::uint8_t kTries = 8;

    const model::Trace& m_trace;
    std::map<std::string, std::string, std::less<>> m_ranksOfGroup; // from distributedInfo
    std::vector<std::uint8_t> m_silent;                             // by name: arguments read in vain
};

// "allreduce" of "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(…)"; the bare function name where it tells no kind.
[[nodiscard]] std::string collectiveOfKernel(std::string_view kernelName);

} // namespace stepscope::ranks
