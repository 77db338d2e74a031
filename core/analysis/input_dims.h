// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The recorded arguments of an operator as numbers: "Input Dims" and "Concrete Inputs", whose JSON texts the loader
// keeps. Pure functions of the text, O(length); what cannot be read is left empty, never guessed.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::analysis {

using Dims = std::vector<std::uint64_t>;

// Dimensions by argument; empty for scalars, lists of tensors and what is no tensor.
[[nodiscard]] std::vector<Dims> parseDims(std::string_view json);

// The same in one form whatever the layout of the file: "[[8, 1024], []]".
[[nodiscard]] std::string shapesText(std::string_view json);

// Constant arguments as torch prints them: "[2, 2]", "False", "" for tensors.
[[nodiscard]] std::vector<std::string> parseConstants(std::string_view json);

// The numbers of a printed list: "[2, 2]" or "2". Empty when it is something else.
[[nodiscard]] Dims numbersOf(std::string_view constant);

} // namespace stepscope::analysis
