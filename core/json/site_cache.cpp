// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/site_cache.h"

#include <cstring>
#include <tsl/robin_map.h>

namespace stepscope::json {
namespace {

// Mixes the length and up to 16 bytes from both ends: enough to spread the few short texts of one file. Reads only
// inside the text.
std::uint64_t quickHash(std::string_view text, std::uint64_t seed)
{
    std::uint64_t head = 0;
    std::uint64_t tail = 0;
    const std::size_t n = text.size();
    if (n >= 8) {
        std::memcpy(&head, text.data(), 8);
        std::memcpy(&tail, text.data() + n - 8, 8);
    } else {
        for (const char c : text)
            head = head << 8U | static_cast<unsigned char>(c);
    }
    std::uint64_t h = (seed ^ head ^ n) * 0x9E3779B97F4A7C15U;
    h = (h ^ (h >> 32U) ^ tail) * 0xD6E8FEB86659FD93U;
    return h ^ (h >> 29U);
}

std::uint64_t hashOf(const SiteKey& key)
{
    const std::uint64_t kinds = (key.pidIsNumber ? 1U : 0U) | (key.tidIsNumber ? 2U : 0U);
    return quickHash(key.category, quickHash(key.tid, quickHash(key.pid, kinds)));
}

struct KeyHash
{
    std::size_t operator()(const SiteKey& key) const { return hashOf(key); }
};

} // namespace

struct SiteCache::Exact
{
    tsl::robin_map<SiteKey, Entry, KeyHash> entries;
};

SiteCache::SiteCache(model::RawEvents& out)
    : m_out(out)
    , m_exact(std::make_unique<Exact>())
{
}

SiteCache::~SiteCache() = default;

SiteCache::Site SiteCache::find(const SiteKey& key)
{
    Entry& recent = m_recent[(hashOf(key) >> 20U) % m_recent.size()];
    if (!recent.used || !(recent.key == key))
        recent = findExact(key);
    return recent.site;
}

const SiteCache::Entry& SiteCache::findExact(const SiteKey& key)
{
    const auto found = m_exact->entries.find(key);
    if (found != m_exact->entries.end())
        return found->second;
    model::RawSite raw;
    raw.pid = m_out.strings.intern(key.pid);
    raw.tid = m_out.strings.intern(key.tid);
    raw.category = m_out.strings.intern(key.category);
    raw.pidIsNumber = key.pidIsNumber;
    raw.tidIsNumber = key.tidIsNumber;
    Entry entry;
    entry.key = {m_out.strings.view(raw.pid), m_out.strings.view(raw.tid), m_out.strings.view(raw.category),
        key.pidIsNumber, key.tidIsNumber};
    entry.site = {static_cast<std::uint32_t>(m_out.sites.size()), model::kindOfCategory(key.category)};
    entry.used = true;
    m_out.sites.push_back(raw);
    return m_exact->entries.emplace(entry.key, entry).first->second;
}

} // namespace stepscope::json
