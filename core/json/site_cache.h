// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Maps (pid, tid, category) as written in the file to the site of a RawEvents. Nearly every event repeats one of a few
// dozen triples, so a small table in front of the exact one makes this a comparison of short strings.
// Owned by one EventParser. Expected O(1).

#include "core/model/event_kind.h"
#include "core/model/raw_events.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

namespace stepscope::json {

struct SiteKey
{
    std::string_view pid; // token contents, without quotes
    std::string_view tid;
    std::string_view category;

    friend bool operator==(const SiteKey&, const SiteKey&) = default;
};

class SiteCache
{
public:
    explicit SiteCache(model::RawEvents& out);
    ~SiteCache();

    struct Site
    {
        std::uint32_t id = 0;
        model::EventKind kind = model::EventKind::Other;
    };
    Site find(const SiteKey& key);

private:
    // A text's length and up to 8 bytes from either end: all of it when it has at most 16.
    struct Digest
    {
        std::uint64_t head = 0;
        std::uint64_t tail = 0;
        std::uint64_t size = 0;

        static Digest of(std::string_view text);
        friend bool operator==(const Digest&, const Digest&) = default;
    };
    struct Recent
    {
        Digest pid, tid, category;
        SiteKey key; // views into the string pool
        Site site;
        bool used = false;
    };
    // Two places for each hash: of a few dozen keys two often meet, and would push each other out event by event.
    using Places = std::array<Recent, 2>;
    struct Exact;
    [[nodiscard]] static bool same(const Digest& digest, std::string_view a, std::string_view b);
    std::pair<SiteKey, Site> findExact(const SiteKey& key);

    model::RawEvents& m_out;
    std::array<Places, 256> m_recent;
    std::unique_ptr<Exact> m_exact;
};

} // namespace stepscope::json
