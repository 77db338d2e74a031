// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/share/secret_tokens.h"

#include "core/share/secret_names.h"
#include "core/share/secret_text.h"

#include <algorithm>
#include <array>

namespace stepscope::share {
namespace {

constexpr std::size_t kLongestHeading = 64; // "-----BEGIN OPENSSH PRIVATE KEY-----"

struct TokenShape
{
    std::string_view prefix;
    std::size_t least; // characters behind the prefix
};

// As their makers document them.
constexpr std::array<TokenShape, 43> kTokenShapes {{{"AKIA", 16}, {"ASIA", 16}, {"ghp_", 30}, {"gho_", 30},
    {"ghu_", 30}, {"ghs_", 30}, {"ghr_", 30}, {"github_pat_", 22}, {"glpat-", 20}, {"gldt-", 20}, {"glrt-", 20},
    {"glcbt-", 20}, {"hf_", 30}, {"api_org_", 30}, {"sk-", 20}, {"sk_live_", 16}, {"rk_live_", 16}, {"sk_test_", 16},
    {"gsk_", 30}, {"r8_", 30}, {"xoxb-", 10}, {"xoxp-", 10}, {"xoxa-", 10}, {"xapp-", 10}, {"AIza", 30}, {"ya29.", 20},
    {"GOCSPX-", 20}, {"nvapi-", 20}, {"pypi-", 20}, {"npm_", 30}, {"dckr_pat_", 20}, {"SG.", 40}, {"shpat_", 30},
    {"shpss_", 30}, {"dop_v1_", 32}, {"tskey-", 16}, {"lsv2_", 30}, {"dapi", 32}, {"pplx-", 40}, {"hvs.", 20},
    {"fw_3Z", 16}, {"sq0csp-", 30}, {"AGE-SECRET-KEY-", 40}}};

bool isTokenBody(char c)
{
    return isWordCharacter(c) || c == '-' || c == '.';
}

bool isAlphanumeric(char c)
{
    return isLetter(c) || isDigit(c);
}

// Keys are random: a name with words in it, such as "sk-learn-pipeline-with-a-name", has no digit or capital.
bool isRandomCharacter(char c)
{
    return isDigit(c) || isCapital(c);
}

std::optional<Secret> prefixedTokenAt(std::string_view text, std::size_t at)
{
    for (const TokenShape& shape : kTokenShapes) {
        if (!standsAt(text, at, shape.prefix))
            continue;
        const std::size_t begin = at + shape.prefix.size();
        const std::size_t end = endOf(text, begin, isTokenBody);
        const std::string_view body = text.substr(begin, end - begin);
        if (body.size() >= shape.least && std::any_of(body.begin(), body.end(), isRandomCharacter))
            return Secret {SecretKind::Token, at, end};
    }
    return std::nullopt;
}

// As nobody calls anything: many letters of both cases and digits in a row, which do not begin as a word does.
bool isRandom(std::string_view run)
{
    constexpr std::size_t kLeast = 24;
    constexpr auto kLetters = 4; // of either case
    constexpr auto kDigits = 3;
    if (run.size() < kLeast)
        return false;
    const auto digits = std::count_if(run.begin(), run.end(), isDigit);
    const auto capitals = std::count_if(run.begin(), run.end(), isCapital);
    const auto others = static_cast<std::ptrdiff_t>(run.size()) - digits - capitals;
    const auto isSmall = [](char c) { return c >= 'a' && c <= 'z'; };
    const bool isWord = isCapital(run[0]) && isSmall(run[1]) && isSmall(run[2]) && isSmall(run[3]);
    return digits >= kDigits && capitals >= kLetters && others >= kLetters && !isWord;
}

// Of makers that are not listed: "lin_api_…", "tgp_v1_…", "dp.pt.…". Mangled names are no such words: they start with
// "_Z", and what stands in them with a capital or a digit.
std::optional<Secret> randomTokenAt(std::string_view text, std::size_t at)
{
    constexpr std::size_t kLongestPrefix = 24;
    if (text[at] < 'a' || text[at] > 'z' || (at > 0 && isTokenBody(text[at - 1])))
        return std::nullopt;
    std::size_t begin = at;
    while (begin < text.size() && begin - at <= kLongestPrefix) {
        const std::size_t end = endOf(text, begin, isAlphanumeric);
        const std::string_view run = text.substr(begin, end - begin);
        if (begin > at && isRandom(run))
            return Secret {SecretKind::Token, at, endOf(text, end, isTokenBody)};
        if (end >= text.size() || !isTokenBody(text[end]) || std::any_of(run.begin(), run.end(), isCapital))
            return std::nullopt;
        begin = end + 1;
    }
    return std::nullopt;
}

// Three parts in base64, or five.
std::optional<Secret> webTokenAt(std::string_view text, std::size_t at)
{
    constexpr std::size_t kLeast = 40;
    if (text.substr(at, 3) != "eyJ")
        return std::nullopt;
    std::size_t end = endOf(text, at, isTokenBody);
    const std::string_view token = text.substr(at, end - at);
    const auto dots = std::count(token.begin(), token.end(), '.');
    const bool isLong = token.size() >= kLongestSecret; // its last part may lie behind
    if (token.size() < kLeast || (dots < 2 && !(dots == 1 && isLong)))
        return std::nullopt;
    while (isLong && end < text.size() && isTokenBody(text[end]))
        ++end; // masked whole
    return Secret {SecretKind::Token, at, end};
}

// Keys that are told by nothing but their length: Twilio's are SK and 32 hexadecimal digits, Mailgun's the same behind
// key-, Telegram's a number, a colon and 35 characters.
std::optional<Secret> countedTokenAt(std::string_view text, std::size_t at)
{
    constexpr std::size_t kHexadecimal = 32;
    constexpr std::size_t kTelegram = 35;
    for (const std::string_view prefix : {std::string_view("SK"), std::string_view("key-")}) {
        const std::size_t end = at + prefix.size() + kHexadecimal;
        if (standsAt(text, at, prefix) && endOf(text, at + prefix.size(), isHexDigit) == end
            && (end >= text.size() || !isWordCharacter(text[end])))
            return Secret {SecretKind::Token, at, end};
    }
    const std::size_t colon = endOf(text, at, isDigit);
    if (colon < at + 8 || colon > at + 10 || text.substr(colon, 1) != ":")
        return std::nullopt;
    const std::size_t end = endOf(text, colon + 1, [](char c) { return isWordCharacter(c) || c == '-'; });
    return end == colon + 1 + kTelegram ? std::optional(Secret {SecretKind::Token, at, end}) : std::nullopt;
}

// Whoever knows the rest of such an address may write there.
std::optional<Secret> webhookAt(std::string_view text, std::size_t at)
{
    constexpr std::array<std::string_view, 5> kHooks {"hooks.slack.com/services/", "discord.com/api/webhooks/",
        "discordapp.com/api/webhooks/", "webhook.office.com/webhookb2/", "hooks.zapier.com/hooks/catch/"};
    for (const std::string_view hook : kHooks) {
        const std::size_t begin = at + hook.size();
        if (!standsAt(text, at, hook))
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
        if (!standsAt(text, at, sort) || text.substr(begin, 4) != "AAAA")
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

bool startsWith(std::string_view text, std::string_view words) // in either case
{
    const auto lower = [](char c) { return isCapital(c) ? static_cast<char>(c - 'A' + 'a') : c; };
    return text.size() >= words.size() && std::equal(words.begin(), words.end(), text.begin(), [lower](char a, char b) {
        return lower(a) == lower(b);
    });
}

// What headers and commands say before the key itself.
std::optional<Secret> announcedTokenAt(std::string_view text, std::size_t at)
{
    constexpr std::array<std::string_view, 4> kWords {
        "Bearer ", "Authorization: Basic ", "Authorization: token ", "wandb login "};
    constexpr std::size_t kLeast = 8;
    for (const std::string_view words : kWords) {
        if (!startsWith(text.substr(at), words))
            continue;
        std::size_t begin = at + words.size();
        while (text.substr(begin, 2) == "--") // options of the command
            begin = std::min(text.find_first_not_of(' ', endOf(text, begin, isSecretCharacter)), text.size());
        const std::size_t end = endOf(text, begin, isSecretCharacter);
        const bool asWritten = standsAt(text, at, words); // else it may be a sentence
        if (end - begin >= kLeast && (asWritten || isMixed(text.substr(begin, end - begin))))
            return Secret {SecretKind::Token, begin, end};
    }
    return std::nullopt;
}

// And all that follows: nobody knows where it ends.
std::optional<Secret> keyBlockAt(std::string_view text, std::size_t at)
{
    constexpr std::string_view kBegin = "-----BEGIN ";
    const bool is
        = standsAt(text, at, kBegin) && text.substr(at, kLongestHeading).find("PRIVATE KEY") != std::string_view::npos;
    return is ? std::optional(Secret {SecretKind::Token, at, text.size()}) : std::nullopt;
}

bool isArgument(char c)
{
    return c != ' ' && c != '\'' && c != '"' && c != '\\' && c != '\n' && c != '\t';
}

// Whether one of the commands stands before, on the same line.
template <std::size_t Count>
bool isOf(const std::array<std::string_view, Count>& commands, std::string_view text, std::size_t at)
{
    constexpr std::size_t kFar = 256;
    const std::size_t from = at > kFar ? at - kFar : 0;
    std::string_view before = text.substr(from, at - from);
    before.remove_prefix(before.find_last_of("\n;|") + 1);
    return std::any_of(commands.begin(), commands.end(),
        [before](std::string_view command) { return before.find(command) != std::string_view::npos; });
}

} // namespace

std::optional<Secret> tokenAt(std::string_view text, std::size_t at)
{
    using Look = std::optional<Secret> (*)(std::string_view, std::size_t);
    for (const Look look : {prefixedTokenAt, webTokenAt, countedTokenAt, webhookAt, publicKeyAt, announcedTokenAt,
             keyBlockAt, randomTokenAt}) {
        if (const auto secret = look(text, at))
            return secret;
    }
    return std::nullopt;
}

std::optional<Secret> commandPasswordAt(std::string_view text, std::size_t at)
{
    constexpr std::array<std::string_view, 2> kWithUser {"curl ", "wget "};
    constexpr std::array<std::string_view, 3> kJoined {"mysql ", "mysqldump ", "mariadb "};
    constexpr std::array<std::string_view, 4> kApart {
        "sshpass ", "docker login", "podman login", "helm registry login"};
    if (at > 0 && text[at - 1] != ' ')
        return std::nullopt;
    const bool apart = text.substr(at, 3) == "-p " && isOf(kApart, text, at);
    const bool joined = text.substr(at, 2) == "-p" && !apart && isOf(kJoined, text, at);
    const bool withUser = text.substr(at, 3) == "-u " && isOf(kWithUser, text, at);
    if (!apart && !joined && !withUser)
        return std::nullopt;
    std::size_t begin = at + (joined ? 2 : 3);
    if (begin < text.size() && (text[begin] == '\'' || text[begin] == '"'))
        ++begin;
    const std::size_t end = endOf(text, begin, isArgument);
    if (withUser) { // NAME:PASSWORD
        const std::size_t colon = text.substr(begin, end - begin).find(':');
        if (colon == std::string_view::npos)
            return std::nullopt;
        begin += colon + 1;
    }
    return end > begin ? std::optional(Secret {SecretKind::Token, begin, end}) : std::nullopt;
}

std::optional<SecretKind> kindOfBeginning(std::string_view word)
{
    constexpr std::size_t kTelling = 4; // characters behind a prefix
    const bool isToken = std::any_of(kTokenShapes.begin(), kTokenShapes.end(), [&](const TokenShape& shape) {
        if (!word.starts_with(shape.prefix) || word.size() < shape.prefix.size() + kTelling)
            return false;
        const std::string_view body = word.substr(shape.prefix.size());
        return std::all_of(body.begin(), body.end(), isSecretCharacter)
            && std::any_of(body.begin(), body.end(), isRandomCharacter);
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
