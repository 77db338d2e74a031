// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What memory is for, in the words of PyTorch's memory profiler, and of engines that serve language models.

#include <cstdint>
#include <optional>
#include <string_view>

namespace stepscope::analysis {

enum class MemoryCategory : std::uint8_t
{
    Parameter,
    OptimizerState,
    Input,
    Temporary,
    Activation,
    Gradient,
    AutogradDetail,
    Communication,
    KvCache, // keys and values of attention that an engine keeps for its requests
    Other
};
inline constexpr std::size_t kMemoryCategories = 10;

[[nodiscard]] const char* memoryCategoryName(MemoryCategory category); // "optimizer state", …
// As producers write it: "OPTIMIZER_STATE", "optimizer state", … in any case. Nothing for other words.
[[nodiscard]] std::optional<MemoryCategory> memoryCategoryOf(std::string_view word);

} // namespace stepscope::analysis
