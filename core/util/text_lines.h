// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lines of a text. Pure; O(bytes), about as fast as the text can be read.

#include <cstdint>
#include <string_view>

namespace stepscope {

[[nodiscard]] std::uint64_t countNewlines(std::string_view text);

} // namespace stepscope
