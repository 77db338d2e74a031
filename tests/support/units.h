// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Units of times and sizes: ns and bytes.

#include <cstdint>

namespace stepscope::tests {

inline constexpr std::int64_t kUs = 1000;
inline constexpr std::int64_t kMs = 1000 * kUs;
inline constexpr std::uint64_t kMiB = std::uint64_t {1} << 20U;
inline constexpr std::uint64_t kGiB = std::uint64_t {1} << 30U;

} // namespace stepscope::tests
