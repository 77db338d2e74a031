// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/value_stack.h"

#include <algorithm>
#include <fmt/format.h>

namespace stepscope::pickle {

bool ValueStack::mark()
{
    if (m_marks.size() >= kMaxMarks)
        return false;
    m_marks.push_back(m_values.size());
    return true;
}

std::size_t ValueStack::popMark()
{
    const std::size_t from = m_marks.back();
    m_marks.pop_back();
    return from;
}

ArenaRefusal ValueStack::extend(Value object, std::size_t from)
{
    const ArenaRefusal refusal = m_arena.extend(object, std::span(m_values).subspan(from));
    m_values.resize(from);
    return refusal;
}

// A dictionary that was cut, or has just begun, is no element: it would be an entry without half of its fields. What
// follows it was to go into it.
void ValueStack::dropCut(Value owner, std::size_t from, Value cutDict)
{
    constexpr std::size_t kBegun = 3; // a dictionary with the key and value of its only pair
    const std::size_t first = std::max(from, m_values.size() - std::min(m_values.size(), kBegun));
    for (std::size_t i = first; i < m_values.size(); ++i) {
        const Value value = m_values[i];
        const bool isBehindKey = owner.is(Kind::Dict) && (i - from) % 2 != 0;
        const bool isEmpty
            = value.is(Kind::Dict) && m_arena.role(value) == Role::Elements && m_arena.elements(value).empty();
        if (!isBehindKey && (isEmpty || (cutDict.isSet() && value == cutDict))) {
            m_values.resize(i);
            return;
        }
    }
}

// Moves what lies above `owner` into it, as far as it is complete.
void ValueStack::close(Value owner, std::size_t from, Value cutDict)
{
    dropCut(owner, from, cutDict);
    const std::size_t count = m_values.size() - from;
    const bool isOdd = owner.is(Kind::Dict) && count % 2 != 0;
    if (isOdd && count >= 3 && m_values.back().isObject() && m_values[m_values.size() - 2].is(Kind::List)) {
        // The only element of a list, which has no mark.
        if (extend(m_values[m_values.size() - 2], m_values.size() - 1) != ArenaRefusal::None)
            return m_values.resize(from);
    } else if (isOdd) {
        m_values.pop_back(); // a key without its value
    }
    if (!owner.isObject() || extend(owner, from) != ArenaRefusal::None)
        m_values.resize(from); // hostile, and cut besides: what fits is kept
}

Value ValueStack::salvage()
{
    Value cutDict;
    while (!m_marks.empty()) {
        const std::size_t from = popMark();
        const Value owner = from > floor() ? m_values[from - 1] : Value {};
        close(owner, from, cutDict);
        cutDict = owner.is(Kind::Dict) ? owner : Value {};
    }
    if (m_values.size() > 1)
        close(m_values.front(), 1, cutDict);
    return m_values.empty() ? Value {} : m_values.front();
}

std::string refusalText(ArenaRefusal refusal)
{
    switch (refusal) {
    case ArenaRefusal::Frozen:
        return "adds to an object that is part of another one, or of itself";
    case ArenaRefusal::TooDeep:
        return fmt::format("nests more than {} objects", ValueArena::kMaxDepth);
    case ArenaRefusal::TooMany:
        return "has more values than can be addressed";
    case ArenaRefusal::None:
        break;
    }
    return "is fine";
}

} // namespace stepscope::pickle
