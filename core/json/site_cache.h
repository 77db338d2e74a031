// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Maps (pid, tid, category) as written in the file to the site of a RawEvents. Nearly every event repeats one of a few
// dozen triples, so a small direct-mapped table in front of the exact one makes this a comparison of short strings.
// Owned by one EventParser. Expected O(1).

#include "core/model/event_kind.h"
#include "core/model/raw_events.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace stepscope::json {

struct SiteKey
{
    std::string_view pid; // token contents, without quotes
    std::string_view tid;
    std::string_view category;
    bool pidIsNumber = true;
    bool tidIsNumber = true;

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
    struct Entry
    {
        SiteKey key; // views into the string pool
        Site site;
        bool used = false;
    };
    struct Exact;
    const Entry& findExact(const SiteKey& key);

    model::RawEvents& m_out;
    std::array<Entry, 512> m_recent;
    std::unique_ptr<Exact> m_exact;
};

} // namespace stepscope::json
