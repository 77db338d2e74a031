// SPDX-License-Identifier: GPL-3.0-or-later
// Walks over the strings of a JSON text; what they mean is looked through by findSecrets().
#include "core/share/secret_names.h"
#include "core/share/secrets.h"
#include "core/util/json_text.h"

#include <algorithm>
#include <array>
#include <optional>

namespace stepscope::share {
namespace {

std::size_t skipBlanks(std::string_view text, std::size_t at)
{
    return std::min(text.find_first_not_of(" \t\r\n", at), text.size());
}

// Behind the last character of the string that starts behind its quote at `at`.
std::size_t stringEnd(std::string_view text, std::size_t at)
{
    while (at < text.size() && text[at] != '"')
        at += text[at] == '\\' ? 2 : 1;
    return std::min(at, text.size());
}

// What an event's figures hang on.
bool isFixed(std::string_view key)
{
    constexpr std::array<std::string_view, 7> kFixed {"cat", "ph", "s", "bp", "id", "pid", "tid"};
    return std::find(kFixed.begin(), kFixed.end(), key) != kFixed.end();
}

class Scrubber
{
public:
    Scrubber(std::string_view json, LearnedNames& learned)
        : m_json(json)
        , m_learned(learned)
    {
    }

    Scrubbed scrub()
    {
        std::size_t copied = 0;
        for (std::size_t at = 0; at < m_json.size(); ++at) {
            if (m_json[at] != '"') {
                punctuation(m_json[at]);
                continue;
            }
            const std::size_t begin = at + 1;
            const std::size_t end = stringEnd(m_json, begin);
            const std::size_t next = skipBlanks(m_json, end + 1);
            if (next < m_json.size() && m_json[next] == ':') {
                m_key = unescapeJson(m_json.substr(begin, end - begin));
                m_keyKind = kindOfName(m_key);
                at = next;
                continue;
            }
            if (const std::optional<std::string> masked = text(m_json.substr(begin, end - begin))) {
                m_out.json.append(m_json.substr(copied, begin - copied)).append(escapeJson(*masked));
                copied = end;
            }
            at = end;
        }
        m_out.json.append(m_json.substr(copied));
        return std::move(m_out);
    }

private:
    // Of a member whose key says what it holds: all texts of the list or object that is its value.
    void punctuation(char c)
    {
        if (c == '{' || c == '[') {
            ++m_depth;
            if (m_keyKind && !m_inside) {
                m_inside = m_keyKind;
                m_insideDepth = m_depth;
            }
        } else if (c == '}' || c == ']') {
            if (m_inside && m_depth == m_insideDepth)
                m_inside.reset();
            --m_depth;
        }
        if (c == '{' || c == '}' || c == ']' || c == ',') {
            m_key.clear();
            m_keyKind.reset();
        }
    }

    // Nothing where it stays as it is.
    std::optional<std::string> text(std::string_view contents)
    {
        if (isFixed(m_key) && !m_inside)
            return std::nullopt;
        const std::string plain
            = contents.find('\\') == std::string_view::npos ? std::string(contents) : unescapeJson(contents);
        const std::optional<SecretKind> kind = m_inside ? m_inside : m_keyKind;
        if (kind && mayBeValueOf(*kind, plain)) {
            learn(*kind, plain, m_learned);
            if (*kind == SecretKind::CommandLine || *kind == SecretKind::Environment)
                static_cast<void>(findSecrets(plain, TextPlace::Value, m_learned)); // names that stand in it
            ++m_out.masked[*kind];
            return std::string(maskOf(*kind));
        }
        const std::vector<Secret> secrets
            = findSecrets(plain, m_key == "name" ? TextPlace::Name : TextPlace::Value, m_learned);
        if (secrets.empty())
            return std::nullopt;
        std::string out;
        std::size_t copied = 0;
        for (const Secret& secret : secrets) {
            ++m_out.masked[secret.kind];
            out.append(plain, copied, secret.begin - copied).append(maskOf(secret.kind));
            copied = secret.end;
        }
        return out.append(plain, copied);
    }

    std::string_view m_json;
    LearnedNames& m_learned;
    Scrubbed m_out;
    std::string m_key; // of the member that is being read
    std::optional<SecretKind> m_keyKind;
    std::optional<SecretKind> m_inside;
    int m_depth = 0;
    int m_insideDepth = 0;
};

} // namespace

Scrubbed scrubJson(std::string_view json, LearnedNames& learned)
{
    return Scrubber(json, learned).scrub();
}

} // namespace stepscope::share
