// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Builds Trace::gpuWork and Trace::launches from the device records and API calls (rules in gpu_work.h), sets device
// and stream of the GPU tracks, and raises the diagnostics about launches. O(n log n) at worst, linear for ascending
// ids.

#include "core/model/assembler.h"
#include "core/model/slice_grouping.h"

namespace stepscope::model {

// An API call or device record with its final slice.
struct CallRecord
{
    std::uint64_t correlation = 0;
    SliceId slice;
};
struct PlacedRecord
{
    RawDeviceRecord raw;
    SliceId slice;
};

// Brings the raw records to their final slices, in file order.
[[nodiscard]] Column<CallRecord> placeCalls(const AssemblyInput& input, const PlacedSlices& placed);
[[nodiscard]] Column<PlacedRecord> placeRecords(const AssemblyInput& input, const PlacedSlices& placed);

void linkLaunches(Column<CallRecord> calls, Column<PlacedRecord> records, Trace& trace, const StopCheck& stop = {});

} // namespace stepscope::model
