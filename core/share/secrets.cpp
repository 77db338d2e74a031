// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/share/secrets.h"

#include "core/share/secret_names.h"
#include "core/share/secret_shapes.h"
#include "core/share/secret_text.h"
#include "core/share/secret_tokens.h"

#include <algorithm>
#include <array>
#include <optional>

namespace stepscope::share {
namespace {

// Of a user, a host, a variable; longer runs of letters are none.
constexpr std::size_t kLongestName = 128;

bool isNameCharacter(char c)
{
    return isWordCharacter(c) || c == '-' || c == '.';
}

// Looks through one text.
class SecretFinder
{
public:
    SecretFinder(std::string_view text, TextPlace place, LearnedNames& learned)
        : m_text(text)
        , m_place(place)
        , m_isCode((place == TextPlace::Name && isCode(text)) || (place == TextPlace::Shown && isShownCode(text)))
        , m_learned(learned)
    {
    }

    std::vector<Secret> find()
    {
        for (std::size_t at = 0; at < m_text.size();) {
            const std::optional<Secret> secret = secretAt(at);
            if (!secret) {
                ++at;
                continue;
            }
            while (!m_found.empty() && m_found.back().end > secret->begin)
                m_found.pop_back(); // an address reaches back over the name it starts with
            add(*secret);
            at = std::max(secret->end, at + 1);
        }
        return std::move(m_found);
    }

private:
    void add(const Secret& secret)
    {
        const std::string value(m_text.substr(secret.begin, secret.end - secret.begin));
        learn(secret.kind, value, m_learned);
        if (!isMask(value))
            m_found.push_back(secret);
    }

    std::optional<Secret> secretAt(std::size_t at)
    {
        const char c = m_text[at];
        if (c == '/' || c == '\\')
            return homeFolderAt(m_text, at);
        if (c == ':')
            return urlPasswordAt(m_text, at);
        if (c == '.')
            return traceFileHostBefore(m_text, at);
        if (c == '@') // not behind a password
            return m_found.empty() || m_found.back().end != at || m_found.back().kind != SecretKind::UrlPassword
                ? emailAround(m_text, at)
                : std::nullopt;
        if (c == '~')
            return tildeHomeAt(m_text, at);
        if (c == '-')
            return m_text.substr(at, 5) == "-----" ? tokenAt(m_text, at) : commandPasswordAt(m_text, at);
        if (!isWordCharacter(c))
            return std::nullopt;
        if (at > 0 && isWordCharacter(m_text[at - 1]))
            return m_text[at - 1] == '_' ? userOfFileAt(at) : std::nullopt;
        if (const auto token = tokenAt(m_text, at))
            return token;
        if (const auto address = ipAddressAt(m_text, at))
            return address;
        if (const auto address = ipv6AddressAt(m_text, at))
            return address;
        if (const auto host = hostOfAddressAt(m_text, at))
            return host;
        if (const auto mac = macAddressAt(m_text, at))
            return mac;
        if (m_place != TextPlace::Key) {
            if (const auto named = namedValueAt(at))
                return named;
        }
        const auto learned = learnedAt(at);
        return learned ? learned : userOfFileAt(at);
    }

    // The value of NAME=value, NAME: value and --name value, whose name starts at `at`; all of them may be quoted.
    [[nodiscard]] std::optional<Secret> namedValueAt(std::size_t at) const
    {
        std::size_t end = at;
        while (end < m_text.size() && end - at < kLongestName && (isWordCharacter(m_text[end]) || m_text[end] == '-'))
            ++end;
        if (end >= m_text.size() || std::string_view(" =:\"'").find(m_text[end]) == std::string_view::npos)
            return std::nullopt; // most words are followed by no value: their names need not be looked at
        const std::optional<NamedKind> named = kindOfName(m_text.substr(at, end - at));
        if (!named)
            return std::nullopt;
        std::size_t value = end;
        if (isQuote(value))
            ++value;
        const std::size_t sign = std::min(m_text.find_first_not_of(' ', value), m_text.size());
        const bool assigned = sign < m_text.size() && m_text[sign] == '=' && m_text.substr(sign, 2) != "==";
        const bool told = sign < m_text.size() && m_text[sign] == ':';
        const bool flag = at >= 2 && m_text.substr(at - 2, 2) == "--" && sign > value;
        const bool said = !m_isCode && named->numbers && sign > value; // "login x password y"
        if (!assigned && !told && !flag && !said)
            return std::nullopt;
        value = assigned || told ? std::min(m_text.find_first_not_of(' ', sign + 1), m_text.size()) : sign;
        const bool quoted = isQuote(value);
        const std::size_t begin = quoted ? value + 1 : value;
        const std::size_t last
            = std::min(quoted ? m_text.find(m_text[value], begin) : m_text.find_first_of(" ;,'\"\\)]}&\n\r\t", begin),
                m_text.size());
        const std::string_view content = m_text.substr(begin, last - begin);
        if (isCutOff(content) && named->kind == SecretKind::Token && !named->isLong && (assigned || flag))
            return Secret {SecretKind::Token, begin, last};
        const std::string_view name = m_text.substr(at, end - at);
        const bool sentence = !assigned && !flag && (!told || !quoted);
        if ((sentence && !isToldInSentence(*named, name, told, content)) || !mayBeValueOf(*named, content))
            return std::nullopt;
        return m_place != TextPlace::Name || isToldByName(*named, name, assigned, content)
            ? std::optional(Secret {named->kind, begin, last})
            : std::nullopt;
    }

    // On the screen an ellipsis may leave too little of a value to look like one.
    [[nodiscard]] bool isCutOff(std::string_view content) const
    {
        return m_place == TextPlace::Shown && !m_isCode && content.size() > kEllipsis.size()
            && content.find(kEllipsis) != std::string_view::npos;
    }

    // "host: x" in a sentence may be anything, and "token: Tensor" a type; "hostname: gpu7.corp" is a host.
    [[nodiscard]] static bool isToldInSentence(
        NamedKind named, std::string_view name, bool told, std::string_view content)
    {
        constexpr std::size_t kShortest = 8;
        if (named.kind == SecretKind::Token)
            return told ? std::any_of(content.begin(), content.end(), isDigit)
                        : content.size() >= kShortest && isMixed(content);
        return told && named.kind == SecretKind::HostName && name.size() > std::string_view("host").size()
            && std::any_of(content.begin(), content.end(), isLetter)
            && content.find_first_of("-.0123456789") != std::string_view::npos
            && std::all_of(content.begin(), content.end(), isNameCharacter);
    }

    // Names of events may hold commands and addresses, but are code as a rule: "forward(token=None)". There only what
    // no code says is a secret: long values of letters and digits, and variables of the environment.
    [[nodiscard]] static bool isToldByName(
        NamedKind named, std::string_view name, bool assigned, std::string_view content)
    {
        constexpr std::size_t kLong = 8;
        const bool isVariable
            = assigned && std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
        if (named.kind == SecretKind::Token)
            return content.size() >= kLong && isMixed(content);
        const bool isHost = !assigned && named.kind == SecretKind::HostName;
        return (isVariable || isHost) && content.find_first_of("(<") == std::string_view::npos;
    }

    // A learned user as a part of the name of a file: "run_mallory.json", "mallory_2.pt".
    [[nodiscard]] std::optional<Secret> userOfFileAt(std::size_t at) const
    {
        constexpr std::size_t kShortest = 5; // shorter ones are parts of many words
        if (m_isCode || m_place == TextPlace::Key || m_place == TextPlace::Name || m_learned.users.empty())
            return std::nullopt;
        std::size_t end = at;
        while (end < m_text.size() && end - at < kLongestName && isNameCharacter(m_text[end]))
            ++end;
        const std::string_view rest = m_text.substr(at, end - at);
        if (rest.find('.') == std::string_view::npos)
            return std::nullopt;
        for (std::size_t size = rest.find_last_of("_.-"); size != std::string_view::npos && size >= kShortest;
             size = rest.find_last_of("_.-", size - 1)) {
            if (m_learned.users.contains(rest.substr(0, size)))
                return Secret {SecretKind::UserName, at, at + size};
        }
        return std::nullopt;
    }

    [[nodiscard]] bool isQuote(std::size_t at) const
    {
        return at < m_text.size() && (m_text[at] == '"' || m_text[at] == '\'');
    }

    // The longest learned name that starts here and ends where a word does: "node-17" of "node-17.json". In code and
    // keys only folders of a path, and hosts that cannot be words of them: members are called as they are, whoever is
    // called alike.
    [[nodiscard]] std::optional<Secret> learnedAt(std::size_t at) const
    {
        std::optional<Secret> longest;
        for (std::size_t end = at; end < m_text.size() && end - at < kLongestName && isNameCharacter(m_text[end]);) {
            ++end;
            const std::string_view name = m_text.substr(at, end - at);
            const bool isNoWord = name.find_first_of(m_isCode ? "-." : "-.0123456789") != std::string_view::npos;
            const bool goesOn = end < m_text.size() && isWordCharacter(m_text[end]);
            if (goesOn && (m_text[end] != '_' || !isNoWord)) // "node-17_4399" is a host with a process
                continue;
            const bool folder = at > 0 && end < m_text.size() && m_text[at - 1] == '/' && m_text[end] == '/';
            const bool free = folder || (!goesOn && !m_isCode && m_place != TextPlace::Key);
            if (free && m_learned.users.contains(name))
                longest = Secret {SecretKind::UserName, at, end};
            else if ((free || isNoWord) && m_learned.hosts.contains(name))
                longest = Secret {SecretKind::HostName, at, end};
        }
        return longest;
    }

    std::string_view m_text;
    TextPlace m_place;
    bool m_isCode; // the name of an operator, a kernel, a function
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

const char* secretKindWords(SecretKind kind)
{
    constexpr std::array<const char*, 9> kWords {"home folder", "user name", "host name", "e-mail address",
        "IP address", "password in a URL", "key, token or password", "command line", "environment"};
    return kWords[static_cast<std::size_t>(kind)];
}

std::string_view maskOf(SecretKind kind)
{
    constexpr std::array<std::string_view, 9> kMasks {
        "user", "user", "<host>", "<email>", "<ip>", "<password>", "<token>", "<command line>", "<environment>"};
    return kMasks[static_cast<std::size_t>(kind)];
}

std::vector<Secret> findSecrets(std::string_view text, TextPlace place, LearnedNames& learned)
{
    return SecretFinder(text, place, learned).find();
}

std::string maskText(std::string_view text, const std::vector<Secret>& secrets)
{
    std::string out;
    std::size_t copied = 0;
    for (const Secret& secret : secrets) {
        out.append(text.substr(copied, secret.begin - copied)).append(maskOf(secret.kind));
        copied = secret.end;
    }
    return out.append(text.substr(copied));
}

} // namespace stepscope::share
