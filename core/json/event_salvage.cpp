// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/event_salvage.h"

#include "core/json/token_walk.h"
#include "core/json/utf8.h"
#include "core/util/json_text.h"
#include "core/util/time.h"

#include <array>

namespace stepscope::json {
namespace {

// What follows `"key" :`, or an empty text.
std::string_view afterKey(std::string_view bytes, std::string_view key)
{
    const std::string quoted = quoteJson(key);
    for (std::size_t at = bytes.find(quoted); at != std::string_view::npos; at = bytes.find(quoted, at + 1)) {
        std::size_t next = at + quoted.size();
        while (next < bytes.size() && isBlank(bytes[next]))
            ++next;
        if (next >= bytes.size() || bytes[next] != ':')
            continue;
        ++next;
        while (next < bytes.size() && isBlank(bytes[next]))
            ++next;
        return bytes.substr(next);
    }
    return {};
}

// A scalar, or the contents of a string up to the quote that is followed by a comma, a brace or the end of the line.
std::string_view fieldText(std::string_view rest)
{
    if (rest.empty() || rest[0] != '"')
        return rest.substr(0, rest.find_first_of(",}] \t\r\n\""));
    for (std::size_t at = rest.find('"', 1); at != std::string_view::npos; at = rest.find('"', at + 1)) {
        const std::size_t next = rest.find_first_not_of(" \t\r\n", at + 1);
        if (next == std::string_view::npos || rest[next] == ',' || rest[next] == '}')
            return rest.substr(1, at - 1);
    }
    return rest.substr(1, std::min<std::size_t>(rest.find('\n', 1), 4096) - 1);
}

constexpr std::array<std::string_view, 8> kFields {"ph", "cat", "name", "pid", "tid", "ts", "dur", "id"};

} // namespace

bool holdsEventFields(std::string_view bytes)
{
    for (const std::string_view key : kFields) {
        if (!afterKey(bytes, key).empty())
            return true;
    }
    return false;
}

std::optional<std::string> salvageEvent(std::string_view bytes)
{
    std::string event = "{";
    bool hasPhase = false;
    bool hasTime = false;
    bool metadata = false;
    for (const std::string_view key : kFields) {
        const std::string_view rest = afterKey(bytes, key);
        if (rest.empty())
            continue;
        const std::string text = visibleText(fieldText(rest));
        if (key == "ph") {
            hasPhase = text.size() == 1 && ((text[0] >= 'A' && text[0] <= 'Z') || (text[0] >= 'a' && text[0] <= 'z'));
            metadata = text == "M";
        }
        if (key == "ts" || key == "dur") {
            if (!parseMicroseconds(text))
                continue;
            hasTime = hasTime || key == "ts";
        }
        // Numbers stay numbers; everything else becomes a string.
        const bool number = rest[0] != '"' && parseMicroseconds(text).has_value();
        event.append(event.size() > 1 ? ",\"" : "\"").append(key).append("\":");
        event += number ? text : quoteJson(text);
    }
    if (!hasPhase || (!hasTime && !metadata))
        return std::nullopt;
    return event + "}";
}

} // namespace stepscope::json
