// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/text_window.h"

#include "core/json/structural_index.h"

#include <algorithm>

namespace stepscope::json {
namespace {

constexpr std::size_t kRead = std::size_t {1} << 20U;

} // namespace

Expected<std::string_view> TextWindow::at(std::uint64_t offset, std::size_t bytes)
{
    const std::uint64_t end = m_base + m_size;
    const bool atEnd = m_size > 0 && end >= m_store.size();
    const bool enough = offset >= m_base && (offset + bytes <= end || (offset <= end && atEnd));
    if (!enough) {
        const std::size_t want = std::max(bytes, kRead);
        m_buffer.resize(want + kTextPadding);
        const auto got = m_store.read(offset, {m_buffer.data(), want});
        if (!got)
            return tl::unexpected(got.error());
        m_base = offset;
        m_size = *got;
        std::fill_n(m_buffer.begin() + static_cast<std::ptrdiff_t>(m_size), kTextPadding, ' ');
    }
    return std::string_view(m_buffer.data() + (offset - m_base), static_cast<std::size_t>(m_base + m_size - offset));
}

Expected<std::string_view> TextWindow::exactly(std::uint64_t offset, std::size_t bytes)
{
    auto view = at(offset, bytes);
    if (view)
        *view = view->substr(0, bytes);
    return view;
}

} // namespace stepscope::json
