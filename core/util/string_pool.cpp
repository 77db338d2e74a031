// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/string_pool.h"

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
    // A long text gets a block of its own, so that the rest of the current one is not lost.
    if (text.size() > kBlock / 4) {
        char* block = addBlock(text.size());
        std::memcpy(block, text.data(), text.size());
        return {block, text.size()};
    }
    if (m_left < text.size()) {
        m_free = addBlock(kBlock);
        m_left = kBlock;
    }
    char* to = m_free;
    std::memcpy(to, text.data(), text.size());
    m_free += text.size();
    m_left -= text.size();
    return {to, text.size()};
}

char* StringPool::addBlock(std::size_t bytes)
{
    m_blocks.push_back(std::make_unique_for_overwrite<char[]>(bytes));
    m_bytes += bytes;
    return m_blocks.back().get();
}

std::size_t StringPool::bytes() const
{
    using Entry = decltype(m_index->ids)::value_type;
    constexpr std::size_t kBucketBytes = sizeof(Entry) + 8; // the map keeps a probe distance beside each entry
    return m_bytes + m_blocks.capacity() * sizeof(m_blocks[0]) + m_views.capacity() * sizeof(m_views[0])
        + m_index->ids.bucket_count() * kBucketBytes;
}

} // namespace stepscope
