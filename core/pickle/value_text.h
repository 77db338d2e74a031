// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Any value as text for people, in Python's words: True, None, {"1": 0}.

#include "core/pickle/value_arena.h"
#include "core/util/string_pool.h"

#include <string>

namespace stepscope::pickle {

// A text as it is, without quotes. What is longer than some 4 KB ends in "…": values that share parts can be short in
// the file and endless as text.
[[nodiscard]] std::string valueText(const ValueArena& arena, const StringPool& names, Value value);

} // namespace stepscope::pickle
