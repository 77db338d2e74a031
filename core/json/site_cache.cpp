// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/site_cache.h"

#include "core/json/number_text.h"

#include <cstring>
#include <tsl/robin_map.h>

namespace stepscope::json {
namespace {

template <class Word> std::uint64_t load(const char* from)
{
    Word word;
    std::memcpy(&word, from, sizeof word);
    return word;
}

struct KeyHash
{
    std::size_t operator()(const SiteKey& key) const
    {
        const std::hash<std::string_view> hash;
        return (hash(key.pid) * 31 + hash(key.tid)) * 31 + hash(key.category);
    }
};

} // namespace

struct SiteCache::Exact
{
    tsl::robin_map<SiteKey, Site, KeyHash> sites; // views into the string pool
};

SiteCache::SiteCache(model::RawEvents& out)
    : m_out(out)
    , m_exact(std::make_unique<Exact>())
{
}

SiteCache::~SiteCache() = default;

// Reads only inside the text.
SiteCache::Digest SiteCache::Digest::of(std::string_view text)
{
    const char* p = text.data();
    const std::size_t n = text.size();
    if (n >= 8)
        return {load<std::uint64_t>(p), load<std::uint64_t>(p + n - 8), n};
    if (n >= 4)
        return {load<std::uint32_t>(p), load<std::uint32_t>(p + n - 4), n};
    std::uint64_t head = 0;
    for (const char c : text)
        head = head << 8U | static_cast<unsigned char>(c);
    return {head, 0, n};
}

bool SiteCache::same(const Digest& digest, std::string_view a, std::string_view b)
{
    return digest.size <= 16 || a == b;
}

SiteCache::Site SiteCache::find(const SiteKey& key)
{
    const Digest pid = Digest::of(key.pid);
    const Digest tid = Digest::of(key.tid);
    const Digest category = Digest::of(key.category);
    std::uint64_t hash = (pid.head ^ pid.tail ^ pid.size) * 0x9E3779B97F4A7C15U;
    hash = (hash ^ tid.head ^ (tid.tail << 1U) ^ tid.size) * 0xD6E8FEB86659FD93U;
    hash = (hash ^ category.head ^ (category.tail << 1U) ^ category.size) * 0x9E3779B97F4A7C15U;
    Places& places = m_recent[hash >> 56U];
    static_assert(std::tuple_size_v<decltype(m_recent)> == std::size_t {1} << (64U - 56U));
    for (const Recent& recent : places) {
        if (recent.used && recent.pid == pid && recent.tid == tid && recent.category == category
            && same(pid, recent.key.pid, key.pid) && same(tid, recent.key.tid, key.tid)
            && same(category, recent.key.category, key.category))
            return recent.site;
    }
    const auto [kept, site] = findExact(key);
    places[1] = places[0];
    places[0] = {pid, tid, category, kept, site, true};
    return site;
}

std::pair<SiteKey, SiteCache::Site> SiteCache::findExact(const SiteKey& key)
{
    const auto found = m_exact->sites.find(key);
    if (found != m_exact->sites.end())
        return *found;
    model::RawSite raw;
    raw.pid = m_out.strings.intern(key.pid);
    raw.tid = m_out.strings.intern(key.tid);
    raw.category = m_out.strings.intern(key.category);
    raw.pidIsNumber = isInteger(key.pid);
    raw.tidIsNumber = isInteger(key.tid);
    const SiteKey kept {m_out.strings.view(raw.pid), m_out.strings.view(raw.tid), m_out.strings.view(raw.category)};
    const Site site {static_cast<std::uint32_t>(m_out.sites.size()), model::kindOfCategory(key.category)};
    m_out.sites.push_back(raw);
    m_exact->sites.emplace(kept, site);
    return {kept, site};
}

} // namespace stepscope::json
