// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/value_text.h"

#include "core/util/json_text.h"

#include <fmt/format.h>

namespace stepscope::pickle {
namespace {

constexpr std::size_t kMaxText = 4096;

class TextWriter
{
public:
    TextWriter(const ValueArena& arena, const StringPool& names)
        : m_arena(arena)
        , m_names(names)
    {
    }

    void add(Value value)
    {
        if (m_text.size() > kMaxText)
            return;
        if (value.isObject())
            addObject(value);
        else if (value.is(Kind::Text))
            m_text += quoteJson(m_names.view(value.name()));
        else
            m_text += scalarText(value);
    }
    [[nodiscard]] std::string take()
    {
        if (m_text.size() > kMaxText)
            m_text += "…";
        return std::move(m_text);
    }
    [[nodiscard]] std::string scalarText(Value value) const
    {
        switch (value.kind()) {
        case Kind::False:
            return "False";
        case Kind::True:
            return "True";
        case Kind::Int:
        case Kind::WideInt:
            return fmt::format("{}", *m_arena.signedOf(value));
        case Kind::WideUnsigned:
            return fmt::format("{}", *m_arena.bitsOf(value));
        case Kind::Real:
            return fmt::format("{}", *m_arena.realOf(value));
        case Kind::Digits:
        case Kind::Text:
            return std::string(m_names.view(value.name()));
        default:
            return "None";
        }
    }

private:
    void addObject(Value value)
    {
        const bool isDict = value.is(Kind::Dict);
        m_text += isDict ? '{' : value.is(Kind::List) ? '[' : '(';
        const std::span<const Value> elements = m_arena.elements(value);
        for (std::size_t i = 0; i < elements.size() && m_text.size() <= kMaxText; ++i) {
            if (i > 0)
                m_text += isDict && i % 2 == 1 ? ": " : ", ";
            add(elements[i]);
        }
        m_text += isDict ? '}' : value.is(Kind::List) ? ']' : ')';
    }

    const ValueArena& m_arena;
    const StringPool& m_names;
    std::string m_text;
};

} // namespace

std::string valueText(const ValueArena& arena, const StringPool& names, Value value)
{
    TextWriter writer(arena, names);
    if (!value.isObject())
        return writer.scalarText(value);
    writer.add(value);
    return writer.take();
}

} // namespace stepscope::pickle
