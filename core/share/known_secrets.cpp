// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/share/known_secrets.h"

#include "core/util/json_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace stepscope::share {
namespace {

constexpr std::size_t kShortestValue = 8; // shorter ones are words and numbers that stand for many things
constexpr std::string_view kEllipsis = "…";

bool isTelling(std::string_view value)
{
    return value.size() >= kShortestValue && value.find_first_not_of("0123456789.:-") != std::string_view::npos;
}

// Of a whole text, or of its start before an ellipsis.
std::optional<SecretKind> kindOfValue(std::string_view text, const KnownSecrets& known)
{
    const bool isCut = text.ends_with(kEllipsis);
    if (isCut)
        text.remove_suffix(kEllipsis.size());
    if (!isTelling(text))
        return std::nullopt;
    const auto found = known.values.lower_bound(text);
    if (found == known.values.end())
        return std::nullopt;
    const bool is = isCut ? std::string_view(found->first).starts_with(text) : found->first == text;
    return is ? std::optional(found->second) : std::nullopt;
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
    return findSecrets(text, TextPlace::Shown, known.names);
}

} // namespace stepscope::share
