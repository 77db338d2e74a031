// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/hta.h"

#include "core/util/text_parts.h"

#include <algorithm>
#include <array>

namespace stepscope::analysis {
namespace {

bool isMemory(std::string_view name)
{
    constexpr std::array<std::string_view, 5> kPrefixes {"Memcpy", "Memset", "hipMemcpy", "hipMemset", "dma"};
    return beginsWithAny(name, kPrefixes);
}

bool isNoComputation(std::string_view name)
{
    constexpr std::array<std::string_view, 10> kPrefixes {"nccl", "Stream Wait Event", "runFunction", "hip", "job_exe",
        "packet", "pe_exe", "cpum_exe_subgraph", "hccl", "collective_subgraph_execution"};
    constexpr std::array<std::string_view, 4> kParts {"Memcpy", "Memset", "dma", "Sync"};
    if (beginsWithAny(name, kPrefixes) || (name.starts_with("cuda") && hasPart(name, "LaunchKernel")))
        return true;
    return std::any_of(kParts.begin(), kParts.end(), [name](std::string_view part) { return hasPart(name, part); });
}

} // namespace

const char* htaClassName(HtaClass type)
{
    switch (type) {
    case HtaClass::Communication:
        return "communication";
    case HtaClass::Memory:
        return "memory";
    case HtaClass::Computation:
        return "computation";
    case HtaClass::Other:
        break;
    }
    return "other";
}

HtaClass htaClass(std::string_view name)
{
    constexpr std::array<std::string_view, 3> kCommunication {"nccl", "hip", "hccl"};
    if (beginsWithAny(name, kCommunication) || hasPart(name, "ncclKernel"))
        return HtaClass::Communication;
    if (isMemory(name))
        return HtaClass::Memory;
    return isNoComputation(name) ? HtaClass::Other : HtaClass::Computation;
}

} // namespace stepscope::analysis
