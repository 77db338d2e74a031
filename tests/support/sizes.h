// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Units of sizes.

#include <cstdint>

namespace stepscope::tests {

inline constexpr std::uint64_t kMiB = std::uint64_t {1} << 20U;

} // namespace stepscope::tests
