// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Times: int64 nanoseconds, read from the decimal text of microseconds (parseMicroseconds() in parse_time.h) and
// written for people.

#include "core/util/parse_time.h"

#include <cstdint>
#include <string>

namespace stepscope {

// "85.2 ms": three or four significant digits in the unit that fits (ns, µs, ms, s); no decimals where the duration is
// a whole number of that unit ("6 µs" is exactly that).
[[nodiscard]] std::string formatDuration(std::int64_t ns);
// As above, split in number and unit, for right-aligned tables with muted units.
struct FormattedQuantity
{
    std::string number;
    std::string unit;
};
[[nodiscard]] FormattedQuantity splitDuration(std::int64_t ns);
[[nodiscard]] FormattedQuantity splitBytes(std::uint64_t bytes); // KiB, MiB, GiB
[[nodiscard]] std::string formatBytes(std::uint64_t bytes);
// Exact, in µs with all digits: "4458676983543.183".
[[nodiscard]] std::string formatExactMicroseconds(std::int64_t ns);
// "1 234 567" with thin separators as plain ASCII blanks.
[[nodiscard]] std::string formatCount(std::uint64_t count);
[[nodiscard]] std::string formatPercent(double share); // 0.384 -> "38.4 %"; "unknown" when it is not finite

} // namespace stepscope
