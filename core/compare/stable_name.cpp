// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/stable_name.h"

#include "core/model/api_names.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stepscope::compare {
namespace {

bool isHexDigit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

void erase(std::string& text, std::string_view part)
{
    if (const std::size_t at = text.find(part); at != std::string::npos)
        text.erase(at, part.size());
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

std::string callMeaning(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kSame {{
        {"MemcpyWithStream", "MemcpyAsync"}, // HIP's copy in a stream that is waited for
        {"CtxSynchronize", "DeviceSynchronize"},
        {"EnqueueKernelLaunch", "LaunchKernel"}, // XPU, like those that follow
        {"EnqueueUSMMemcpy", "MemcpyAsync"},
        {"QueueFinish", "StreamSynchronize"},
        {"EventWait", "EventSynchronize"},
    }};
    const std::string_view text = model::apiName(name).call;
    const std::size_t rest = std::min(text.find(' '), text.size());
    std::string call(text.substr(0, std::min(text.find('_'), rest))); // without the version: "_v2", "_ptsz"
    if (call.find("LaunchKernel") != std::string::npos || call.find("LaunchCooperativeKernel") != std::string::npos) {
        for (const std::string_view spelling : {"Ext", "Module", "ExC", "Ex"})
            erase(call, spelling);
    } else if (call.starts_with("Memcpy") || call.starts_with("Memset")) {
        for (const std::string_view spelling : {"HtoD", "DtoH", "DtoD", "D8", "D16", "D32"})
            erase(call, spelling);
    }
    const auto* const same
        = std::find_if(kSame.begin(), kSame.end(), [&](const auto& one) { return one.first == call; });
    if (same != kSame.end())
        call = same->second;
    return call.append(text.substr(rest));
}

} // namespace stepscope::compare
