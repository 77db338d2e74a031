// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/share/secret_shapes.h"

#include "core/share/secret_names.h"

#include <algorithm>
#include <array>

namespace stepscope::share {
namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Nothing that is looked for is longer: hostile text must not be read to its end again and again.
constexpr std::size_t kLongest = 4096;
constexpr std::size_t kLongestHost = 255;
constexpr std::size_t kLongestHeading = 64; // "-----BEGIN OPENSSH PRIVATE KEY-----"

template <class Accept> std::size_t endOf(std::string_view text, std::size_t from, Accept accept)
{
    const std::size_t last = std::min(text.size(), from + kLongest);
    while (from < last && accept(text[from]))
        ++from;
    return from;
}

struct TokenShape
{
    std::string_view prefix;
    std::size_t least; // characters behind the prefix
};

// As their makers document them.
constexpr std::array<TokenShape, 36> kTokenShapes {{{"AKIA", 16}, {"ASIA", 16}, {"ghp_", 30}, {"gho_", 30},
    {"ghu_", 30}, {"ghs_", 30}, {"ghr_", 30}, {"github_pat_", 22}, {"glpat-", 20}, {"gldt-", 20}, {"glrt-", 20},
    {"hf_", 30}, {"api_org_", 30}, {"sk-", 20}, {"sk_live_", 16}, {"rk_live_", 16}, {"sk_test_", 16}, {"gsk_", 30},
    {"r8_", 30}, {"xoxb-", 10}, {"xoxp-", 10}, {"xoxa-", 10}, {"xapp-", 10}, {"AIza", 30}, {"ya29.", 20},
    {"GOCSPX-", 20}, {"nvapi-", 20}, {"pypi-", 20}, {"npm_", 30}, {"dckr_pat_", 20}, {"SG.", 40}, {"shpat_", 30},
    {"dop_v1_", 32}, {"tskey-", 16}, {"lsv2_", 30}, {"dapi", 32}}};

bool isUserCharacter(char c)
{
    return isWordCharacter(c) || c == '-' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

bool isHexDigit(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// Whether what stands before or behind says that four numbers are a version.
bool isVersion(std::string_view text, std::size_t begin, std::size_t end)
{
    if (end + 1 < text.size() && text[end] == ':' && isDigit(text[end + 1]))
        return false; // a port
    constexpr std::size_t kFar = 24;
    const std::size_t from = begin > kFar ? begin - kFar : 0;
    std::string_view before = text.substr(from, begin - from);
    if (before.ends_with("==") || before.ends_with(">=") || (end < text.size() && text[end] == '+'))
        return true; // as packages are pinned; a local version behind it
    before = before.substr(0, before.find_last_not_of(" =:'\"([/-._") + 1);
    std::size_t word = before.size();
    while (word > 0 && (isWordCharacter(before[word - 1]) || before[word - 1] == '-'))
        --word;
    return tellsVersion(before.substr(word));
}

// Groups of an IPv6 address from `at` on: its end, or nothing where there are too few or too many.
std::optional<std::size_t> ipv6End(std::string_view text, std::size_t at)
{
    constexpr int kGroups = 8;
    constexpr std::size_t kGroupDigits = 4;
    int groups = 0;
    bool shortened = false;
    for (std::size_t end = at;;) {
        const std::size_t begin = end;
        while (end < text.size() && isHexDigit(text[end]) && end - begin <= kGroupDigits)
            ++end;
        if (end - begin > kGroupDigits || (end < text.size() && isWordCharacter(text[end])))
            return std::nullopt;
        groups += end > begin ? 1 : 0;
        const bool more
            = end + 1 < text.size() && text[end] == ':' && (isHexDigit(text[end + 1]) || text[end + 1] == ':');
        if (!more || end == begin) // "::" ends it at the latest
            return (shortened ? groups < kGroups : groups == kGroups) && groups > 0 ? std::optional(end) : std::nullopt;
        if (text[end + 1] == ':') {
            if (shortened)
                return std::nullopt;
            shortened = true;
            ++end;
        }
        ++end;
    }
}

// Keys that are told by nothing but their length: Twilio's are SK and 32 hexadecimal digits, Telegram's a number, a
// colon and 35 characters.
std::optional<Secret> countedTokenAt(std::string_view text, std::size_t at)
{
    constexpr std::size_t kTwilio = 34;
    constexpr std::size_t kTelegram = 35;
    if (text.substr(at, 2) == "SK" && endOf(text, at + 2, isHexDigit) == at + kTwilio
        && endOf(text, at, isWordCharacter) == at + kTwilio)
        return Secret {SecretKind::Token, at, at + kTwilio};
    const std::size_t colon = endOf(text, at, isDigit);
    if (colon < at + 8 || colon > at + 10 || text.substr(colon, 1) != ":")
        return std::nullopt;
    const std::size_t end = endOf(text, colon + 1, [](char c) { return isWordCharacter(c) || c == '-'; });
    return end == colon + 1 + kTelegram ? std::optional(Secret {SecretKind::Token, at, end}) : std::nullopt;
}

// Whoever knows the rest of such an address may write there.
std::optional<Secret> webhookAt(std::string_view text, std::size_t at)
{
    constexpr std::array<std::string_view, 4> kHooks {"hooks.slack.com/services/", "discord.com/api/webhooks/",
        "discordapp.com/api/webhooks/", "webhook.office.com/webhookb2/"};
    for (const std::string_view hook : kHooks) {
        const std::size_t begin = at + hook.size();
        if (text.substr(at, hook.size()) != hook)
            continue;
        const std::size_t end = endOf(text, begin, [](char c) { return isSecretCharacter(c) || c == '@'; });
        if (end > begin)
            return Secret {SecretKind::Token, begin, end};
    }
    return std::nullopt;
}

// "AAAA… name@host" behind "ssh-ed25519 ".
std::optional<Secret> publicKeyAt(std::string_view text, std::size_t at)
{
    constexpr std::array<std::string_view, 4> kSorts {"ssh-ed25519 ", "ssh-rsa ", "ssh-dss ", "ecdsa-sha2-nistp256 "};
    constexpr std::size_t kLeast = 40;
    for (const std::string_view sort : kSorts) {
        const std::size_t begin = at + sort.size();
        if (text.substr(at, sort.size()) != sort || text.substr(begin, 4) != "AAAA")
            continue;
        std::size_t end = endOf(text, begin, isSecretCharacter);
        if (end - begin < kLeast)
            continue;
        const auto isOwner = [](char c) { return isUserCharacter(c) || c == '@'; };
        if (text.substr(end, 1) == " ")
            end = std::max(end, endOf(text, end + 1, isOwner));
        return Secret {SecretKind::Token, begin, end};
    }
    return std::nullopt;
}

} // namespace

bool isWordCharacter(char c)
{
    return isLetter(c) || isDigit(c) || c == '_';
}

bool isSecretCharacter(char c)
{
    return isWordCharacter(c) || std::string_view("-.~+/=").find(c) != std::string_view::npos;
}

std::optional<Secret> homeFolderAt(std::string_view text, std::size_t at)
{
    constexpr std::array<std::string_view, 5> kFolders {"/home/", "/homes/", "/Users/", "\\Users\\", "/users/"};
    for (const std::string_view folder : kFolders) {
        if (text.substr(at, folder.size()) != folder)
            continue;
        const std::size_t begin = at + folder.size();
        const std::size_t end = endOf(text, begin, isUserCharacter);
        if (end > begin)
            return Secret {SecretKind::HomePath, begin, end};
    }
    return std::nullopt;
}

std::optional<Secret> urlPasswordAt(std::string_view text, std::size_t at)
{
    if (text.substr(at, 3) != "://")
        return std::nullopt;
    const std::size_t begin = at + 3;
    const std::size_t end = endOf(text, begin,
        [](char c) { return c != '@' && c != '/' && c != '"' && c != ' ' && c != '\\' && c != '?' && c != '#'; });
    return end < text.size() && text[end] == '@' && end > begin
        ? std::optional(Secret {SecretKind::UrlPassword, begin, end})
        : std::nullopt;
}

std::optional<Secret> emailAround(std::string_view text, std::size_t at)
{
    const auto isLocal = [](char c) {
        return isWordCharacter(c) || c == '.' || c == '-' || c == '+' || static_cast<unsigned char>(c) >= 0x80;
    };
    std::size_t begin = at;
    while (begin > 0 && at - begin < kLongest && isLocal(text[begin - 1]))
        --begin;
    std::size_t end = endOf(text, at + 1, [](char c) { return isWordCharacter(c) || c == '.' || c == '-'; });
    while (end > at + 1 && !isLetter(text[end - 1]))
        --end;
    const std::string_view domain = text.substr(at + 1, end - at - 1);
    const std::size_t dot = domain.rfind('.');
    // Two letters at least behind a dot; "operator@0x7f.so" and "a@b" are none.
    const bool plausible = dot != std::string_view::npos && dot > 0 && domain.size() - dot > 2
        && std::all_of(domain.begin() + static_cast<std::ptrdiff_t>(dot) + 1, domain.end(), isLetter)
        && domain.substr(dot) != ".so";
    return begin < at && plausible ? std::optional(Secret {SecretKind::Email, begin, end}) : std::nullopt;
}

std::optional<Secret> ipAddressAt(std::string_view text, std::size_t at)
{
    if (at > 1 && text[at - 1] == '.' && isDigit(text[at - 2]))
        return std::nullopt; // the end of a longer row of numbers
    std::size_t end = at;
    for (int part = 0; part < 4; ++part) {
        if (part > 0 && (end >= text.size() || text[end++] != '.'))
            return std::nullopt;
        const std::size_t begin = end;
        unsigned value = 0;
        while (end < text.size() && isDigit(text[end]) && end - begin < 4)
            value = value * 10 + static_cast<unsigned>(text[end++] - '0');
        if (end == begin || value > 255 || (end - begin > 1 && text[begin] == '0'))
            return std::nullopt;
    }
    // 1.2.3.4.5 and 1.2.3.4a are versions.
    if (end < text.size()
        && (isWordCharacter(text[end]) || (text[end] == '.' && end + 1 < text.size() && isDigit(text[end + 1]))))
        return std::nullopt;
    const std::string_view address = text.substr(at, end - at);
    if (address == "0.0.0.0" || address == "127.0.0.1" || address == "255.255.255.255" || isVersion(text, at, end))
        return std::nullopt;
    return Secret {SecretKind::IpAddress, at, end};
}

std::optional<Secret> ipv6AddressAt(std::string_view text, std::size_t at)
{
    if (at > 0 && text[at - 1] == ':')
        return std::nullopt; // within a longer row
    const std::string_view first = text.substr(at, 5);
    if (first.size() < 5 || first[4] != ':' || !std::all_of(first.begin(), first.begin() + 4, isHexDigit))
        return std::nullopt;
    const auto is = [first](std::size_t digit, std::string_view any) { return any.find(first[digit]) != any.npos; };
    const bool given = is(0, "23") || (is(0, "fF") && (is(1, "cCdDfF") || (is(1, "eE") && is(2, "89abAB"))));
    if (!given)
        return std::nullopt;
    const std::optional<std::size_t> end = ipv6End(text, at);
    return end ? std::optional(Secret {SecretKind::IpAddress, at, *end}) : std::nullopt;
}

std::optional<Secret> hostOfAddressAt(std::string_view text, std::size_t at)
{
    if (text.substr(at, 3) != "ip-")
        return std::nullopt;
    std::size_t end = at + 2;
    for (int part = 0; part < 4; ++part) {
        const std::size_t begin = end + 1;
        if (end >= text.size() || text[end] != '-')
            return std::nullopt;
        end = endOf(text, begin, isDigit);
        if (end == begin || end - begin > 3)
            return std::nullopt;
    }
    const auto isDomain = [](char c) { return isLetter(c) || isDigit(c) || c == '-' || c == '.'; };
    if (end < text.size() && text[end] == '.')
        end = endOf(text, end, isDomain);
    return Secret {SecretKind::HostName, at, end};
}

std::optional<Secret> macAddressAt(std::string_view text, std::size_t at)
{
    constexpr std::size_t kLength = 17;
    if (at + kLength > text.size() || (at > 0 && text[at - 1] == ':'))
        return std::nullopt;
    for (std::size_t i = 0; i < kLength; ++i) {
        if (i % 3 == 2 ? text[at + i] != ':' : !isHexDigit(text[at + i]))
            return std::nullopt;
    }
    const std::string_view next = text.substr(at + kLength, 1);
    if (!next.empty() && (next[0] == ':' || isWordCharacter(next[0])))
        return std::nullopt; // a longer row, as ids of adapters are
    return Secret {SecretKind::HostName, at, at + kLength};
}

std::optional<Secret> traceFileHostBefore(std::string_view text, std::size_t at)
{
    constexpr std::string_view kEnd = ".pt.trace.json";
    constexpr std::size_t kLongestNumber = 24;
    if (text.substr(at, kEnd.size()) != kEnd)
        return std::nullopt;
    std::size_t begin = at;
    for (const char mark : {'.', '_'}) { // ..._PID.TIME
        const std::size_t end = begin;
        while (begin > 0 && end - begin < kLongestNumber && isDigit(text[begin - 1]))
            --begin;
        if (begin == end || begin == 0 || text[begin - 1] != mark)
            return std::nullopt;
        --begin;
    }
    const std::size_t end = begin;
    while (begin > 0 && end - begin < kLongestHost && (isUserCharacter(text[begin - 1])))
        --begin;
    return begin < end && !isCommonHost(text.substr(begin, end - begin))
        ? std::optional(Secret {SecretKind::HostName, begin, end})
        : std::nullopt;
}

std::optional<Secret> tokenAt(std::string_view text, std::size_t at)
{
    const auto isBody = [](char c) { return isWordCharacter(c) || c == '-' || c == '.'; };
    for (const TokenShape& shape : kTokenShapes) {
        if (text.substr(at, shape.prefix.size()) != shape.prefix)
            continue;
        const std::size_t end = endOf(text, at + shape.prefix.size(), isBody);
        // Keys are random: a name with words in it, such as "sk-learn-pipeline-with-a-name", has no digit or capital.
        const std::string_view body = text.substr(at + shape.prefix.size(), end - at - shape.prefix.size());
        const bool random
            = std::any_of(body.begin(), body.end(), [](char c) { return isDigit(c) || (c >= 'A' && c <= 'Z'); });
        if (body.size() >= shape.least && random)
            return Secret {SecretKind::Token, at, end};
    }
    if (text.substr(at, 3) == "eyJ") { // JSON web token: three parts in base64
        std::size_t end = endOf(text, at, isBody);
        const std::string_view token = text.substr(at, end - at);
        const auto dots = std::count(token.begin(), token.end(), '.');
        const bool isLong = token.size() >= kLongest; // its last part may lie behind
        if (token.size() >= 40 && (dots == 2 || (dots == 1 && isLong))) {
            while (isLong && end < text.size() && isBody(text[end]))
                ++end; // masked whole
            return Secret {SecretKind::Token, at, end};
        }
    }
    if (const auto counted = countedTokenAt(text, at))
        return counted;
    if (const auto hook = webhookAt(text, at))
        return hook;
    if (const auto key = publicKeyAt(text, at))
        return key;
    for (const std::string_view scheme : {std::string_view("Bearer "), std::string_view("Authorization: Basic ")}) {
        if (text.substr(at, scheme.size()) != scheme)
            continue;
        const std::size_t begin = at + scheme.size();
        const std::size_t end = endOf(text, begin, isSecretCharacter);
        if (end - begin >= 8)
            return Secret {SecretKind::Token, begin, end};
    }
    constexpr std::string_view kKeyBlock = "-----BEGIN ";
    if (text.substr(at, kKeyBlock.size()) == kKeyBlock) {
        if (text.substr(at, kLongestHeading).find("PRIVATE KEY") != std::string_view::npos)
            return Secret {SecretKind::Token, at, text.size()}; // and all that follows: nobody knows where it ends
    }
    return std::nullopt;
}

std::optional<SecretKind> kindOfBeginning(std::string_view word)
{
    constexpr std::size_t kTelling = 4; // characters behind a prefix
    const auto isRandom = [](char c) { return isDigit(c) || (c >= 'A' && c <= 'Z'); };
    const bool isToken = std::any_of(kTokenShapes.begin(), kTokenShapes.end(), [&](const TokenShape& shape) {
        if (!word.starts_with(shape.prefix) || word.size() < shape.prefix.size() + kTelling)
            return false;
        const std::string_view body = word.substr(shape.prefix.size());
        return std::all_of(body.begin(), body.end(), isSecretCharacter)
            && std::any_of(body.begin(), body.end(), isRandom);
    });
    if (isToken || (word.starts_with("eyJ") && word.size() >= 3 + kTelling))
        return SecretKind::Token;
    const std::size_t scheme = word.find("://");
    if (scheme != std::string_view::npos && word.find(':', scheme + 3) != std::string_view::npos
        && word.find('/', scheme + 3) == std::string_view::npos)
        return SecretKind::UrlPassword;
    const std::size_t at = word.find('@');
    const bool isAddress = at != std::string_view::npos && at > 0 && at + 1 < word.size() && isLetter(word[at + 1]);
    return isAddress ? std::optional(SecretKind::Email) : std::nullopt;
}

} // namespace stepscope::share
