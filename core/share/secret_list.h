// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What was found that should not be shared, to be looked at: each secret once, with how often and where first.
// Plain values; one thread at a time. Memory: at most kMostListed secrets, the rest is only counted.

#include "core/share/secrets.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope::share {

struct ListedSecret
{
    SecretKind kind = SecretKind::Token;
    std::string shown; // shortenedSecret()
    std::uint64_t count = 0;
    std::uint64_t offset = 0; // byte of the text where it was found first
    std::string place;        // what it stands in there: a top-level key, "event"
};

class SecretList
{
public:
    static constexpr std::size_t kMostListed = 2000;

    void add(SecretKind kind, std::string_view secret, std::uint64_t offset, std::string_view place);
    [[nodiscard]] std::vector<ListedSecret> secrets() const; // by kind, the most frequent first
    [[nodiscard]] const std::map<SecretKind, std::uint64_t>& counts() const { return m_counts; }
    [[nodiscard]] std::uint64_t notListed() const { return m_notListed; } // found beside those that are listed

private:
    std::map<std::pair<SecretKind, std::string>, ListedSecret> m_secrets;
    std::map<SecretKind, std::uint64_t> m_counts;
    std::uint64_t m_notListed = 0;
};

// Enough to know it again: its start; of keys, tokens and passwords the first four characters at most.
[[nodiscard]] std::string shortenedSecret(SecretKind kind, std::string_view secret);

} // namespace stepscope::share
