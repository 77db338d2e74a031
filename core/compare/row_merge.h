// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rows of two runs joined by name.

#include "core/compare/comparison.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace stepscope::compare {

// A figure of one run. Those of one name are added up; the example of the larger one stays.
class NamedQuantities
{
public:
    void add(const std::string& name, std::int64_t total, std::uint64_t calls, SliceId example = {});
    void add(std::string name, const Quantity& quantity) { m_rows.emplace_back(std::move(name), quantity); }
    [[nodiscard]] const std::vector<std::pair<std::string, Quantity>>& sorted(); // by name

private:
    std::vector<std::pair<std::string, Quantity>> m_rows;
};

// One row for each name of either run; perStep of all quantities = total / divisor. Not sorted.
[[nodiscard]] std::vector<Row> joinByName(std::array<NamedQuantities, 2> sides, const std::array<double, 2>& divisors);

// Calls of another vendor's runtime that mean the same (stable_name.h) become one row, with all that only one run has
// of that meaning: cudaLaunchKernel and cuLaunchKernel before, hipLaunchKernel after. Runs of one vendor stay as they
// are.
void joinCallsOfOneMeaning(std::vector<Row>& rows);

[[nodiscard]] std::int64_t rounded(double amount); // what does not fit is the largest or smallest number that does
[[nodiscard]] double changeOf(const Row& row);     // per step; a missing side counts as 0
void sortRows(std::vector<Row>& rows);             // largest |change| first, then by name

} // namespace stepscope::compare
