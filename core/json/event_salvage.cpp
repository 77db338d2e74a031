// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/event_salvage.h"

#include "core/json/number_text.h"
#include "core/json/record_boundary.h"
#include "core/json/token_walk.h"
#include "core/json/utf8.h"
#include "core/util/json_text.h"
#include "core/util/time.h"

#include <array>

namespace stepscope::json {
namespace {

constexpr std::size_t kLongestText = 4096;

bool isBeforeKey(char c)
{
    return c == ',' || isBlank(c);
}

// What follows `"key" :`, or an empty text.
std::string_view afterKey(std::string_view bytes, std::string_view key)
{
    const std::string quoted = quoteJson(key);
    for (std::size_t at = bytes.find(quoted); at != kNotFound; at = bytes.find(quoted, at + 1)) {
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

// The contents of the string that starts `rest`: up to the quote that is followed by a comma, a brace or the end, else
// up to what looks like the next field, else to the end of the line.
std::string_view stringContents(std::string_view rest)
{
    rest = rest.substr(1, kLongestText);
    for (std::size_t at = rest.find('"'); at != kNotFound; at = rest.find('"', at + 1)) {
        const std::size_t next = skipBlanks(rest, at + 1);
        if (next >= rest.size() || rest[next] == ',' || rest[next] == '}')
            return rest.substr(0, at);
        const std::size_t end = rest.find('"', at + 1);
        if (end != kNotFound && isEventField(rest.substr(at + 1, end - at - 1)) && at > 0 && isBeforeKey(rest[at - 1]))
            return rest.substr(0, rest.find_last_not_of(", \t\r\n", at - 1) + 1);
    }
    return rest.substr(0, rest.find('\n'));
}

// The contents as those of a valid JSON string.
std::string cleaned(std::string_view contents)
{
    std::string out;
    StringFlaws flaws;
    for (std::size_t at = 0; at < contents.size();)
        at = appendCleaned(out, contents, at, flaws);
    return out;
}

constexpr std::array<std::string_view, 10> kFields {"ph", "cat", "name", "pid", "tid", "ts", "dur", "id", "bp", "s"};

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
        const bool quoted = rest[0] == '"';
        const std::string text
            = cleaned(quoted ? stringContents(rest) : rest.substr(0, rest.find_first_of(",}] \t\r\n\"")));
        if (key == "ph") {
            hasPhase = text.size() == 1 && ((text[0] >= 'A' && text[0] <= 'Z') || (text[0] >= 'a' && text[0] <= 'z'));
            metadata = text == "M";
        }
        const bool isTime = key == "ts" || key == "dur";
        if (isTime && !parseMicroseconds(text))
            continue;
        hasTime = hasTime || key == "ts";
        // Numbers stay numbers; everything else becomes a string.
        const bool number = !quoted && scalarKind(text) == ScalarKind::Number;
        event.append(event.size() > 1 ? ",\"" : "\"").append(key).append(number ? "\":" : "\":\"");
        event.append(text).append(number ? "" : "\"");
    }
    if (!hasPhase || (!hasTime && !metadata))
        return std::nullopt;
    return event + "}";
}

} // namespace stepscope::json
