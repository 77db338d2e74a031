// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What an event's category says it is. Old and new spellings of PyTorch's categories fold into one kind; anything that
// no PyTorch writer uses is Other. Section 4.1 of the trace format reference.

#include <cstdint>
#include <string_view>

namespace stepscope::model {

enum class EventKind : std::uint8_t
{
    Other,
    CpuOp,
    UserAnnotation,
    PythonFunction,
    Runtime, // calls of the CUDA, HIP, XPU … runtime
    Driver,
    Overhead,
    ProfilerSpan, // cat "Trace"
    Kernel,
    Memcpy,
    Memset,
    DeviceOp, // device work of other accelerators (mtia_ccp_events, collective_comm on a device)
    GpuAnnotation,
    Sync,       // cuda_sync and its kin
    DeviceMark, // cuda_event and other device records that are not work
};

[[nodiscard]] EventKind kindOfCategory(std::string_view category); // case-insensitive

// "GPU work": the only events that keep a GPU busy.
[[nodiscard]] constexpr bool isGpuWork(EventKind kind)
{
    return kind == EventKind::Kernel || kind == EventKind::Memcpy || kind == EventKind::Memset
        || kind == EventKind::DeviceOp;
}
// Events that lie on a device's rows rather than on a CPU thread's.
[[nodiscard]] constexpr bool isDeviceSide(EventKind kind)
{
    return kind >= EventKind::Kernel;
}
[[nodiscard]] constexpr bool isApiCall(EventKind kind)
{
    return kind == EventKind::Runtime || kind == EventKind::Driver;
}

// True for runtime and driver calls that put work on a stream: kernel, graph, copy and set calls of CUDA, HIP and XPU.
[[nodiscard]] bool isLaunchCall(std::string_view name);
// True for calls that make the CPU wait for the GPU by their name alone (…Synchronize, blocking cudaMemcpy,
// hipMemcpyWithStream).
[[nodiscard]] bool isBlockingCall(std::string_view name);

} // namespace stepscope::model
