// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Walks the tokens of a StructuralIndex and checks the grammar on the way. Small value type, all inline: this is the
// hottest code of the loader. A member that returns false has met text that is not strict JSON; the walk ends there and
// the text goes to the recovering reader. Bare words such as NaN are the one liberty: they are counted, not refused.

#include "core/json/number_text.h"
#include "core/util/parse_time.h"

#include <cstdint>
#include <string_view>

namespace stepscope::json {

inline bool isBlank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

// Called for scalars that are not plain JSON: bare words and integers beyond 64 bits.
struct OddScalar
{
    std::uint32_t position = 0;
    std::uint32_t length = 0;
    bool bare = false; // else: an integer that does not fit 64 bits
};

template <class OddScalarSink> class TokenWalk
{
public:
    TokenWalk(const char* text, const std::uint32_t* first, const std::uint32_t* last, OddScalarSink& sink)
        : m_text(text)
        , m_at(first)
        , m_last(last)
        , m_sink(sink)
    {
    }

    [[nodiscard]] bool atEnd() const { return m_at == m_last; }
    [[nodiscard]] const std::uint32_t* position() const { return m_at; }
    void seek(const std::uint32_t* at) { m_at = at; }
    // Current token's first character and place; 0 and the text's size at the end.
    [[nodiscard]] char peek() const { return m_at == m_last ? '\0' : m_text[*m_at]; }
    [[nodiscard]] std::uint32_t offset() const { return *m_at; }
    void advance() { ++m_at; }
    [[nodiscard]] OddScalarSink& sink() const { return m_sink; }

    bool take(char c)
    {
        if (peek() != c)
            return false;
        ++m_at;
        return true;
    }
    // A string token: its contents, still escaped.
    bool takeString(std::string_view& contents)
    {
        if (peek() != '"')
            return false;
        const std::uint32_t begin = *m_at + 1;
        std::uint32_t end = m_at[1];
        while (end > begin && isBlank(m_text[end - 1]))
            --end;
        if (end <= begin || m_text[end - 1] != '"')
            return false;
        contents = {m_text + begin, end - 1 - begin};
        ++m_at;
        return true;
    }
    bool takeKey(std::string_view& key) { return takeString(key) && take(':'); }
    // Text of the scalar token here, without blanks behind it. Does not advance.
    [[nodiscard]] std::string_view scalarText() const
    {
        std::uint32_t end = m_at[1];
        while (end > *m_at && isBlank(m_text[end - 1]))
            --end;
        return {m_text + *m_at, end - *m_at};
    }
    // Skips one value of any kind, checking it.
    bool skipValue()
    {
        switch (peek()) {
        case '"': {
            std::string_view ignored;
            return takeString(ignored);
        }
        case '{':
        case '[':
            return skipContainer();
        case '\0':
        case '}':
        case ']':
        case ',':
        case ':':
            return false;
        default:
            return skipScalar();
        }
    }
    bool skipScalar()
    {
        const std::string_view text = scalarText();
        if (isPlainInteger(text)) {
            ++m_at;
            return true;
        }
        const ScalarKind kind = scalarKind(text);
        if (kind == ScalarKind::None)
            return false;
        if (kind == ScalarKind::BareWord || kind == ScalarKind::HugeInteger)
            m_sink.oddScalar({*m_at, static_cast<std::uint32_t>(text.size()), kind == ScalarKind::BareWord});
        ++m_at;
        return true;
    }
    // As skipValue(), quick for the form that times have: digits, or digits, a point and three digits.
    bool skipTime()
    {
        if (atEnd())
            return false;
        const std::string_view text = scalarText();
        const std::size_t n = text.size();
        const auto digit = [&](std::size_t i) { return text[i] >= '0' && text[i] <= '9'; };
        const bool decimal = n > 4 && text[n - 4] == '.' && digit(n - 3) && digit(n - 2) && digit(n - 1);
        if (!isPlainInteger(decimal ? text.substr(0, n - 4) : text))
            return skipValue();
        ++m_at;
        return true;
    }

private:
    static constexpr int kMaxDepth = 512;

    // Skips members `"key": value,` whose value is a string or a number and ends right at the comma: most there are.
    // Stops in front of the first other one, which the general way then judges. True when it skipped any.
    bool skipPlainMembers()
    {
        const std::uint32_t* at = m_at;
        while (m_last - at >= 4 && m_text[at[0]] == '"' && m_text[at[1]] == ':' && m_text[at[3]] == ',') {
            const std::uint32_t length = at[3] - at[2];
            const char c = m_text[at[2]];
            const bool key = at[1] - at[0] >= 2 && m_text[at[1] - 1] == '"';
            const bool string = c == '"' && m_text[at[3] - 1] == '"' && length >= 2;
            if (!key || !(string || isPlainInteger({m_text + at[2], length})))
                break;
            at += 4;
        }
        const bool any = at != m_at;
        m_at = at;
        return any;
    }
    bool skipContainer()
    {
        // One bit a level: 1 = object. Deeper nesting than a word holds is counted on, but never goes past kMaxDepth.
        std::uint64_t objects[kMaxDepth / 64 + 1] = {};
        int depth = 0;
        const auto isObject = [&] { return (objects[depth / 64] >> (depth % 64)) & 1U; };
        const auto open = [&](bool object) {
            ++depth;
            const std::uint64_t bit = std::uint64_t {1} << (depth % 64);
            objects[depth / 64] = object ? objects[depth / 64] | bit : objects[depth / 64] & ~bit;
        };
        open(peek() == '{');
        ++m_at;
        bool first = true;
        std::string_view key;
        for (;;) {
            if (isObject())
                first = !skipPlainMembers() && first;
            const char closing = isObject() ? '}' : ']';
            if (first && peek() == closing) {
                ++m_at;
            } else {
                if (isObject() && !takeKey(key))
                    return false;
                const char c = peek();
                if (c == '{' || c == '[') {
                    if (depth + 1 >= kMaxDepth)
                        return false;
                    noteListMember(key, depth);
                    open(c == '{');
                    ++m_at;
                    first = true;
                    continue;
                }
                if (!skipValue())
                    return false;
                first = false;
                if (take(','))
                    continue;
                if (!take(isObject() ? '}' : ']'))
                    return false;
            }
            first = false;
            // Close all levels that end here.
            for (;;) {
                if (--depth == 0)
                    return true;
                if (take(','))
                    break;
                if (!take(isObject() ? '}' : ']'))
                    return false;
            }
        }
    }

    // Tells sinks that want to know of the lists that are members of the object that is skipped.
    void noteListMember(std::string_view key, int depth)
    {
        if constexpr (requires { m_sink.listMember(key, m_at); }) {
            if (depth == 1 && peek() == '[')
                m_sink.listMember(key, m_at);
        }
    }

    // Nearly all scalars are integers of a few digits: those are told eight characters at a time (the text is padded).
    static bool isPlainInteger(std::string_view text)
    {
        const char* p = text.data();
        std::size_t n = text.size();
        if (*p == '-') {
            ++p;
            --n;
        }
        if (n - 1 >= 16 || (*p == '0' && n > 1)) // also n == 0
            return false;
        return n <= 8 ? detail::areDigits(detail::paddedDigits(p, n))
                      : detail::areDigits(detail::load<std::uint64_t>(p))
                && detail::areDigits(detail::paddedDigits(p + 8, n - 8));
    }

    const char* m_text;
    const std::uint32_t* m_at;
    const std::uint32_t* m_last;
    OddScalarSink& m_sink;
};

} // namespace stepscope::json
