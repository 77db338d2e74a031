// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/share/secret_shapes.h"

#include "core/share/secret_names.h"
#include "core/share/secret_text.h"

#include <algorithm>
#include <array>

namespace stepscope::share {
namespace {

constexpr std::size_t kLongestHost = 255;

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

// NAME@HOST of a login: behind its command, or before a path ("scp x NAME@HOST:/data"), or of a host by its address.
bool isLogin(std::string_view text, std::size_t begin, std::string_view host)
{
    constexpr std::array<std::string_view, 5> kLoginCommands {"ssh ", "scp ", "sftp ", "rsync ", "ssh-copy-id "};
    const std::string_view before = text.substr(0, begin);
    const std::string_view behind = text.substr(static_cast<std::size_t>(host.data() - text.data()) + host.size());
    return !host.empty()
        && (ipAddressAt(host, 0) || behind.starts_with(":/") || behind.starts_with(":~")
            || std::any_of(kLoginCommands.begin(), kLoginCommands.end(),
                [before](std::string_view command) { return before.ends_with(command); }));
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

} // namespace

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

std::optional<Secret> tildeHomeAt(std::string_view text, std::size_t at)
{
    constexpr std::size_t kShortest = 3;
    const bool startsWord = at == 0 || std::string_view(" =:'\"").find(text[at - 1]) != std::string_view::npos;
    if (!startsWord || text.substr(at, 1) != "~" || at + 1 >= text.size() || !isLetter(text[at + 1]))
        return std::nullopt;
    const std::size_t end = endOf(text, at + 1, isUserCharacter);
    return end - at > kShortest && text.substr(end, 1) == "/"
        ? std::optional(Secret {SecretKind::HomePath, at + 1, end})
        : std::nullopt;
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
    while (begin > 0 && at - begin < kLongestSecret && isLocal(text[begin - 1]))
        --begin;
    std::size_t end = endOf(text, at + 1, [](char c) { return isWordCharacter(c) || c == '.' || c == '-'; });
    const std::size_t loginEnd = end;
    while (end > at + 1 && !isLetter(text[end - 1]))
        --end;
    const std::string_view domain = text.substr(at + 1, end - at - 1);
    const std::size_t dot = domain.rfind('.');
    // Two letters at least behind a dot; "operator@0x7f.so" and "a@b" are none.
    const bool plausible = dot != std::string_view::npos && dot > 0 && domain.size() - dot > 2
        && std::all_of(domain.begin() + static_cast<std::ptrdiff_t>(dot) + 1, domain.end(), isLetter)
        && domain.substr(dot) != ".so";
    if (begin < at && plausible)
        return Secret {SecretKind::Email, begin, end};
    return begin < at && isLogin(text, begin, text.substr(at + 1, loginEnd - at - 1))
        ? std::optional(Secret {SecretKind::Email, begin, loginEnd})
        : std::nullopt;
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

} // namespace stepscope::share
