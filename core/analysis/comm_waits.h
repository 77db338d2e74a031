// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// When a device only communicates: what computes on it stands still meanwhile. No idle time of the device, which is
// at work; sums of idle time and of gaps do not hold these stretches.
//
//   wait   a stretch of a communication kernel of one of the streams given, without the device's compute, inside its
//          window. Where several of them run at the same time, the one that started first has it
// Waits are disjoint and in time order. O(slices of those streams · log + compute intervals).

#include "core/analysis/gpu_utilisation.h"
#include "core/analysis/work_classes.h"
#include "core/model/trace.h"

#include <span>
#include <vector>

namespace stepscope::analysis {

struct CommWait
{
    Interval span;
    SliceId collective;
};

// `streams`: those of the device that have nothing to do but to communicate.
[[nodiscard]] std::vector<CommWait> communicationWaits(
    const model::Trace& trace, const DeviceUse& use, std::span<const TrackId> streams, WorkClasses& classes);

// The device's other streams that stand still meanwhile, by number: those that have worked before and will again.
[[nodiscard]] std::vector<TrackId> waitingStreams(
    const DeviceUse& use, std::span<const TrackId> streams, const CommWait& wait);

} // namespace stepscope::analysis
