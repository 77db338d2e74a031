// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/bandwidth.h"

#include <fmt/format.h>

namespace stepscope {

FormattedQuantity splitBandwidth(double gbPerS)
{
    constexpr double kSmallest = 0.1; // of a unit
    constexpr double kPerUnit = 1000;
    const char* unit = "GB/s";
    for (const char* smaller : {"MB/s", "kB/s"}) {
        if (gbPerS >= kSmallest || gbPerS == 0)
            break;
        gbPerS *= kPerUnit;
        unit = smaller;
    }
    return {gbPerS < 10 ? fmt::format("{:.2f}", gbPerS) : fmt::format("{:.1f}", gbPerS), unit};
}

std::string formatBandwidth(double gbPerS)
{
    const FormattedQuantity q = splitBandwidth(gbPerS);
    return q.number + ' ' + q.unit;
}

} // namespace stepscope
