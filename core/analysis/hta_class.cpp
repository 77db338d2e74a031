// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/hta.h"

#include <algorithm>
#include <array>

namespace stepscope::analysis {
namespace {

bool startsWith(std::string_view text, std::string_view prefix)
{
    return text.substr(0, prefix.size()) == prefix;
}

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

bool startsWithAny(std::string_view text, const auto& prefixes)
{
    return std::any_of(
        prefixes.begin(), prefixes.end(), [text](std::string_view prefix) { return startsWith(text, prefix); });
}

bool isMemory(std::string_view name)
{
    constexpr std::array<std::string_view, 5> kPrefixes {"Memcpy", "Memset", "hipMemcpy", "hipMemset", "dma"};
    return startsWithAny(name, kPrefixes);
}

bool isNoComputation(std::string_view name)
{
    constexpr std::array<std::string_view, 10> kPrefixes {"nccl", "Stream Wait Event", "runFunction", "hip", "job_exe",
        "packet", "pe_exe", "cpum_exe_subgraph", "hccl", "collective_subgraph_execution"};
    constexpr std::array<std::string_view, 4> kParts {"Memcpy", "Memset", "dma", "Sync"};
    if (startsWithAny(name, kPrefixes) || (startsWith(name, "cuda") && contains(name, "LaunchKernel")))
        return true;
    return std::any_of(kParts.begin(), kParts.end(), [name](std::string_view part) { return contains(name, part); });
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
    if (startsWithAny(name, kCommunication) || contains(name, "ncclKernel"))
        return HtaClass::Communication;
    if (isMemory(name))
        return HtaClass::Memory;
    return isNoComputation(name) ? HtaClass::Other : HtaClass::Computation;
}

} // namespace stepscope::analysis
