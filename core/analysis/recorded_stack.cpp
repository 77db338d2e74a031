// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/recorded_stack.h"

#include <algorithm>
#include <string_view>

namespace stepscope::analysis {

std::vector<std::string> recordedStack(const model::ArgValue& event)
{
    std::vector<std::string> frames;
    const model::ArgValue* args = event.find("args");
    const model::ArgValue* stack = args != nullptr ? args->find("Call stack") : nullptr;
    if (stack == nullptr || stack->kind != model::ArgValue::Kind::String)
        return frames;
    std::string_view rest = stack->text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(';'), rest.size());
        if (end > 0)
            frames.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(rest.size(), end + 1));
    }
    return frames;
}

} // namespace stepscope::analysis
