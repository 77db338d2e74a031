// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/stable_name.h"

namespace stepscope::compare {
namespace {

bool isHexDigit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

} // namespace

std::string stableName(std::string_view name)
{
    // "/home/me/train.py(156): step" → "train.py: step"
    std::string_view rest = name;
    std::string out;
    if (const std::size_t line = rest.find(".py("); line != std::string_view::npos) {
        const std::size_t folder = rest.substr(0, line).rfind('/');
        out = rest.substr(folder == std::string_view::npos ? 0 : folder + 1,
            line + 3 - (folder == std::string_view::npos ? 0 : folder + 1));
        const std::size_t close = rest.find(')', line);
        rest.remove_prefix(close == std::string_view::npos ? rest.size() : close + 1);
    }
    while (!rest.empty()) {
        if (rest.substr(0, 2) == "0x") {
            rest.remove_prefix(2);
            while (!rest.empty() && isHexDigit(rest.front()))
                rest.remove_prefix(1);
            continue;
        }
        out += rest.front();
        rest.remove_prefix(1);
    }
    return out;
}

} // namespace stepscope::compare
