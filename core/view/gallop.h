// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Search in sorted data from a place that is likely near: what painters do, column by column. O(log distance).

#include <algorithm>
#include <cstddef>
#include <vector>

namespace stepscope::view {

// Index of the first of values[from, size) that is greater than `value`; size when none. `values` ascends.
template <class Value> std::size_t firstGreater(const std::vector<Value>& values, std::size_t from, Value value)
{
    std::size_t low = from; // all before it are not greater
    std::size_t step = 1;
    while (low < values.size() && values[low] <= value) {
        const std::size_t next = values.size() - low > step ? low + step : values.size();
        if (next == values.size() || values[next] > value) {
            const auto begin = values.begin();
            return static_cast<std::size_t>(std::upper_bound(begin + static_cast<std::ptrdiff_t>(low) + 1,
                                                begin + static_cast<std::ptrdiff_t>(next), value)
                - begin);
        }
        low = next;
        step *= 2;
    }
    return low;
}

} // namespace stepscope::view
