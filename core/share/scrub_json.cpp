// SPDX-License-Identifier: GPL-3.0-or-later
// Walks over the strings of a JSON text; what they mean is looked through by findSecrets().
#include "core/share/secret_names.h"
#include "core/share/secrets.h"
#include "core/util/json_text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
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
    Scrubber(std::string_view json, LearnedNames& learned, const TakeSecret& take)
        : m_json(json)
        , m_learned(learned)
        , m_take(take)
    {
    }

    Scrubbed scrub()
    {
        for (std::size_t at = 0; at < m_json.size(); ++at) {
            if (m_json[at] == '"')
                at = string(at + 1);
            else if (m_json[at] == '-' || (m_json[at] >= '0' && m_json[at] <= '9'))
                at = number(at);
            else
                punctuation(m_json[at]);
        }
        m_out.json.append(m_json.substr(m_copied));
        return std::move(m_out);
    }

private:
    // From behind its quote to its last character, or that of the colon behind it.
    std::size_t string(std::size_t begin)
    {
        const std::size_t end = stringEnd(m_json, begin);
        const std::string_view contents = m_json.substr(begin, end - begin);
        m_place = begin - 1;
        const std::size_t next = skipBlanks(m_json, end + 1);
        const bool isKey = next < m_json.size() && m_json[next] == ':';
        if (const std::optional<std::string> masked = isKey ? key(contents) : text(contents))
            replace(begin, end, escapeJson(*masked));
        return isKey ? next : end;
    }

    // Passwords and what the environment holds may be written as numbers.
    std::size_t number(std::size_t begin)
    {
        const std::size_t end = std::min(m_json.find_first_of(",]} \t\r\n", begin), m_json.size());
        const std::string_view digits = m_json.substr(begin, end - begin);
        const std::optional<NamedKind> named = namedKind();
        m_flag.reset();
        m_place = begin;
        if (named && named->numbers && mayBeValueOf(*named, digits) && isMasked(named->kind, digits))
            replace(begin, end, quoteJson(maskOf(named->kind)));
        return end - 1;
    }

    void replace(std::size_t begin, std::size_t end, std::string_view with)
    {
        m_out.json.append(m_json.substr(m_copied, begin - m_copied)).append(with);
        m_copied = end;
    }

    bool isMasked(SecretKind kind, std::string_view secret)
    {
        if (m_take && !m_take(kind, secret, m_place))
            return false;
        ++m_out.masked[kind];
        return true;
    }

    // What the value that is read next is told to be, by its key or what stands before it in a list.
    [[nodiscard]] std::optional<NamedKind> namedKind() const
    {
        return m_inside ? m_inside : m_keyKind ? m_keyKind : m_flag;
    }

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
            m_maskedKeys.erase(m_depth);
            --m_depth;
        }
        if (c == '{' || c == '}' || c == ']' || c == ',') {
            m_key.clear();
            m_keyKind.reset();
        }
        if (c == '{' || c == '}' || c == '[' || c == ']')
            m_flag.reset();
    }

    // Nothing where it stays as it is.
    std::optional<std::string> key(std::string_view contents)
    {
        m_key = unescapeJson(contents);
        m_keyKind = kindOfName(m_key);
        m_flag.reset();
        const std::vector<Secret> secrets = chosen(m_key, findSecrets(m_key, TextPlace::Key, m_learned));
        if (secrets.empty())
            return std::nullopt;
        const std::string masked = maskText(m_key, secrets);
        const std::uint64_t before = m_maskedKeys[m_depth][masked]++;
        return before == 0 ? masked : fmt::format("{} {}", masked, before + 1);
    }

    // Nothing where it stays as it is.
    std::optional<std::string> text(std::string_view contents)
    {
        if (isFixed(m_key) && !m_inside)
            return std::nullopt;
        const std::string plain
            = contents.find('\\') == std::string_view::npos ? std::string(contents) : unescapeJson(contents);
        const std::optional<NamedKind> named = namedKind();
        const bool isFlag = plain.starts_with('-') && !m_inside && !m_keyKind;
        m_flag = isFlag ? kindOfName(plain) : std::nullopt;
        if (named && mayBeValueOf(*named, plain) && !isFlag) {
            learn(m_keyKind ? m_keyKind->kind : named->kind, plain, m_learned); // HOSTNAME of an environment
            if (named->kind == SecretKind::CommandLine || named->kind == SecretKind::Environment)
                static_cast<void>(findSecrets(plain, TextPlace::Value, m_learned)); // names that stand in it
            return isMasked(named->kind, plain) ? std::optional(std::string(maskOf(named->kind))) : std::nullopt;
        }
        std::vector<Secret> secrets
            = findSecrets(plain, m_key == "name" ? TextPlace::Name : TextPlace::Value, m_learned);
        if (tellsVersion(m_key))
            std::erase_if(secrets, [](const Secret& secret) { return secret.kind == SecretKind::IpAddress; });
        secrets = chosen(plain, std::move(secrets));
        return secrets.empty() ? std::nullopt : std::optional(maskText(plain, secrets));
    }

    std::vector<Secret> chosen(std::string_view plain, std::vector<Secret> secrets)
    {
        std::erase_if(secrets, [&](const Secret& secret) {
            return !isMasked(secret.kind, plain.substr(secret.begin, secret.end - secret.begin));
        });
        return secrets;
    }

    std::string_view m_json;
    LearnedNames& m_learned;
    const TakeSecret& m_take;
    Scrubbed m_out;
    std::size_t m_copied = 0; // of the JSON text
    std::size_t m_place = 0;  // where the string or number that is read begins
    std::string m_key;        // of the member that is being read
    std::optional<NamedKind> m_keyKind;
    std::optional<NamedKind> m_inside;
    std::optional<NamedKind> m_flag; // "--token" in a list: what follows is its value
    int m_depth = 0;
    int m_insideDepth = 0;
    std::map<int, std::map<std::string, std::uint64_t>> m_maskedKeys; // of the open objects, by depth
};

} // namespace

Scrubbed scrubJson(std::string_view json, LearnedNames& learned, const TakeSecret& take)
{
    return Scrubber(json, learned, take).scrub();
}

} // namespace stepscope::share
