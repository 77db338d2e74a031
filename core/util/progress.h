// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Progress of one job, written by its threads and polled by whoever shows it. All members are atomics; no locks.

#include <atomic>
#include <cstdint>

namespace stepscope {

enum class LoadStage : std::uint8_t
{
    Opening,
    Reading,
    Merging,
    Sorting,
    Linking,
    Done
};

struct Progress
{
    std::atomic<LoadStage> stage {LoadStage::Opening};
    // Both count the file as it lies on disk: compressed bytes where it is compressed.
    std::atomic<std::uint64_t> bytesDone {0};
    std::atomic<std::uint64_t> bytesTotal {0};
    std::atomic<std::uint64_t> events {0};
};

} // namespace stepscope
