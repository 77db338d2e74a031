// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/share/known_secrets.h"

#include "core/share/secret_shapes.h"
#include "core/util/json_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace stepscope::share {
namespace {

constexpr std::size_t kShortestValue = 8; // shorter ones are words and numbers that stand for many things
constexpr std::size_t kShortestPart = 3;  // of a name that is cut off
constexpr std::string_view kEllipsis = "…";

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

// Words of code are called as they are, whoever is called alike.
bool isCode(std::string_view text)
{
    return text.find_first_of("(<") != std::string_view::npos || text.find("::") != std::string_view::npos;
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

// What stands before an ellipsis, as the beginning of a secret: the whole word, or of it the name it ends with.
std::optional<Secret> beforeEllipsis(std::string_view text, std::size_t end, const LearnedNames& names)
{
    std::size_t word = end;
    while (word > 0 && !isBlank(text[word - 1]))
        --word;
    if (const auto kind = kindOfBeginning(text.substr(word, end - word)))
        return Secret {*kind, word, end};
    std::size_t begin = end;
    while (begin > word && isNamePart(text[begin - 1]))
        --begin;
    const std::string_view part = text.substr(begin, end - begin);
    const auto kind = kindOfLearned(part, names, [part](const std::string& name) { return name.starts_with(part); });
    return kind ? std::optional(Secret {*kind, begin, end}) : std::nullopt;
}

// What stands behind one, as the end of a name, which may end before an ending of the file.
std::optional<Secret> behindEllipsis(std::string_view text, std::size_t begin, const LearnedNames& names)
{
    std::size_t end = begin;
    while (end < text.size() && isNamePart(text[end]))
        ++end;
    for (; end > begin; end = std::max(begin, text.find_last_of("._", end - 1) + 1) - 1) {
        const std::string_view part = text.substr(begin, end - begin);
        if (const auto kind
            = kindOfLearned(part, names, [part](const std::string& name) { return name.ends_with(part); }))
            return Secret {*kind, begin, end};
        if (part.find_first_of("._") == std::string_view::npos)
            break;
    }
    return std::nullopt;
}

// Where a text is cut off on the screen a secret may be told by the part of it that is left.
void addCutSecrets(std::vector<Secret>& secrets, std::string_view text, const LearnedNames& names)
{
    const auto add = [&secrets, text, code = isCode(text)](const std::optional<Secret>& secret) {
        if (secret && code && secret->kind != SecretKind::Token
            && text.substr(secret->begin, secret->end - secret->begin).find_first_of("-.") == std::string_view::npos)
            return;
        const auto overlaps = [&](const Secret& one) { return one.begin < secret->end && secret->begin < one.end; };
        if (secret && std::none_of(secrets.begin(), secrets.end(), overlaps))
            secrets.push_back(*secret);
    };
    for (std::size_t at = text.find(kEllipsis); at != std::string_view::npos; at = text.find(kEllipsis, at + 1)) {
        add(beforeEllipsis(text, at, names));
        add(behindEllipsis(text, at + kEllipsis.size(), names));
    }
    std::sort(secrets.begin(), secrets.end(), [](const Secret& a, const Secret& b) { return a.begin < b.begin; });
}

} // namespace

void KnownSecrets::addPath(std::string_view path)
{
    static_cast<void>(findSecrets(path, TextPlace::Value, names));
}

void KnownSecrets::addMetadata(const model::Trace& trace)
{
    for (const model::MetadataEntry& entry : trace.metadata) {
        const std::string json = fmt::format("\"{}\": {}", escapeJson(entry.key), entry.json);
        static_cast<void>(scrubJson(json, names, [this](SecretKind kind, std::string_view secret, std::size_t) {
            if (isTelling(secret) && kind != SecretKind::HomePath)
                values.emplace(secret, kind);
            return true;
        }));
    }
}

std::vector<Secret> findShown(std::string_view text, KnownSecrets& known)
{
    if (const auto kind = kindOfValue(text, known))
        return {Secret {*kind, 0, text.size()}};
    std::vector<Secret> secrets = findSecrets(text, TextPlace::Shown, known.names);
    addCutSecrets(secrets, text, known.names);
    return secrets;
}

} // namespace stepscope::share
