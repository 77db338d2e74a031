// SPDX-License-Identifier: GPL-3.0-or-later
// JSON in test code without a thicket of backslashes. Pure functions.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace stepscope::tests {

/// The text with double quotes for single ones.
inline std::string asJson(std::string_view text)
{
    std::string json(text);
    std::replace(json.begin(), json.end(), '\'', '"');
    return json;
}

} // namespace stepscope::tests
