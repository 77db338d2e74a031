// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Interned strings: each distinct text once, addressed by NameId in order of first use. Texts live in arena blocks and
// never move. Filled by one thread; read-only (and then safe from any thread) after the load.
// intern() is O(length) expected; view() is O(1).

#include "core/util/ids.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace stepscope {

class StringPool
{
public:
    StringPool();
    ~StringPool();
    StringPool(StringPool&&) noexcept;
    StringPool& operator=(StringPool&&) noexcept;

    NameId intern(std::string_view text);
    // As intern(), for callers that know the text's hash(): hot loops compute it once.
    NameId intern(std::string_view text, std::uint64_t hash);
    [[nodiscard]] NameId find(std::string_view text) const; // invalid when it was never interned
    [[nodiscard]] std::string_view view(NameId id) const
    {
        return id.index() < m_views.size() ? m_views[id.index()] : std::string_view {};
    }
    [[nodiscard]] std::size_t size() const { return m_views.size(); }
    [[nodiscard]] std::size_t bytes() const; // memory held

    [[nodiscard]] static std::uint64_t hash(std::string_view text);

private:
    struct Index;
    std::string_view store(std::string_view text);
    char* addBlock(std::size_t bytes);

    std::vector<std::string_view> m_views;
    std::vector<std::unique_ptr<char[]>> m_blocks;
    char* m_free = nullptr; // rest of the block that is being filled
    std::size_t m_left = 0;
    std::size_t m_bytes = 0;
    std::unique_ptr<Index> m_index;
};

} // namespace stepscope
