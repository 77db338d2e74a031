// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How much launched work of a stream is not finished yet: one more from the start of the launch call on, one less at
// the end of the work. Work that starts before its call (clocks that do not agree) counts from its own start; work
// whose launch is not in the file while it runs. A queue that runs empty while the CPU is busy is a GPU that waits for
// launches; a long one hides the CPU's work.
// HTA counts only what has not started yet (less at the start of the work, section 10.5 of the trace format page).
// O(n log n) in the stream's GPU work.

#include "core/model/trace.h"

#include <cstdint>

namespace stepscope::analysis {

enum class QueueEnd : std::uint8_t
{
    Finished,
    Started // as HTA
};

// The length as a counter: a sample for each moment at which it changes; it has no offsets. `stream` is a track of GPU
// work.
[[nodiscard]] model::CounterSeries queueLength(
    const model::Trace& trace, TrackId stream, QueueEnd end = QueueEnd::Finished);

} // namespace stepscope::analysis
