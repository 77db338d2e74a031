// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Tells whether a bracket ends the array of events or stands there by damage: what follows the array decides. One
// thread. O(what follows the array), at most a few MiB a question.

#include "core/json/record_boundary.h"
#include "core/json/text_window.h"

#include <cstdint>

namespace stepscope::json {

class ArrayEnd
{
public:
    ArrayEnd(const io::TextStore& store, bool isObject)
        : m_window(store)
        , m_isObject(isObject)
    {
    }

    enum class Verdict
    {
        Sound,    // the document goes on and ends as it should, and the text with it
        Cut,      // it goes on as it should until the text ends
        Trailing, // it ends as it should, and another one seems to follow
        Unsound,
    };
    // What follows the byte before `offset`, if that were the bracket.
    [[nodiscard]] Expected<Verdict> judge(std::uint64_t offset, LookAhead& lookAhead)
    {
        return judge(offset, true, lookAhead);
    }
    // As judge(), for text that starts with a key or a brace: the comma before it has been read.
    [[nodiscard]] Expected<Verdict> judgeRest(std::uint64_t offset, LookAhead& lookAhead);
    // Is the bracket at `offset` the end? Where what follows is damaged too, it is unless events follow.
    [[nodiscard]] Expected<bool> isHere(std::uint64_t offset, LookAhead& lookAhead);

private:
    [[nodiscard]] Expected<Verdict> judge(std::uint64_t offset, bool comma, LookAhead& lookAhead);

    TextWindow m_window;
    bool m_isObject;
};

} // namespace stepscope::json
