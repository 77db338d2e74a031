// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/input_window.h"

#include <algorithm>
#include <cstring>

namespace stepscope::io {

InputWindow::InputWindow(std::shared_ptr<const FileReader> file, std::size_t bufferBytes)
    : m_file(std::move(file))
    , m_buffer(kCarried + std::max(bufferBytes, kMinimumBytes))
{
}

Expected<bool> InputWindow::ensure(std::size_t wanted)
{
    if (m_end - m_begin < wanted) {
        if (const Expected<void> read = refill(); !read)
            return tl::unexpected(read.error());
    }
    return m_end - m_begin >= wanted;
}

Expected<void> InputWindow::refill()
{
    const std::size_t moved = std::min(m_begin, kCarried) + (m_end - m_begin);
    std::memmove(m_buffer.data(), m_buffer.data() + (m_end - moved), moved);
    m_begin = std::min(m_begin, kCarried);
    m_end = moved;
    const Expected<std::size_t> n = m_file->readOpened(m_readUpTo, std::span(m_buffer).subspan(m_end));
    if (!n)
        return tl::unexpected(n.error());
    m_end += *n;
    m_readUpTo += *n;
    return {};
}

void InputWindow::take(std::size_t bytes)
{
    setRest(m_end - m_begin - bytes);
}

void InputWindow::setRest(std::size_t bytes)
{
    m_begin = m_end - bytes;
    m_position.store(m_readUpTo - bytes, std::memory_order_relaxed);
}

Expected<std::uint64_t> InputWindow::countTrailing()
{
    constexpr std::uint64_t kMaxPadding = std::uint64_t {1} << 20U;
    const std::uint64_t trailing = m_file->size() - position();
    if (trailing > kMaxPadding)
        return trailing;
    while (true) {
        const Expected<bool> more = ensure(1);
        if (!more)
            return tl::unexpected(more.error());
        if (!*more)
            return 0;
        const std::span<const char> bytes = rest();
        if (std::any_of(bytes.begin(), bytes.end(), [](char c) { return c != '\0'; }))
            return trailing;
        take(bytes.size());
    }
}

} // namespace stepscope::io
