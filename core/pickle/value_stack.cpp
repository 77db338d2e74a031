// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/value_stack.h"

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

// Moves what lies above `owner` into it, as far as it is complete.
void ValueStack::close(Value owner, std::size_t from, Value cutDict)
{
    if (cutDict.isSet() && m_values.size() > from && m_values.back() == cutDict && !isValueOf(owner, from))
        m_values.pop_back();
    const bool isOdd = owner.is(Kind::Dict) && (m_values.size() - from) % 2 != 0;
    if (isOdd && m_values.size() - from >= 3 && m_values[m_values.size() - 2].is(Kind::List)) {
        // The only element of a list, which has no mark.
        if (extend(m_values[m_values.size() - 2], m_values.size() - 1) != ArenaRefusal::None)
            return m_values.resize(from);
    } else if (isOdd) {
        m_values.pop_back(); // a key without its value
    }
    if (!owner.isObject() || extend(owner, from) != ArenaRefusal::None)
        m_values.resize(from); // hostile, and cut besides: what fits is kept
}

// Whether the last value stands behind a key.
bool ValueStack::isValueOf(Value owner, std::size_t from) const
{
    return owner.is(Kind::Dict) && (m_values.size() - from) % 2 == 0;
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
