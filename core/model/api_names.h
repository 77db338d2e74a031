// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The parts of the name of a runtime or driver call: whose it is, and what it does. Pure, O(length).

#include <string_view>

namespace stepscope::model {

struct ApiName
{
    std::string_view vendor; // "cuda" (its driver's cu… too), "hip", "ur"; empty: no such call
    std::string_view call;   // what follows the prefix: "LaunchKernel"
};

[[nodiscard]] constexpr ApiName apiName(std::string_view name)
{
    for (const std::string_view prefix : {"cuda", "hip", "ur", "cu"}) {
        const bool camel = name.size() > prefix.size() && name[prefix.size()] >= 'A' && name[prefix.size()] <= 'Z';
        if (camel && name.substr(0, prefix.size()) == prefix)
            return {prefix == "cu" ? std::string_view("cuda") : prefix, name.substr(prefix.size())};
    }
    return {};
}

} // namespace stepscope::model
