// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Bytes by time, written for people: "2.05 GB/s", "440 kB/s". Decimal units, as hardware is sold. Copies of a few bytes
// reach only kilobytes a second, which must not read as 0.0 GB/s.

#include "core/util/time.h"

namespace stepscope {

[[nodiscard]] FormattedQuantity splitBandwidth(double gbPerS); // not negative; bytes per ns are GB/s
[[nodiscard]] std::string formatBandwidth(double gbPerS);

} // namespace stepscope
