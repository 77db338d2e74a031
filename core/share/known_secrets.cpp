// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/share/known_secrets.h"

#include "core/share/secret_names.h"
#include "core/share/secret_text.h"
#include "core/share/secret_tokens.h"
#include "core/util/json_text.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <system_error>

namespace stepscope::share {
namespace {

constexpr std::size_t kShortestValue = 8; // shorter ones are words and numbers that stand for many things
constexpr std::size_t kShortestPart = 3;  // of a name that is cut off

bool isTelling(std::string_view value)
{
    return value.size() >= kShortestValue && value.find_first_not_of("0123456789.:-") != std::string_view::npos;
}

// Of a whole text, or of what an ellipsis leaves of it: its start, its end, or both.
std::optional<SecretKind> kindOfValue(std::string_view text, const KnownSecrets& known)
{
    const std::size_t cut = text.find(kEllipsis);
    if (cut == std::string_view::npos) {
        const auto found = isTelling(text) ? known.values.find(text) : known.values.end();
        return found != known.values.end() ? std::optional(found->second) : std::nullopt;
    }
    const std::string_view head = text.substr(0, cut);
    const std::string_view tail = text.substr(cut + kEllipsis.size());
    if (!isTelling(head) && !isTelling(tail))
        return std::nullopt;
    const auto found = std::find_if(known.values.begin(), known.values.end(), [&](const auto& value) {
        const std::string_view whole = value.first;
        return whole.size() >= head.size() + tail.size() && whole.starts_with(head) && whole.ends_with(tail);
    });
    return found != known.values.end() ? std::optional(found->second) : std::nullopt;
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

bool isNamePart(char c)
{
    return isWordCharacter(c) || c == '-' || c == '.';
}

template <class Match>
std::optional<SecretKind> kindOfLearned(std::string_view part, const LearnedNames& names, const Match& match)
{
    if (part.size() < kShortestPart)
        return std::nullopt;
    const auto is = [&](const std::string& name) { return name.size() > part.size() && match(name); };
    if (std::any_of(names.users.begin(), names.users.end(), is))
        return SecretKind::UserName;
    return std::any_of(names.hosts.begin(), names.hosts.end(), is) ? std::optional(SecretKind::HostName) : std::nullopt;
}

// Of values that are looked for within texts.
bool isKey(SecretKind kind)
{
    return kind == SecretKind::Token || kind == SecretKind::UrlPassword;
}

// How much of a value tells it: words may begin alike.
std::size_t leastOf(std::string_view value)
{
    return isMixed(value) ? kShortestPart : kShortestValue;
}

bool startsWord(std::string_view text, std::size_t at)
{
    return at == 0 || !isWordCharacter(text[at - 1]) || !isWordCharacter(text[at]);
}

// The longest part of a known value that ends at `end`, as its beginning.
std::optional<Secret> valueBefore(std::string_view text, std::size_t end, const KnownSecrets& known)
{
    std::optional<Secret> longest;
    for (const auto& [value, kind] : known.values) {
        if (!isKey(kind))
            continue;
        for (std::size_t size = std::min(value.size() - 1, end); size >= leastOf(value); --size) {
            const std::size_t begin = end - size;
            if (longest && longest->begin <= begin)
                break;
            if (startsWord(text, begin) && text.substr(begin, size) == std::string_view(value).substr(0, size)) {
                longest = Secret {kind, begin, end};
                break;
            }
        }
    }
    return longest;
}

// The longest that starts at `begin`, as its end.
std::optional<Secret> valueBehind(std::string_view text, std::size_t begin, const KnownSecrets& known)
{
    std::optional<Secret> longest;
    for (const auto& [value, kind] : known.values) {
        if (!isKey(kind))
            continue;
        for (std::size_t size = std::min(value.size() - 1, text.size() - begin); size >= leastOf(value); --size) {
            const std::size_t end = begin + size;
            if (longest && longest->end >= end)
                break;
            if ((end == text.size() || startsWord(text, end))
                && text.substr(begin, size) == std::string_view(value).substr(value.size() - size)) {
                longest = Secret {kind, begin, end};
                break;
            }
        }
    }
    return longest;
}

// What stands before an ellipsis, as the beginning of a secret: the whole word, or of it the name it ends with.
std::optional<Secret> beforeEllipsis(std::string_view text, std::size_t end, const KnownSecrets& known)
{
    std::size_t word = end;
    while (word > 0 && !isBlank(text[word - 1]))
        --word;
    if (const auto kind = kindOfBeginning(text.substr(word, end - word)))
        return Secret {*kind, word, end};
    if (const auto value = valueBefore(text, end, known))
        return value;
    std::size_t begin = end;
    while (begin > word && isNamePart(text[begin - 1]))
        --begin;
    const std::string_view part = text.substr(begin, end - begin);
    const auto kind
        = kindOfLearned(part, known.names, [part](const std::string& name) { return name.starts_with(part); });
    return kind ? std::optional(Secret {*kind, begin, end}) : std::nullopt;
}

// What stands behind one, as the end of a value, or of a name, which may end before an ending of the file.
std::optional<Secret> behindEllipsis(std::string_view text, std::size_t begin, const KnownSecrets& known)
{
    if (const auto value = valueBehind(text, begin, known))
        return value;
    std::size_t end = begin;
    while (end < text.size() && isNamePart(text[end]))
        ++end;
    for (; end > begin; end = std::max(begin, text.find_last_of("._", end - 1) + 1) - 1) {
        const std::string_view part = text.substr(begin, end - begin);
        if (const auto kind
            = kindOfLearned(part, known.names, [part](const std::string& name) { return name.ends_with(part); }))
            return Secret {*kind, begin, end};
        if (part.find_first_of("._") == std::string_view::npos)
            break;
    }
    return std::nullopt;
}

// Takes the place of those that it overlaps, and masks what they reach beyond it.
void putSecret(std::vector<Secret>& secrets, Secret secret)
{
    const auto overlaps = [&secret](const Secret& one) { return one.begin < secret.end && secret.begin < one.end; };
    for (auto one = secrets.begin(); one != secrets.end();) {
        if (one->begin <= secret.begin && one->end >= secret.end)
            return;
        if (!overlaps(*one)) {
            ++one;
            continue;
        }
        secret.begin = std::min(secret.begin, one->begin);
        secret.end = std::max(secret.end, one->end);
        one = secrets.erase(one);
    }
    secrets.push_back(secret);
}

// Keys that are known, wherever they stand.
void addKnownKeys(std::vector<Secret>& secrets, std::string_view text, const KnownSecrets& known)
{
    for (const auto& [value, kind] : known.values) {
        if (!isKey(kind))
            continue;
        for (std::size_t at = text.find(value); at != std::string_view::npos;
             at = text.find(value, at + value.size())) {
            const std::size_t end = at + value.size();
            if (startsWord(text, at) && (end == text.size() || startsWord(text, end)))
                putSecret(secrets, {kind, at, end});
        }
    }
}

// Where a text is cut off on the screen a secret may be told by the part of it that is left.
void addCutSecrets(std::vector<Secret>& secrets, std::string_view text, const KnownSecrets& known)
{
    const auto add = [&secrets, text, code = isShownCode(text)](const std::optional<Secret>& secret) {
        if (secret && code && !isKey(secret->kind)
            && text.substr(secret->begin, secret->end - secret->begin).find_first_of("-.") == std::string_view::npos)
            return;
        if (secret)
            putSecret(secrets, *secret);
    };
    for (std::size_t at = text.find(kEllipsis); at != std::string_view::npos; at = text.find(kEllipsis, at + 1)) {
        add(beforeEllipsis(text, at, known));
        add(behindEllipsis(text, at + kEllipsis.size(), known));
    }
}

} // namespace

void KnownSecrets::addPath(std::string_view path)
{
    std::error_code unknown;
    const std::filesystem::path whole = std::filesystem::absolute(std::filesystem::path(path), unknown);
    static_cast<void>(findSecrets(unknown ? std::string(path) : whole.string(), TextPlace::Value, names));
}

void KnownSecrets::addJson(std::string_view json)
{
    static_cast<void>(scrubJson(json, names, [this](SecretKind kind, std::string_view secret, std::size_t) {
        if (isTelling(secret) && kind != SecretKind::HomePath)
            values.emplace(secret, kind);
        return true;
    }));
}

void KnownSecrets::addName(std::string_view name)
{
    for (const Secret& secret : findSecrets(name, TextPlace::Name, names)) {
        const std::string_view value = name.substr(secret.begin, secret.end - secret.begin);
        if (isTelling(value) && isKey(secret.kind))
            values.emplace(value, secret.kind);
    }
}

void KnownSecrets::addNames(const StringPool& texts)
{
    for (std::size_t i = 0; i < texts.size(); ++i)
        addName(texts.view(NameId(i)));
}

void KnownSecrets::addTrace(const model::Trace& trace)
{
    addPath(trace.file.path);
    for (const model::MetadataEntry& entry : trace.metadata)
        addJson(fmt::format("\"{}\": {}", escapeJson(entry.key), entry.json));
    addNames(trace.names);
    for (const model::Process& process : trace.processes)
        addName(process.name);
    for (const model::Track& track : trace.tracks)
        addName(track.name);
}

std::vector<Secret> findShown(std::string_view text, KnownSecrets& known)
{
    if (const auto kind = kindOfValue(text, known))
        return {Secret {*kind, 0, text.size()}};
    std::vector<Secret> secrets = findSecrets(text, TextPlace::Shown, known.names);
    addKnownKeys(secrets, text, known);
    addCutSecrets(secrets, text, known);
    std::sort(secrets.begin(), secrets.end(), [](const Secret& a, const Secret& b) { return a.begin < b.begin; });
    return secrets;
}

} // namespace stepscope::share
