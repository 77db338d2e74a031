// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/string_pool.h"

#include <algorithm>
#include <cstring>
#include <tsl/robin_map.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace stepscope {
namespace {

constexpr std::size_t kBlock = std::size_t {64} << 10U;

struct Key
{
    std::string_view text;
    std::uint64_t hash;
};
struct KeyHash
{
    std::size_t operator()(const Key& key) const { return key.hash; }
};
struct KeyEqual
{
    bool operator()(const Key& a, const Key& b) const { return a.hash == b.hash && a.text == b.text; }
};

} // namespace

struct StringPool::Index
{
    tsl::robin_map<Key, std::uint32_t, KeyHash, KeyEqual> ids;
};

StringPool::StringPool()
    : m_index(std::make_unique<Index>())
{
}
StringPool::~StringPool() = default;
StringPool::StringPool(StringPool&&) noexcept = default;
StringPool& StringPool::operator=(StringPool&&) noexcept = default;

std::uint64_t StringPool::hash(std::string_view text)
{
    return XXH3_64bits(text.data(), text.size());
}

NameId StringPool::intern(std::string_view text)
{
    return intern(text, hash(text));
}

NameId StringPool::intern(std::string_view text, std::uint64_t hash)
{
    const auto found = m_index->ids.find(Key {text, hash}, hash);
    if (found != m_index->ids.end())
        return NameId(found->second);
    const NameId id(m_views.size());
    m_views.push_back(store(text));
    m_index->ids.emplace(Key {m_views.back(), hash}, id.value);
    return id;
}

NameId StringPool::find(std::string_view text) const
{
    const auto found = m_index->ids.find(Key {text, hash(text)});
    return found == m_index->ids.end() ? NameId {} : NameId(found->second);
}

std::string_view StringPool::store(std::string_view text)
{
    if (text.empty())
        return {};
    if (m_capacity - m_used < text.size()) {
        m_capacity = std::max(kBlock, text.size());
        m_blocks.push_back(std::make_unique_for_overwrite<char[]>(m_capacity));
        m_bytes += m_capacity;
        m_used = 0;
    }
    char* to = m_blocks.back().get() + m_used;
    std::memcpy(to, text.data(), text.size());
    m_used += text.size();
    return {to, text.size()};
}

std::size_t StringPool::bytes() const
{
    return m_bytes + m_views.capacity() * sizeof(std::string_view) + m_index->ids.bucket_count() * 48;
}

} // namespace stepscope
