// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/record_boundary.h"

#include "core/json/token_walk.h"

#include <algorithm>
#include <array>

namespace stepscope::json {
namespace {

constexpr std::array<std::string_view, 23> kEventFields {"ph", "name", "cat", "ts", "pid", "tid", "args", "dur", "tts",
    "id", "id2", "s", "tdur", "bp", "scope", "sf", "stack", "esf", "estack", "bind_id", "flow_in", "flow_out", "cname"};

std::size_t skipBlanks(std::string_view text, std::size_t at)
{
    while (at < text.size() && isBlank(text[at]))
        ++at;
    return at;
}

} // namespace

bool isEventField(std::string_view key)
{
    return std::find(kEventFields.begin(), kEventFields.end(), key) != kEventFields.end();
}

bool startsLikeEvent(std::string_view text, std::size_t at)
{
    at = skipBlanks(text, at + 1);
    if (at >= text.size() || text[at] != '"')
        return false;
    const std::size_t quote = text.find('"', at + 1);
    if (quote == kNotFound || quote - at > 8)
        return false;
    if (!isEventField(text.substr(at + 1, quote - at - 1)))
        return false;
    at = skipBlanks(text, quote + 1);
    return at < text.size() && text[at] == ':';
}

std::size_t findRecordBoundary(std::string_view text, std::size_t from)
{
    for (std::size_t brace = text.find('}', from); brace != kNotFound; brace = text.find('}', brace + 1)) {
        std::size_t at = skipBlanks(text, brace + 1);
        if (at >= text.size() || text[at] != ',')
            continue;
        at = skipBlanks(text, at + 1);
        if (at < text.size() && text[at] == '{' && startsLikeEvent(text, at))
            return at;
    }
    return kNotFound;
}

std::size_t strictEnd(std::string_view text, std::size_t at)
{
    std::size_t depth = 0;
    for (std::size_t i = at; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') {
            for (++i; i < text.size() && text[i] != '"'; ++i)
                i += text[i] == '\\' ? 1 : 0;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if ((c == '}' || c == ']') && --depth == 0) {
            return i + 1;
        }
        if (depth == 0)
            return kNotFound;
    }
    return kNotFound;
}

bool isWholeEvent(std::string_view text, std::size_t at, LookAhead& lookAhead)
{
    if (!startsLikeEvent(text, at))
        return false;
    const std::string_view ahead = text.substr(at, std::min(LookAhead::kFarthest, lookAhead.budget));
    const std::size_t end = strictEnd(ahead, 0);
    lookAhead.budget -= std::min(end, ahead.size());
    if (end == kNotFound)
        return false;
    const std::size_t next = skipBlanks(text, at + end);
    if (next < text.size() && text[next] != ',' && text[next] != ']')
        return false;
    return ahead.substr(0, end).find("\"ph\"") != kNotFound;
}

} // namespace stepscope::json
