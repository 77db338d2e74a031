// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which slices of a thread mean that it waits for training data, and what was hottest below one of them.
//
//   data loading  a slice named "enumerate(DataLoader)…"; a label (record_function, or an operator without "::") with
//                 one of the words data_wait, dataloader, data_loading, next_batch, get_batch … in it, whatever their
//                 spelling ("Data Wait"), unless it names a collective ("all2all_data:wait"); a Python frame in
//                 torch/utils/data/, or of a function named next_batch, get_batch, load_batch or fetch_batch. Runtime
//                 and driver calls never are
//   hottest       the operator, label or Python frame with the largest self time below the span on its thread, summed
//                 by name; what only waits or belongs to the loader itself is left out
// isDataLoading: O(length of the name), once per distinct name. inputDetail: O(lanes log n + slices in the span), at
// most kDetailSlices of them.

#include "core/model/trace.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace stepscope::analysis {

[[nodiscard]] bool isDataLoading(std::string_view name, model::EventKind kind);

struct InputDetail
{
    NameId hottest; // invalid: nothing telling was recorded below the span
    std::int64_t selfNs = 0;
    bool otherProcesses = false;   // the loader has worker processes, which are not in this trace
    bool mostlyUnrecorded = false; // what was recorded below the span covers less than half of it
};
inline constexpr std::size_t kDetailSlices = 200'000;

[[nodiscard]] InputDetail inputDetail(const model::Trace& trace, SliceId span);

// What is to be said beside or instead of the hottest: a sentence without a full stop, or empty.
[[nodiscard]] std::string inputNote(const InputDetail& detail);

} // namespace stepscope::analysis
