// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/sanitizer.h"

#include "core/json/number_text.h"
#include "core/json/token_walk.h"
#include "core/json/utf8.h"
#include "core/util/json_text.h"

#include <algorithm>
#include <array>

namespace stepscope::json {
namespace {

using Status = SanitizedObject::Status;

bool isKeyCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ' '
        || c == '-' || c == '.' || c == '%' || c == '(' || c == ')' || c == '/';
}

// Of values that cannot be part of a key: literals can.
bool startsValue(char c)
{
    return c == '"' || c == '{' || c == '[' || c == '-' || (c >= '0' && c <= '9');
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
    void note(DiagnosticKind kind, std::size_t offset, std::string_view detail = {});
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
    [[nodiscard]] bool closesString(bool key, bool inObject) const;
    [[nodiscard]] bool keyFollows(std::size_t at) const;
    // Inside a string that does not end: does another event, or the end of the array of events, begin here?
    // EndOfText: the text ends before that can be told.
    [[nodiscard]] ValueScan::Stop leavesEvent();

    std::string_view m_text;
    std::size_t m_at;
    ObjectIs m_objectIs;
    bool m_eventMember = false; // the value being read is a member of the event itself
    LookAhead& m_lookAhead;
    Status m_status = Status::Broken;
    SanitizedObject m_out;
    std::array<std::size_t, kDiagnosticKinds> m_noted {}; // by kind
};

// Hostile text has anomalies by the million: no more are kept than anybody will look at, the rest is counted.
void Sanitizer::note(DiagnosticKind kind, std::size_t offset, std::string_view detail)
{
    if (m_noted[static_cast<std::size_t>(kind)]++ < Diagnostics::kMaxSamples) {
        m_out.anomalies.push_back({kind, offset, std::string(detail)});
        return;
    }
    const auto last = std::find_if(
        m_out.anomalies.rbegin(), m_out.anomalies.rend(), [kind](const Anomaly& a) { return a.kind == kind; });
    ++last->count;
}

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
    if (peek() == ':')
        ++m_at;
    else if (startsValue(peek()))
        note(DiagnosticKind::damaged_event, m_at, "missing colon");
    else
        return stop(Status::Broken);
    m_out.json += ':';
    skipBlanks();
    m_eventMember = depth == 0 && m_objectIs == ObjectIs::Event;
    return peek() == '"' ? string(false, true) : value(depth + 1);
}

// A number, a literal or a bare word; the strict parser judges it. A missing value becomes null.
bool Sanitizer::scalar()
{
    const std::size_t begin = m_at;
    while (m_at < m_text.size()) {
        const char c = m_text[m_at];
        if (isBlank(c) || c == ',' || c == '}' || c == ']' || c == '"' || c == '{' || c == '[' || c == ':')
            break;
        ++m_at;
    }
    if (m_at >= m_text.size())
        return stop(Status::EndOfText);
    const std::string_view token = m_text.substr(begin, m_at - begin);
    if (token.empty() && peek() != ',' && peek() != '}' && peek() != ']')
        return stop(Status::Broken);
    if (token.empty() || scalarKind(token) == ScalarKind::None) {
        note(DiagnosticKind::damaged_event, begin, token.empty() ? "missing value" : token.substr(0, 40));
        m_out.json += token.empty() ? std::string("null") : quoteJson(visibleText(token));
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
        return c == ':' || startsValue(c);
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

ValueScan::Stop Sanitizer::leavesEvent()
{
    using Stop = ValueScan::Stop;
    const char c = peek();
    if (c != '{' && c != ']')
        return Stop::Broken;
    std::size_t before = m_at;
    while (before > 0 && isBlank(m_text[before - 1]))
        --before;
    if (before == 0)
        return Stop::Broken;
    if (c == '{')
        return m_text[before - 1] == ',' || m_text[before - 1] == '}' ? scanEvent(m_text, m_at, m_lookAhead)
                                                                      : Stop::Broken;
    if (m_text[before - 1] != '}')
        return Stop::Broken;
    const std::size_t at = nextSolid(m_at + 1);
    if (at >= m_text.size())
        return Stop::EndOfText;
    const bool ends = m_text[at] == '}' || (m_text[at] == ',' && keyFollows(nextSolid(at + 1)));
    return ends ? Stop::Complete : Stop::Broken;
}

bool Sanitizer::string(bool key, bool inObject)
{
    const std::size_t begin = m_at++;
    StringFlaws flaws;
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
        } else if (c == '{' || c == ']') {
            const ValueScan::Stop leaves = leavesEvent();
            if (leaves != ValueScan::Stop::Broken)
                return stop(leaves == ValueScan::Stop::Complete ? Status::Broken : Status::EndOfText);
        }
        m_at = appendCleaned(m_out.json, m_text, m_at, flaws);
    }
    ++m_at;
    m_out.json += '"';
    const auto report = [&](DiagnosticKind kind, std::size_t count) {
        if (count > 0)
            note(kind, begin, m_text.substr(begin, std::min<std::size_t>(m_at - begin, 80)));
    };
    report(DiagnosticKind::bad_string, quotes);
    report(DiagnosticKind::control_char, flaws.controls);
    report(DiagnosticKind::bad_utf8, flaws.badUtf8);
    report(DiagnosticKind::bad_escape, flaws.badEscapes);
    return true;
}

} // namespace

SanitizedObject sanitizeObject(std::string_view text, std::size_t at, ObjectIs objectIs, LookAhead& lookAhead)
{
    return Sanitizer(text, at, objectIs, lookAhead).run();
}

} // namespace stepscope::json
