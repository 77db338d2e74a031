// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Times: int64 nanoseconds, read from the decimal text of microseconds without passing through a double.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stepscope {

struct ParsedTime
{
    std::int64_t ns = 0;
    bool hasFraction = false; // a fraction of a microsecond that is not zero
};

// Microseconds as JSON number text ("12.5", "-1e3", "+7") -> ns. The first three fraction digits count, the fourth rounds
// half up (away from zero). Nothing when it is no number or leaves int64 ns.
[[nodiscard]] std::optional<ParsedTime> parseMicroseconds(std::string_view text);

// "85.2 ms": three or four significant digits in the unit that fits (ns, µs, ms, s).
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
[[nodiscard]] std::string formatPercent(double share); // 0.384 -> "38.4 %"

} // namespace stepscope
