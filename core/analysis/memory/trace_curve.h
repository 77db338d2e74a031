// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Allocated and reserved memory over time as the [memory] marks of a trace tell it (section 8.2 of the snapshot format
// page): one counter series of each for each device, drawn and reduced like any other (view/counter_lod.h keeps least
// and most).
//
// A mark's total is that of its device after it; where a device has no totals the bytes are summed up from 0 and the
// curve is relative. Marks of several threads are put in order of time, equal times in file order of their marks. Bytes
// are those of blocks, not of requests. O(marks log marks).

#include "core/model/trace.h"

#include <cstdint>
#include <vector>

namespace stepscope::analysis {

struct MemoryTraceCurve
{
    bool host = false;              // memory of the CPU
    std::int32_t device = 0;        // ordinal of the GPU
    bool relative = false;          // to what was allocated before the first mark
    model::CounterSeries allocated; // named "allocated"
    model::CounterSeries reserved;  // named "reserved": by the allocator; empty where no mark tells, or none has any
    std::int64_t peak = 0;          // bytes
    std::int64_t peakTime = 0;      // ns, when first
};

// By device, the CPU last. Marks with untrusted times are left out.
[[nodiscard]] std::vector<MemoryTraceCurve> memoryTraceCurves(const model::Trace& trace);

} // namespace stepscope::analysis
