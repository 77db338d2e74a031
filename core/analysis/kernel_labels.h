// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Short names of kernels to be read beside each other: where the short names of two kernels are equal though their full
// names differ, as those of templates do, each gets what differs: "vectorized_elementwise_kernel<FillFunctor, float>",
// "softmax_warp_forward · Half". Whole names stay what reports and files have.
//
//   what differs  the fewest words (identifiers without their namespaces, numbers) at places of the full names at which
//                 those with this short name differ, at most kMostWords; the place that tells most of them apart first,
//                 of equals one with names rather than numbers, then the first

#include "core/model/trace.h"

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stepscope::analysis {

// One label for each name. O(length of all names · places chosen); names must differ.
[[nodiscard]] std::vector<std::string> kernelLabels(std::span<const std::string_view> names);

// The labels of all kernels of a trace: the same wherever a kernel is shown, whatever part of the trace is looked at.
class KernelLabels
{
public:
    explicit KernelLabels(const model::Trace& trace); // O(GPU work + names of kernels)

    [[nodiscard]] std::string of(NameId kernel) const; // of another name: its short name

private:
    const model::Trace& m_trace;
    std::unordered_map<std::uint32_t, std::string> m_labels; // by name
};

} // namespace stepscope::analysis
