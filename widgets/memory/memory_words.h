// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Values of a memory snapshot as the words and figures that people read. Pure.

#include "core/model/memory_snapshot.h"

#include <QString>

#include <cstdint>
#include <optional>

namespace stepscope::widgets {

[[nodiscard]] QString bytesText(std::uint64_t bytes);      // "24.0 MiB"
[[nodiscard]] QString exactBytesText(std::uint64_t bytes); // "25 165 824 B"
[[nodiscard]] QString addressText(std::uint64_t address);  // "0x7f2c40000000"

[[nodiscard]] QString memoryDeviceText(const model::MemoryDevice& device); // "GPU 0", "pinned host memory"
[[nodiscard]] QString streamText(const model::SnapshotRecord& record, model::StreamIndex stream);
[[nodiscard]] QString poolText(const model::SnapshotRecord& record, model::PoolIndex pool);

[[nodiscard]] QString actionText(
    const model::SnapshotRecord& record, const model::MemoryEntries& entries, std::size_t entry);
// "entry 1 234", "before the history", "at the end".
[[nodiscard]] QString peakText(const model::MemoryDevice& device); // without a history only the end is known
[[nodiscard]] QString entryText(std::int32_t entry);
// The same for a device: where nothing was recorded there is only the end.
[[nodiscard]] QString pointText(const model::MemoryDevice& device, std::int32_t entry);
// Unix time of an entry in ns; nothing where the file does not say it.
[[nodiscard]] std::optional<std::int64_t> entryTime(const model::MemoryEntries& entries, std::int32_t entry);
// Since the first entry: "+12.4 ms"; empty where either is not known.
[[nodiscard]] QString entryTimeText(const model::MemoryEntries& entries, std::int32_t entry);

} // namespace stepscope::widgets
