// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/record_boundary.h"

#include "core/json/token_walk.h"

#include <algorithm>
#include <array>

namespace stepscope::json {
namespace {

constexpr std::array<std::string_view, 23> kEventFields {"ph", "name", "cat", "ts", "pid", "tid", "args", "dur", "tts",
    "id", "id2", "s", "tdur", "bp", "scope", "sf", "stack", "esf", "estack", "bind_id", "flow_in", "flow_out", "cname"};
constexpr std::size_t kLongestField = 8;

} // namespace

bool isEventField(std::string_view key)
{
    return std::find(kEventFields.begin(), kEventFields.end(), key) != kEventFields.end();
}

bool startsLikeEvent(std::string_view text, std::size_t at)
{
    text = text.substr(0, at + kLongestBoundary);
    at = skipBlanks(text, at + 1);
    if (at >= text.size() || text[at] != '"')
        return false;
    const std::size_t quote = text.substr(0, at + kLongestField + 2).find('"', at + 1);
    if (quote == kNotFound || !isEventField(text.substr(at + 1, quote - at - 1)))
        return false;
    at = skipBlanks(text, quote + 1);
    return at < text.size() && text[at] == ':';
}

std::size_t findRecordBoundary(std::string_view text, std::size_t from)
{
    for (std::size_t brace = text.find('}', from); brace != kNotFound; brace = text.find('}', brace + 1)) {
        const std::string_view near = text.substr(0, brace + kLongestBoundary);
        std::size_t at = skipBlanks(near, brace + 1);
        if (at >= near.size() || near[at] != ',')
            continue;
        at = skipBlanks(near, at + 1);
        if (at < near.size() && near[at] == '{' && startsLikeEvent(near, at))
            return at;
    }
    return kNotFound;
}

std::size_t findLikelyEvent(std::string_view text, std::size_t from)
{
    for (std::size_t at = text.find('{', from); at != kNotFound; at = text.find('{', at + 1)) {
        std::size_t before = at;
        while (before > 0 && isBlank(text[before - 1]))
            --before;
        if (before > 0 && (text[before - 1] == ',' || text[before - 1] == '}') && startsLikeEvent(text, at))
            return at;
    }
    return kNotFound;
}

ValueScan::Stop scanEvent(std::string_view text, std::size_t at, LookAhead& lookAhead)
{
    const std::size_t limit = std::min(LookAhead::kFarthest, lookAhead.budget());
    const ValueScan scan = scanValue(text.substr(0, at + limit), at);
    lookAhead.spend(scan.at - at);
    if (scan.stop == ValueScan::Stop::EndOfText && text.size() - at >= limit)
        return ValueScan::Stop::Broken;
    return scan.complete() && !scan.hasPhase ? ValueScan::Stop::Broken : scan.stop;
}

} // namespace stepscope::json
