// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Names as people read them on a slice: long names elide in the middle and keep both telling ends
// (sm90_gemm…_128x128x64). UTF-8 in and out, never cut inside a character. Pure functions, O(length).
// Kernel names are shortened by analysis/kernel_names.h before.

#include <cstddef>
#include <string>
#include <string_view>

namespace stepscope::view {

// "torch/nn/modules/linear.py(114): forward" -> "linear.py(114): forward"; other names come back as they are.
[[nodiscard]] std::string shortPythonName(std::string_view name);

// The telling end of a name that does not fit: "mm" of "aten::mm", "#12" of "ProfilerStep#12", "MmBackward0" of
// "autograd::engine::evaluate_function: MmBackward0"; the name itself where nothing can be left out.
[[nodiscard]] std::string_view compactName(std::string_view name);

// At most `characters` characters (code points); the cut falls on a word border where one is near.
[[nodiscard]] std::string elideMiddle(std::string_view text, std::size_t characters);

[[nodiscard]] std::size_t characterCount(std::string_view utf8);

} // namespace stepscope::view
