// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/share/secret_list.h"

#include <algorithm>

namespace stepscope::share {

std::string shortenedSecret(SecretKind kind, std::string_view secret)
{
    constexpr std::size_t kOfToken = 4;
    constexpr std::size_t kOfOthers = 60;
    const bool hidden = kind == SecretKind::Token || kind == SecretKind::UrlPassword;
    std::size_t keep = hidden ? std::min(kOfToken, secret.size() / 2) : kOfOthers;
    if (keep >= secret.size())
        return std::string(secret);
    const auto isContinuation = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
    while (keep > 0 && isContinuation(secret[keep]))
        --keep; // whole characters
    return std::string(secret.substr(0, keep)).append("…");
}

void SecretList::add(SecretKind kind, std::string_view secret, std::uint64_t offset, std::string_view place)
{
    ++m_counts[kind];
    const auto found = m_secrets.find({kind, std::string(secret)});
    if (found != m_secrets.end()) {
        ++found->second.count;
        return;
    }
    if (m_secrets.size() >= kMostListed) {
        ++m_notListed;
        return;
    }
    m_secrets.emplace(std::pair(kind, std::string(secret)),
        ListedSecret {kind, shortenedSecret(kind, secret), 1, offset, std::string(place)});
}

std::vector<ListedSecret> SecretList::secrets() const
{
    std::vector<ListedSecret> out;
    out.reserve(m_secrets.size());
    for (const auto& [key, secret] : m_secrets)
        out.push_back(secret);
    std::stable_sort(out.begin(), out.end(), [](const ListedSecret& a, const ListedSecret& b) {
        return a.kind != b.kind ? a.kind < b.kind : a.count > b.count;
    });
    return out;
}

} // namespace stepscope::share
