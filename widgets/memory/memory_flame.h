// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A call tree of bytes as a flame graph shows it: a hue for each file, a shade for each function. Pure. O(nodes).

#include "core/analysis/memory/stack_tree.h"
#include "widgets/flame/flame_tree.h"

namespace stepscope::widgets {

[[nodiscard]] FlameTreePtr memoryFlame(const analysis::StackTree& tree);

} // namespace stepscope::widgets
