// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Random memory histories with everything a view asks of them (allocations, curves, segments over time), put together
// by hand, so that tests and benchmarks of views need no file and no reader. The same seed gives the same history.

#include <cstdint>
#include <memory>

#include "core/model/memory_snapshot.h" // after <cstdint>: moc cannot read <compare> on its own

namespace stepscope::tests {

struct HistoryShape
{
    std::int32_t entries = 1000;
    std::size_t initial = 20;          // allocations that live before the history
    std::size_t live = 50;             // how many are about to live at a time
    std::uint64_t largest = 1'000'000; // bytes; sizes are spread over all magnitudes
    bool sawtooth = false;             // frees come in bursts, as at the end of a step
};

[[nodiscard]] std::shared_ptr<const model::MemorySnapshot> randomHistory(std::uint64_t seed, const HistoryShape& shape);

} // namespace stepscope::tests
