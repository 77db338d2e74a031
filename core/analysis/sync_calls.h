// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// First half of the search for sync markers: the blocking calls of the CPU threads, and which cuda_sync records no call
// accounts for. Definitions in syncs.h.

#include "core/analysis/syncs.h"

#include <string_view>
#include <vector>

namespace stepscope::analysis {

[[nodiscard]] SyncKind syncKindOf(std::string_view name); // of a call or a record

struct BlockingCalls
{
    std::vector<SyncMarker> markers; // by track and start; slice, kind, track and parts are filled in
    std::vector<SliceId> queries;    // cudaEventQuery and its kin: do not block, but have records too
};
[[nodiscard]] BlockingCalls findBlockingCalls(const model::Trace& trace);

// Calls that copy from the device to the host and last until the copy has ended: pageable memory. Ascending.
[[nodiscard]] std::vector<SliceId> findBlockingCopies(const model::Trace& trace);

// The cuda_sync records that neither coincide with a call nor carry its correlation number, as markers of their own.
[[nodiscard]] std::vector<SyncMarker> findLoneRecords(const model::Trace& trace, const BlockingCalls& calls);

} // namespace stepscope::analysis
