// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which addresses were reserved when: segments and mapped pieces over time, from the entries and from the segments of
// the end. What is freed without having been reserved, and what is there at the end without it, was there before the
// first entry. For assembleSnapshot(); the spans are in the snapshot.

#include "core/model/memory_snapshot.h"

namespace stepscope::model {

// Ascending by from, then by address. `segments`: those of the device. O((segment entries + segments) log).
[[nodiscard]] std::vector<SegmentSpan> reservedSpans(
    const SnapshotRecord& record, const MemoryEntries& entries, const std::vector<std::size_t>& segments);

// Their indices in the order in which they end.
[[nodiscard]] std::vector<std::uint32_t> spansByEnd(const std::vector<SegmentSpan>& spans);

} // namespace stepscope::model
