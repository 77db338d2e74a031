// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Tells the flows of a file from those that Stepscope made of arguments (backward_links.h): they are drawn and followed
// alike, but counts of what is in the file leave the latter out.

#include "core/model/trace.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace stepscope::model {

inline constexpr std::string_view kDerivedFlowCategory = "forward/backward";
inline constexpr std::string_view kDerivedFlowName = "by sequence number";

// Of flows from forward operators to backward ones that the file has itself.
[[nodiscard]] inline bool isBackwardCategory(std::string_view category)
{
    return category == "fwdbwd" || category == "forward_backward";
}

[[nodiscard]] inline bool isDerived(const Trace& trace, const Flow& flow)
{
    return trace.names.view(flow.name) == kDerivedFlowName
        && trace.names.view(trace.categories[flow.category].name) == kDerivedFlowCategory;
}

[[nodiscard]] inline std::uint64_t derivedFlows(const Trace& trace)
{
    return static_cast<std::uint64_t>(std::count_if(
        trace.flows.begin(), trace.flows.end(), [&](const Flow& flow) { return isDerived(trace, flow); }));
}

} // namespace stepscope::model
