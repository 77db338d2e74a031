// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Values under construction, as pickles and JSON build them: an object lies below a mark, what belongs to it above.
// When the text ends early, salvage() closes what is open. One thread.

#include "core/pickle/value_arena.h"

#include <cstdint>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stepscope::pickle {

class ValueStack
{
public:
    static constexpr std::size_t kMaxMarks = 1000;

    explicit ValueStack(ValueArena& arena)
        : m_arena(arena)
    {
    }

    void push(Value value)
    {
        if (m_values.size() >= m_arena.limit())
            throw std::bad_alloc();
        m_values.push_back(value);
    }
    void resize(std::size_t size) { m_values.resize(size); }
    [[nodiscard]] Value top() const { return m_values.back(); }
    [[nodiscard]] Value operator[](std::size_t i) const { return m_values[i]; }
    [[nodiscard]] std::size_t size() const { return m_values.size(); }

    [[nodiscard]] bool mark(); // false: too many
    [[nodiscard]] bool hasMark() const { return !m_marks.empty(); }
    std::size_t popMark();                                                                   // its height
    [[nodiscard]] std::size_t floor() const { return m_marks.empty() ? 0 : m_marks.back(); } // of the last mark

    // Moves all values from that height on into the object.
    [[nodiscard]] ArenaRefusal extend(Value object, std::size_t from);
    // The text ended early: the outermost object with what was read of it; unset when there is none.
    [[nodiscard]] Value salvage();

private:
    void close(Value owner, std::size_t from, Value cutDict);
    void dropCut(Value owner, std::size_t from, Value cutDict);

    ValueArena& m_arena;
    std::vector<Value> m_values;
    std::vector<std::size_t> m_marks; // heights
};

// What was refused, for people: "nests more than 64 objects".
[[nodiscard]] std::string refusalText(ArenaRefusal refusal);

} // namespace stepscope::pickle
