// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/event_kind.h"

#include "core/model/api_names.h"
#include "core/util/text_parts.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace stepscope::model {
namespace {

using Spelling = std::pair<std::string_view, EventKind>;

constexpr std::array<Spelling, 33> kSpellings {{
    {"cpu_op", EventKind::CpuOp},
    {"operator", EventKind::CpuOp}, // 1.8
    {"hpu_op", EventKind::CpuOp},
    {"user_annotation", EventKind::UserAnnotation},
    {"user", EventKind::UserAnnotation}, // 1.8
    {"python_function", EventKind::PythonFunction},
    {"cuda_runtime", EventKind::Runtime},
    {"runtime", EventKind::Runtime}, // 1.8
    {"xpu_runtime", EventKind::Runtime},
    {"mtia_runtime", EventKind::Runtime},
    {"glow_runtime", EventKind::Runtime},
    {"privateuse1_runtime", EventKind::Runtime},
    {"cuda_driver", EventKind::Driver},
    {"xpu_driver", EventKind::Driver},
    {"privateuse1_driver", EventKind::Driver},
    {"overhead", EventKind::Overhead},
    {"trace", EventKind::ProfilerSpan},
    {"kernel", EventKind::Kernel},
    {"gpu_memcpy", EventKind::Memcpy},
    {"memcpy", EventKind::Memcpy}, // 1.8
    {"gpu_memset", EventKind::Memset},
    {"memset", EventKind::Memset}, // 1.8
    {"mtia_ccp_events", EventKind::DeviceOp},
    {"collective_comm", EventKind::DeviceOp},
    {"gpu_user_annotation", EventKind::GpuAnnotation},
    {"cuda_sync", EventKind::Sync},
    {"xpu_sync", EventKind::Sync},
    {"cuda_event", EventKind::DeviceMark},
    {"cuda_profiler_range", EventKind::DeviceMark},
    {"mtia_insight", EventKind::DeviceMark},
    {"mtia_workloadd", EventKind::DeviceMark},
    {"graph_event_node", EventKind::DeviceMark},
    {"xpu_scope_profiler", EventKind::DeviceMark},
}};

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

} // namespace

EventKind kindOfCategory(std::string_view category)
{
    const auto same = [&](const Spelling& s) {
        return s.first.size() == category.size() && !category.empty()
            && std::equal(
                category.begin(), category.end(), s.first.begin(), [](char a, char b) { return lower(a) == b; });
    };
    const auto found = std::find_if(kSpellings.begin(), kSpellings.end(), same);
    return found == kSpellings.end() ? EventKind::Other : found->second;
}

bool isLaunchCall(std::string_view name)
{
    const std::string_view call = apiName(name).call;
    if (call.empty())
        return name.substr(0, 11) == "runFunction"; // MTIA
    if (hasPart(call, "LaunchHostFunc"))
        return false; // runs on the CPU
    return hasPart(call, "Launch") || call.substr(0, 6) == "Memcpy" || call.substr(0, 6) == "Memset"
        || (call.substr(0, 7) == "Enqueue" && !hasPart(call, "Wait") && !hasPart(call, "Barrier"));
}

bool isBlockingCall(std::string_view name)
{
    const std::string_view call = apiName(name).call;
    if (hasPart(call, "Synchronize"))
        return true;
    if (call == "QueueFinish" || call == "EventWait")
        return true; // XPU
    // hipMemcpyWithStream orders itself into a stream, and then waits for it.
    return call.substr(0, 6) == "Memcpy" && !hasPart(call, "Async") && call != "MemcpyToSymbol" && call != "MemcpyPeer";
}

} // namespace stepscope::model
