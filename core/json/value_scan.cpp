// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/value_scan.h"

#include "core/json/token_walk.h"

#include <array>
#include <cstdint>

namespace stepscope::json {
namespace {

using Stop = ValueScan::Stop;

bool isScalarCharacter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '+'
        || c == '-' || c == '_' || c == '/';
}

class Scanner
{
public:
    Scanner(std::string_view text, std::size_t at)
        : m_text(text)
        , m_at(at)
    {
    }

    ValueScan value() { return finish(Expect::Value); }
    ValueScan restOfObject(bool atMember)
    {
        m_depth = 1;
        m_objects[0] = 2;
        return finish(atMember ? Expect::KeyOrEnd : Expect::CommaOrEnd);
    }

private:
    enum class Expect
    {
        Value,
        ValueOrEnd, // right behind `[`
        Key,
        KeyOrEnd, // right behind `{`
        Colon,
        CommaOrEnd,
        Nothing,
    };
    static constexpr std::size_t kMaxDepth = 512;

    ValueScan finish(Expect expect)
    {
        while (expect != Expect::Nothing && !m_failed)
            expect = step(expect);
        m_scan.at = m_at < m_text.size() ? m_at : m_text.size();
        m_scan.stop = !m_failed ? Stop::Complete : m_at >= m_text.size() ? Stop::EndOfText : Stop::Broken;
        return m_scan;
    }
    Expect fail()
    {
        m_failed = true;
        return Expect::Nothing;
    }
    [[nodiscard]] bool inObject() const { return ((m_objects[m_depth / 64] >> (m_depth % 64)) & 1U) != 0; }
    [[nodiscard]] Expect afterValue() const { return m_depth == 0 ? Expect::Nothing : Expect::CommaOrEnd; }

    Expect step(Expect expect);
    Expect value(bool mayEnd);
    Expect key(bool mayEnd);
    Expect open(bool object);
    Expect close(char c);
    bool string();

    std::string_view m_text;
    std::size_t m_at;
    bool m_failed = false;
    std::size_t m_depth = 0;
    std::array<std::uint64_t, kMaxDepth / 64 + 1> m_objects {}; // one bit a level: 1 = object
    ValueScan m_scan;
};

Scanner::Expect Scanner::open(bool object)
{
    if (m_depth + 1 >= kMaxDepth)
        return fail();
    ++m_depth;
    ++m_at;
    const std::uint64_t bit = std::uint64_t {1} << (m_depth % 64);
    std::uint64_t& word = m_objects[m_depth / 64];
    word = object ? word | bit : word & ~bit;
    return object ? Expect::KeyOrEnd : Expect::ValueOrEnd;
}

Scanner::Expect Scanner::close(char c)
{
    if (c != (inObject() ? '}' : ']'))
        return fail();
    ++m_at;
    --m_depth;
    return afterValue();
}

// A string up to its closing quote.
bool Scanner::string()
{
    for (++m_at; m_at < m_text.size(); ++m_at) {
        m_at = m_text.find_first_of("\"\\", m_at);
        if (m_at == kNotFound)
            break;
        if (m_text[m_at] == '"') {
            ++m_at;
            return true;
        }
        ++m_at;
    }
    m_at = m_text.size();
    m_failed = true;
    return false;
}

Scanner::Expect Scanner::value(bool mayEnd)
{
    const char c = m_text[m_at];
    if (c == '{' || c == '[')
        return open(c == '{');
    if (c == '"')
        return string() ? afterValue() : Expect::Nothing;
    if (c == ']' && mayEnd)
        return close(c);
    const std::size_t begin = m_at;
    while (m_at < m_text.size() && isScalarCharacter(m_text[m_at]))
        ++m_at;
    // A scalar that reaches the end of the text may go on behind it.
    return m_at == begin || m_at >= m_text.size() ? fail() : afterValue();
}

Scanner::Expect Scanner::key(bool mayEnd)
{
    if (m_text[m_at] == '}' && mayEnd)
        return close('}');
    if (m_text[m_at] != '"')
        return fail();
    const std::size_t begin = m_at;
    if (!string())
        return Expect::Nothing;
    m_scan.hasPhase = m_scan.hasPhase || (m_depth == 1 && m_text.substr(begin, m_at - begin) == "\"ph\"");
    return Expect::Colon;
}

Scanner::Expect Scanner::step(Expect expect)
{
    m_at = skipBlanks(m_text, m_at);
    if (m_at >= m_text.size())
        return fail();
    const char c = m_text[m_at];
    switch (expect) {
    case Expect::Value:
    case Expect::ValueOrEnd:
        return value(expect == Expect::ValueOrEnd);
    case Expect::Key:
    case Expect::KeyOrEnd:
        return key(expect == Expect::KeyOrEnd);
    case Expect::Colon:
        ++m_at;
        return c == ':' ? Expect::Value : (--m_at, fail());
    case Expect::CommaOrEnd:
        if (c != ',')
            return close(c);
        ++m_at;
        return inObject() ? Expect::Key : Expect::Value;
    case Expect::Nothing:
        break;
    }
    return fail();
}

} // namespace

ValueScan scanValue(std::string_view text, std::size_t at)
{
    return Scanner(text, at).value();
}

ValueScan scanRestOfObject(std::string_view text, std::size_t at, bool atMember)
{
    return Scanner(text, at).restOfObject(atMember);
}

std::size_t valueEnd(std::string_view text, std::size_t at)
{
    const ValueScan scan = scanValue(text, at);
    return scan.complete() ? scan.at : kNotFound;
}

std::size_t skipBlanks(std::string_view text, std::size_t at)
{
    while (at < text.size() && isBlank(text[at]))
        ++at;
    return at;
}

} // namespace stepscope::json
