// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which streams of a GPU are there to communicate: their rows come after the others and say so.

#include "core/model/trace.h"

namespace stepscope::view {

// Whether most of its work is communication, told from some of the names. O(lanes + names looked at).
[[nodiscard]] bool isCommunicationStream(const model::Trace& trace, const model::Track& track);

} // namespace stepscope::view
