// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Walks over the arguments of one event, whose tokens have been checked by then. O(tokens).

#include "core/json/event_writer.h"
#include "core/json/token_walk.h"

#include <cstdint>
#include <string_view>

namespace stepscope::json {

struct IgnoreArgScalars
{
    void oddScalar(const OddScalar&) const { }
};
using ArgsWalk = TokenWalk<IgnoreArgScalars>;

// Calls visit(key, walk) for each member of the object at `token`; visit reads or skips the value. The tokens have been
// checked before, so a false only ends the walk.
template <class Visit> void forEachMember(const EventSource& event, const std::uint32_t* token, Visit visit)
{
    IgnoreArgScalars ignore;
    ArgsWalk walk(event.text, token, event.tokens.data() + event.tokens.size(), ignore);
    if (!walk.take('{') || walk.peek() == '}')
        return;
    std::string_view key;
    do {
        if (!walk.takeKey(key) || !visit(key, walk))
            return;
    } while (walk.take(','));
}

// Text of a string or scalar value; advances. Empty for objects and arrays.
inline bool takeScalar(ArgsWalk& walk, std::string_view& text, bool& quoted)
{
    quoted = walk.peek() == '"';
    if (quoted)
        return walk.takeString(text);
    if (walk.peek() != '{' && walk.peek() != '[')
        text = walk.scalarText();
    return walk.skipValue();
}

// Text of the list that starts at the token. It has been checked: it ends.
inline std::string_view listText(const EventSource& event, const std::uint32_t* first)
{
    const std::uint32_t* last = first;
    for (int depth = 0;; ++last) {
        const char c = event.text[*last];
        depth += c == '[' || c == '{' ? 1 : 0;
        if ((c == ']' || c == '}') && --depth == 0)
            break;
    }
    return {event.text + *first, *last + 1 - *first};
}

} // namespace stepscope::json
