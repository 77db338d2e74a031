// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Names and short facts of a memory snapshot that its renderings share.

#include "core/model/memory_snapshot.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stepscope::exporting {

struct TimeSpanUs
{
    std::int64_t first = 0;
    std::int64_t last = 0;
};

[[nodiscard]] const char* actionName(model::MemoryAction action); // the word in the file: "free_requested"
// By word, in the order of the actions; unknown ones by their own words, "?" where they have none.
[[nodiscard]] std::vector<std::pair<std::string, std::uint64_t>> actionCounts(
    const model::SnapshotRecord& record, const model::MemoryEntries& entries);
[[nodiscard]] std::optional<TimeSpanUs> timesOf(const model::MemoryEntries& entries); // nothing: not recorded
[[nodiscard]] std::string deviceLabel(const model::MemoryDevice& device);             // "GPU 0", "pinned host memory"
[[nodiscard]] std::string poolLabel(const model::SnapshotRecord& record, model::PoolIndex pool); // "default", "(0, 3)"
[[nodiscard]] std::string frameText(const model::SnapshotRecord& record, FrameId frame); // "forward train.py:21"
[[nodiscard]] std::string recordedBy(const model::SnapshotRecord& record);               // empty: unknown

} // namespace stepscope::exporting
