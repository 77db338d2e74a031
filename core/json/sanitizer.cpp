// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/sanitizer.h"

#include "core/json/token_walk.h"
#include "core/json/utf8.h"
#include "core/util/json_text.h"

#include <fmt/format.h>

namespace stepscope::json {
namespace {

using Status = SanitizedObject::Status;

bool isKeyCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ' '
        || c == '-' || c == '.' || c == '%' || c == '(' || c == ')' || c == '/';
}

class Sanitizer
{
public:
    Sanitizer(std::string_view text, std::size_t at, ObjectIs objectIs, LookAhead& lookAhead)
        : m_text(text)
        , m_at(at)
        , m_objectIs(objectIs)
        , m_lookAhead(lookAhead)
    {
    }

    SanitizedObject run()
    {
        m_out.status = value(0) ? Status::Complete : m_status;
        m_out.end = m_at;
        return std::move(m_out);
    }

private:
    static constexpr int kMaxDepth = 500;

    [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    void skipBlanks()
    {
        while (m_at < m_text.size() && isBlank(m_text[m_at]))
            ++m_at;
    }
    [[nodiscard]] std::size_t nextSolid(std::size_t at) const
    {
        while (at < m_text.size() && isBlank(m_text[at]))
            ++at;
        return at;
    }
    void note(DiagnosticKind kind, std::size_t offset, std::string detail = {})
    {
        m_out.anomalies.push_back({kind, offset, std::move(detail)});
    }
    bool stop(Status status)
    {
        m_status = m_at >= m_text.size() ? Status::EndOfText : status;
        return false;
    }

    bool value(int depth);
    bool container(int depth, char closing);
    bool member(int depth, bool object);
    bool scalar();
    bool string(bool key, bool inObject);
    void takeEscape(std::size_t& badEscapes, std::size_t& badUnicode);
    void takeCharacter(std::size_t& controls, std::size_t& badUtf8);
    [[nodiscard]] bool closesString(bool key, bool inObject) const;
    [[nodiscard]] bool keyFollows(std::size_t at) const;
    [[nodiscard]] bool leavesEvent();

    std::string_view m_text;
    std::size_t m_at;
    ObjectIs m_objectIs;
    bool m_eventMember = false; // the value being read is a member of the event itself
    LookAhead& m_lookAhead;
    Status m_status = Status::Broken;
    SanitizedObject m_out;
};

bool Sanitizer::value(int depth)
{
    skipBlanks();
    switch (peek()) {
    case '{':
        return depth < kMaxDepth ? container(depth, '}') : stop(Status::Broken);
    case '[':
        return depth < kMaxDepth ? container(depth, ']') : stop(Status::Broken);
    case '"':
        return string(false, false);
    default:
        return scalar();
    }
}

bool Sanitizer::container(int depth, char closing)
{
    m_out.json += m_text[m_at++];
    bool first = true;
    bool separated = true; // a comma (or nothing yet) stands before what comes
    for (;;) {
        skipBlanks();
        if (m_at >= m_text.size())
            return stop(Status::EndOfText);
        if (peek() == ',') {
            if (separated)
                note(DiagnosticKind::stray_comma, m_at);
            separated = true;
            ++m_at;
            continue;
        }
        if (peek() == closing) {
            if (separated && !first)
                note(DiagnosticKind::stray_comma, m_at);
            m_out.json += closing;
            ++m_at;
            return true;
        }
        if (!separated) {
            if (closing != '}' || !keyFollows(m_at))
                return stop(Status::Broken);
            note(DiagnosticKind::damaged_event, m_at, "missing comma");
        }
        if (!first)
            m_out.json += ',';
        if (!member(depth, closing == '}'))
            return false;
        first = separated = false;
    }
}

bool Sanitizer::member(int depth, bool object)
{
    if (!object)
        return peek() == '"' ? string(false, false) : value(depth + 1);
    if (peek() != '"' || !string(true, true))
        return stop(m_status);
    skipBlanks();
    if (peek() != ':')
        return stop(Status::Broken);
    m_out.json += ':';
    ++m_at;
    skipBlanks();
    m_eventMember = depth == 0 && m_objectIs == ObjectIs::Event;
    return peek() == '"' ? string(false, true) : value(depth + 1);
}

// A number, a literal or a bare word; the strict parser judges it. A missing value becomes null.
bool Sanitizer::scalar()
{
    const std::size_t begin = m_at;
    while (m_at < m_text.size()) {
        const auto c = static_cast<unsigned char>(m_text[m_at]);
        if (c <= ' ' || c >= 0x7f || c == ',' || c == '}' || c == ']' || c == '"' || c == '{' || c == '[' || c == ':')
            break;
        ++m_at;
    }
    if (m_at >= m_text.size())
        return stop(Status::EndOfText);
    const std::string_view token = m_text.substr(begin, m_at - begin);
    const bool plain = token.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-._/")
        == std::string_view::npos;
    if (token.empty() && peek() != ',' && peek() != '}' && peek() != ']')
        return stop(Status::Broken);
    if (token.empty() || !plain) {
        note(DiagnosticKind::damaged_event, begin, token.empty() ? "missing value" : std::string(token.substr(0, 40)));
        m_out.json += token.empty() ? std::string("null") : quoteJson(token);
        return true;
    }
    m_out.json += token;
    return true;
}

// True when `"key" :` stands at `at`, with a key that can be.
bool Sanitizer::keyFollows(std::size_t at) const
{
    if (at >= m_text.size() || m_text[at] != '"')
        return false;
    std::size_t end = at + 1;
    while (end < m_text.size() && end - at < 64 && isKeyCharacter(m_text[end]))
        ++end;
    if (end >= m_text.size() || m_text[end] != '"')
        return false;
    if (m_eventMember && !isEventField(m_text.substr(at + 1, end - at - 1)))
        return false;
    end = nextSolid(end + 1);
    return end < m_text.size() && m_text[end] == ':';
}

// Does the quote at m_at end the string? By what follows: a key needs its colon; a value a comma before the next
// member, or the end of its object or array.
bool Sanitizer::closesString(bool key, bool inObject) const
{
    std::size_t at = nextSolid(m_at + 1);
    if (at >= m_text.size())
        return true;
    const char c = m_text[at];
    if (key)
        return c == ':';
    if (c == ',') {
        at = nextSolid(at + 1);
        if (at >= m_text.size())
            return true;
        const char after = m_text[at];
        if (inObject)
            return keyFollows(at) || after == ',' || after == '}';
        return after != ']' ? after == '"' || after == '-' || after == '{' || after == '[' || isKeyCharacter(after)
                            : true;
    }
    if (c == (inObject ? '}' : ']')) {
        at = nextSolid(at + 1);
        return at >= m_text.size() || m_text[at] == ',' || m_text[at] == '}' || m_text[at] == ']' || m_text[at] == '{'
            || m_text[at] == '\0';
    }
    return inObject && keyFollows(at); // only the comma is missing
}

// Inside a string that does not end: does another event, or the end of the array of events, begin here?
bool Sanitizer::leavesEvent()
{
    const char c = peek();
    if (c != '{' && c != ']')
        return false;
    std::size_t before = m_at;
    while (before > 0 && isBlank(m_text[before - 1]))
        --before;
    if (before == 0)
        return false;
    if (c == '{')
        return (m_text[before - 1] == ',' || m_text[before - 1] == '}') && isWholeEvent(m_text, m_at, m_lookAhead);
    if (m_text[before - 1] != '}')
        return false;
    std::size_t at = nextSolid(m_at + 1);
    if (at < m_text.size() && m_text[at] == ',')
        return keyFollows(nextSolid(at + 1));
    return at >= m_text.size() || m_text[at] == '}';
}

bool Sanitizer::string(bool key, bool inObject)
{
    const std::size_t begin = m_at++;
    std::size_t controls = 0;
    std::size_t badUtf8 = 0;
    std::size_t badEscapes = 0;
    std::size_t quotes = 0;
    m_out.json += '"';
    for (;;) {
        if (m_at >= m_text.size())
            return stop(Status::EndOfText);
        const char c = m_text[m_at];
        if (c == '"') {
            if (closesString(key, inObject))
                break;
            ++quotes;
            m_out.json += "\\\"";
            ++m_at;
        } else if (c == '\\') {
            takeEscape(badEscapes, badUtf8);
        } else if (leavesEvent()) {
            return stop(Status::Broken);
        } else {
            takeCharacter(controls, badUtf8);
        }
    }
    ++m_at;
    m_out.json += '"';
    const auto report = [&](DiagnosticKind kind, std::size_t count) {
        if (count > 0)
            note(kind, begin, std::string(m_text.substr(begin, std::min<std::size_t>(m_at - begin, 80))));
    };
    report(DiagnosticKind::bad_string, quotes);
    report(DiagnosticKind::control_char, controls);
    report(DiagnosticKind::bad_utf8, badUtf8);
    report(DiagnosticKind::bad_escape, badEscapes);
    return true;
}

void Sanitizer::takeEscape(std::size_t& badEscapes, std::size_t& badUnicode)
{
    const std::size_t length = escapeLength(m_text.data() + m_at, m_text.data() + m_text.size());
    if (length > 0) {
        m_out.json += m_text.substr(m_at, length);
        m_at += length;
        return;
    }
    if (isLoneSurrogate(m_text.substr(m_at, 6))) {
        ++badUnicode;
        m_out.json += "\xEF\xBF\xBD";
        m_at += 6;
        return;
    }
    ++badEscapes;
    m_out.json += "\\\\";
    ++m_at;
}

void Sanitizer::takeCharacter(std::size_t& controls, std::size_t& badUtf8)
{
    const auto c = static_cast<unsigned char>(m_text[m_at]);
    if (c < 0x20) {
        ++controls;
        appendUtf8(m_out.json, 0x2400U + c); // the symbol of the control character
        ++m_at;
        return;
    }
    const std::size_t length = utf8Length(m_text.substr(m_at, 4));
    if (length == 0) {
        ++badUtf8;
        m_out.json += "\xEF\xBF\xBD";
        ++m_at;
        return;
    }
    m_out.json += m_text.substr(m_at, length);
    m_at += length;
}

} // namespace

SanitizedObject sanitizeObject(std::string_view text, std::size_t at, ObjectIs objectIs, LookAhead& lookAhead)
{
    return Sanitizer(text, at, objectIs, lookAhead).run();
}

} // namespace stepscope::json
