// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/chunk_source.h"

#include "core/json/record_boundary.h"
#include "core/json/structural_index.h"

#include <algorithm>
#include <cstring>

namespace stepscope::json {
namespace {

constexpr std::size_t kReadAhead = std::size_t {16} << 10U; // behind a block, for the event that ends in the next one
constexpr std::size_t kInflateStep = std::size_t {256} << 10U;

void pad(TextChunk& chunk)
{
    std::memset(chunk.buffer.data() + chunk.size, ' ', kTextPadding);
}

} // namespace

StoredChunks::StoredChunks(const io::TextStore& store, std::uint64_t begin, std::size_t chunkBytes)
    : m_store(store)
    , m_begin(begin)
    , m_chunkBytes(chunkBytes)
{
}

Expected<std::size_t> StoredChunks::fill(TextChunk& chunk, std::uint64_t from, std::size_t bytes) const
{
    if (chunk.buffer.size() < bytes + kTextPadding)
        chunk.buffer.resize(bytes + kTextPadding);
    return m_store.read(from, {chunk.buffer.data(), bytes});
}

Expected<bool> StoredChunks::next(TextChunk& chunk)
{
    chunk.index = m_next++;
    const std::uint64_t block = m_begin + chunk.index * m_chunkBytes;
    if (block >= m_store.size())
        return false;
    for (std::size_t ahead = kReadAhead;; ahead *= 8) {
        const auto got = fill(chunk, block, m_chunkBytes + ahead);
        if (!got)
            return tl::unexpected(got.error());
        const std::string_view text(chunk.text(), *got);
        const bool last = block + *got >= m_store.size();
        const std::size_t end = findRecordBoundary(text, std::min(m_chunkBytes, text.size()));
        if (end == kNotFound && !last)
            continue;
        const std::size_t begin = chunk.index == 0 ? 0 : findRecordBoundary(text.substr(0, end), 0);
        // No event starts in this block: its bytes belong to an earlier one.
        const std::size_t from = begin != kNotFound ? begin : std::min(end, text.size());
        chunk.size = std::min(end, text.size()) - from;
        std::memmove(chunk.buffer.data(), chunk.buffer.data() + from, chunk.size);
        chunk.offset = block + from;
        m_done += std::min<std::uint64_t>(m_chunkBytes, *got);
        pad(chunk);
        return true;
    }
}

StreamedChunks::StreamedChunks(io::ByteSource& source, std::string head, std::uint64_t begin, std::size_t chunkBytes)
    : m_source(source)
    , m_begin(begin)
    , m_chunkBytes(chunkBytes)
    , m_text(head.begin() + static_cast<std::ptrdiff_t>(begin), head.end())
    , m_size(m_text.size())
    , m_base(begin)
{
}

Expected<bool> StreamedChunks::readMore(std::size_t bytes)
{
    if (m_ended)
        return false;
    if (m_text.size() < m_size + bytes + kTextPadding)
        m_text.resize(m_size + bytes + kTextPadding);
    const auto got = m_source.read({m_text.data() + m_size, bytes});
    if (!got)
        return tl::unexpected(got.error());
    m_size += *got;
    m_ended = *got < bytes;
    return *got > 0;
}

Expected<bool> StreamedChunks::next(TextChunk& chunk)
{
    const std::lock_guard lock(m_mutex);
    const std::uint64_t blockEnd = m_begin + (m_index + 1) * m_chunkBytes;
    std::size_t searched = blockEnd > m_base ? static_cast<std::size_t>(blockEnd - m_base) : 0;
    std::size_t end = kNotFound;
    for (;;) {
        if (m_size > searched) {
            end = findRecordBoundary({m_text.data(), m_size}, searched);
            if (end != kNotFound)
                break;
            // Search no byte twice, but for what a record's end and the next one's key may take.
            searched = std::max(searched, m_size - std::min(m_size, kReadAhead));
        }
        const std::size_t missing = searched + kReadAhead > m_size ? searched + kReadAhead - m_size : 0;
        const auto more = readMore(std::max(missing, kInflateStep));
        if (!more)
            return tl::unexpected(more.error());
        if (!*more)
            break;
    }
    if (end == kNotFound && m_size == 0)
        return false;
    chunk.size = std::min(end, m_size);
    chunk.offset = m_base;
    chunk.index = m_index++;
    const std::size_t rest = m_size - chunk.size;
    std::swap(chunk.buffer, m_text);
    if (m_text.size() < rest + kTextPadding)
        m_text.resize(rest + kTextPadding);
    if (chunk.buffer.size() < chunk.size + kTextPadding)
        chunk.buffer.resize(chunk.size + kTextPadding);
    std::memcpy(m_text.data(), chunk.buffer.data() + chunk.size, rest);
    m_size = rest;
    m_base += chunk.size;
    pad(chunk);
    return true;
}

} // namespace stepscope::json
