// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A moving view of a text store, for who reads a text from front to back and looks ahead at times. One thread.

#include "core/io/text_store.h"
#include "core/util/expected.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace stepscope::json {

class TextWindow
{
public:
    explicit TextWindow(const io::TextStore& store)
        : m_store(store)
    {
    }
    // Text from `offset` on: at least `bytes` of it, unless it ends before. The view is followed by kTextPadding
    // readable bytes and is valid until the next call. Errors of the store.
    [[nodiscard]] Expected<std::string_view> at(std::uint64_t offset, std::size_t bytes);
    // As at(), but never more than `bytes`: what is found then does not depend on where the window happens to end.
    [[nodiscard]] Expected<std::string_view> exactly(std::uint64_t offset, std::size_t bytes);
    // True when a view of `bytes` from `offset` holds all that is left of the text.
    [[nodiscard]] bool reachesEnd(std::uint64_t offset, std::size_t bytes) const
    {
        return offset + bytes >= m_store.size();
    }

private:
    const io::TextStore& m_store;
    std::vector<char> m_buffer;
    std::uint64_t m_base = 0;
    std::size_t m_size = 0;
};

} // namespace stepscope::json
