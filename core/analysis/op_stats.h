// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Operators and annotations of the CPU threads by name, in the manner of torch's key_averages(): runtime calls and
// Python frames have no rows of their own, and ProfilerStep#N is left to the steps.
//
//   calls         those that only repeat the one around them left out (repeated_calls.h), in all columns
//   cpu_total     sum of the durations, every call of a recursion included
//   cpu_self      duration minus that of the direct children of any kind, each clipped to its parent
//   device_total  summed GPU work of the launches inside the call on its thread, children included
//   device_self   the same for launches that no other operator or annotation encloses more closely
//   memory        sum of the [memory] marks on the call's thread inside it, frees being negative, children included: of
//                 the accelerators, or of the host where no mark is of an accelerator. Unknown where none were recorded
// All cut to the window; slices whose time was lost are counted as calls only. One pass over the slices and one over
// the launches, O(n + (launches + marks) × nesting depth). Grouped by name, and if wanted also by the recorded input
// shapes or by the innermost Python frame of the user around the call (see python_frames.h).

#include "core/analysis/window.h"
#include "core/model/trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::analysis {

enum class OperatorGrouping : std::uint8_t
{
    Name,
    Shapes,
    Stack,
};

struct OperatorRow
{
    NameId name;
    NameId shapes;           // grouped by shapes: text as recorded (shapesText() makes it readable); invalid: none
    NameId stack;            // grouped by stack: the frame; invalid: none
    bool annotation = false; // record_function label rather than operator
    std::uint64_t calls = 0;
    std::int64_t cpuTotalNs = 0;
    std::int64_t cpuSelfNs = 0;
    std::int64_t deviceTotalNs = 0;
    std::int64_t deviceSelfNs = 0;
    std::optional<std::int64_t> memoryBytes;
    SliceId longest; // call whose duration can be trusted; the first of equals
};

[[nodiscard]] std::vector<OperatorRow> operatorStats(const model::Trace& trace, const Window& window,
    OperatorGrouping grouping = OperatorGrouping::Name); // by cpu_total

} // namespace stepscope::analysis
