// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/findings/wording.h"

#include <fmt/format.h>

namespace stepscope::analysis {

std::string shortName(std::string_view name)
{
    constexpr std::size_t kLong = 60;
    const std::size_t call = name.find("): ");
    if (name.size() <= kLong || call == std::string_view::npos)
        return std::string(name);
    const std::size_t folder = name.rfind('/', call);
    const std::string_view file = folder == std::string_view::npos ? name : name.substr(folder + 1);
    const std::size_t stem = file.find(".py(");
    constexpr std::size_t kHash = 40; // files of torch.compile are named after a hash
    if (stem == std::string_view::npos || stem < kHash || file.substr(0, stem).find('_') != std::string_view::npos)
        return std::string(file);
    return fmt::format("{}….py{}", file.substr(0, 8), file.substr(stem + 3));
}

std::string wholePercent(double share)
{
    if (share < 0.01)
        return "under 1 %";
    return share < 1 && share * 100 >= 99.5 ? "over 99 %" : fmt::format("{:.0f} %", share * 100);
}

} // namespace stepscope::analysis
