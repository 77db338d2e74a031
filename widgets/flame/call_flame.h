// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The call tree of a trace as a flame tree: names as the timeline writes them, in its colours. Pure; run by jobs.

#include "core/analysis/call_tree.h"
#include "widgets/flame/flame_tree.h"

#include <memory>

namespace stepscope::widgets {

using CallTreePtr = std::shared_ptr<const analysis::CallTree>;

// Nodes have the same numbers in both. What comes back keeps the trace and the tree.
[[nodiscard]] FlameTreePtr callFlame(const std::shared_ptr<const model::Trace>& trace, const CallTreePtr& calls);

} // namespace stepscope::widgets
