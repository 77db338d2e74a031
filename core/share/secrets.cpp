// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/share/secrets.h"

#include "core/share/secret_names.h"
#include "core/share/secret_shapes.h"

#include <algorithm>
#include <array>
#include <optional>

namespace stepscope::share {
namespace {

// Of a user, a host, a variable; longer runs of letters are none.
constexpr std::size_t kLongestName = 128;

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

class Finder
{
public:
    Finder(std::string_view text, LearnedNames& learned)
        : m_text(text)
        , m_learned(learned)
    {
    }

    std::vector<Secret> find()
    {
        // Of a member whose key says what it holds: where that value ends, if it is a list or an object.
        std::optional<SecretKind> inside;
        int depth = 0;
        int insideUntil = 0;
        std::optional<SecretKind> key;
        for (std::size_t at = 0; at < m_text.size(); ++at) {
            const char c = m_text[at];
            if (c == '{' || c == '[') {
                ++depth;
                if (key && !inside) {
                    inside = key;
                    insideUntil = depth;
                }
                key.reset();
            } else if (c == '}' || c == ']') {
                if (inside && depth == insideUntil)
                    inside.reset();
                --depth;
                key.reset();
            } else if (c == ',') {
                key.reset();
            } else if (c == '"') {
                const std::size_t end = stringEnd(m_text, at + 1);
                const std::size_t next = skipBlanks(m_text, end + 1);
                if (next < m_text.size() && m_text[next] == ':') {
                    key = kindOfName(m_text.substr(at + 1, end - at - 1));
                    at = next;
                    continue;
                }
                const std::optional<SecretKind> kind = key ? key : inside;
                if (kind && mayBeValueOf(*kind, m_text.substr(at + 1, end - at - 1)))
                    add({*kind, at + 1, end});
                else
                    readText(at + 1, end);
                key.reset();
                at = end;
            }
        }
        return std::move(m_found);
    }

private:
    void add(const Secret& secret)
    {
        const std::string value(m_text.substr(secret.begin, secret.end - secret.begin));
        if ((secret.kind == SecretKind::UserName || secret.kind == SecretKind::HomePath) && isDistinctiveUser(value))
            m_learned.users.insert(value);
        if (secret.kind == SecretKind::HostName && isDistinctiveHost(value))
            m_learned.hosts.insert(value);
        if (secret.kind == SecretKind::CommandLine || secret.kind == SecretKind::Environment)
            learnFrom(secret.begin, secret.end);
        // What was masked before stays as it is.
        if (value != maskOf(secret.kind))
            m_found.push_back(secret);
    }

    // Names that stand in a text that is masked as a whole.
    void learnFrom(std::size_t begin, std::size_t end)
    {
        const std::vector<Secret> kept = m_found;
        readText(begin, end);
        m_found = kept;
    }

    void readText(std::size_t begin, std::size_t end)
    {
        const std::string_view text = m_text.substr(0, end); // no look reaches beyond the string
        for (std::size_t at = begin; at < end;) {
            const std::optional<Secret> secret = secretAt(text, begin, at);
            if (!secret) {
                ++at;
                continue;
            }
            while (!m_found.empty() && m_found.back().end > secret->begin && m_found.back().begin >= begin)
                m_found.pop_back(); // an address reaches back over the name it starts with
            add(*secret);
            at = std::max(secret->end, at + 1);
        }
    }

    std::optional<Secret> secretAt(std::string_view text, std::size_t begin, std::size_t at)
    {
        const char c = text[at];
        if (c == '/' || c == '\\')
            return homeFolderAt(text, at);
        if (c == ':')
            return urlPasswordAt(text, at);
        if (c == '@') // not behind a password
            return m_found.empty() || m_found.back().end != at || m_found.back().kind != SecretKind::UrlPassword
                ? emailAround(text, at)
                : std::nullopt;
        if (c == '-' && text.substr(at, 5) == "-----")
            return tokenAt(text, at);
        if (!isWordCharacter(c) || (at > begin && isWordCharacter(text[at - 1])))
            return std::nullopt;
        if (const auto token = tokenAt(text, at))
            return token;
        if (const auto address = ipAddressAt(text, at))
            return address;
        if (const auto named = namedValueAt(text, at))
            return named;
        return learnedAt(text, at);
    }

    // The value of NAME=value, NAME: value and --name value, whose name starts at `at`.
    static std::optional<Secret> namedValueAt(std::string_view text, std::size_t at)
    {
        std::size_t end = at;
        while (end < text.size() && end - at < kLongestName && (isWordCharacter(text[end]) || text[end] == '-'))
            ++end;
        const bool flag = at >= 2 && text.substr(at - 2, 2) == "--";
        std::size_t value = end;
        if (value < text.size() && text[value] == '=')
            ++value;
        else if (text.substr(value, 2) == ": ")
            value += 2;
        else if (flag && value < text.size() && text[value] == ' ')
            ++value;
        else
            return std::nullopt;
        const std::optional<SecretKind> kind = kindOfName(text.substr(at, end - at));
        if (!kind)
            return std::nullopt;
        std::size_t last = value;
        while (last < text.size() && std::string_view(" ;,'\"\\)]}&").find(text[last]) == std::string_view::npos)
            ++last;
        // "host: x" in a sentence may be anything; an assignment is not.
        const bool sentence = text[value - 1] == ' ' && !flag;
        if ((sentence && *kind != SecretKind::Token) || !mayBeValueOf(*kind, text.substr(value, last - value)))
            return std::nullopt;
        return Secret {*kind, value, last};
    }

    // The longest learned name that starts here and ends where a word does: "node-17" of "node-17.json".
    std::optional<Secret> learnedAt(std::string_view text, std::size_t at) const
    {
        std::optional<Secret> longest;
        for (std::size_t end = at; end < text.size() && end - at < kLongestName && isNameCharacter(text[end]);) {
            ++end;
            if (end < text.size() && isWordCharacter(text[end]))
                continue;
            const std::string_view name = text.substr(at, end - at);
            if (m_learned.users.contains(name))
                longest = Secret {SecretKind::UserName, at, end};
            else if (m_learned.hosts.contains(name))
                longest = Secret {SecretKind::HostName, at, end};
        }
        return longest;
    }

    static bool isNameCharacter(char c) { return isWordCharacter(c) || c == '-' || c == '.'; }

    std::string_view m_text;
    LearnedNames& m_learned;
    std::vector<Secret> m_found;
};

} // namespace

const char* secretKindName(SecretKind kind)
{
    constexpr std::array<const char*, 9> kNames {"home_path", "user_name", "host_name", "email", "ip_address",
        "url_password", "token", "command_line", "environment"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::string_view maskOf(SecretKind kind)
{
    constexpr std::array<std::string_view, 9> kMasks {
        "user", "user", "<host>", "<email>", "<ip>", "<password>", "<token>", "<command line>", "<environment>"};
    return kMasks[static_cast<std::size_t>(kind)];
}

std::vector<Secret> findSecrets(std::string_view json, LearnedNames& learned)
{
    return Finder(json, learned).find();
}

std::string maskSecrets(std::string_view json, const std::vector<Secret>& secrets)
{
    std::string out;
    std::size_t at = 0;
    for (const Secret& secret : secrets) {
        out.append(json.substr(at, secret.begin - at)).append(maskOf(secret.kind));
        at = secret.end;
    }
    return out.append(json.substr(at));
}

} // namespace stepscope::share
