// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/chunk_source.h"

#include "core/json/record_boundary.h"
#include "core/json/structural_index.h"

#include <algorithm>
#include <cstring>

namespace stepscope::json {
namespace {

constexpr std::size_t kReadAhead = std::size_t {16} << 10U; // behind a block, for the event that ends in the next one
constexpr std::size_t kStep = std::size_t {256} << 10U;     // of reading on where no record ends

// How far from the start of a block the end of a record is looked for.
std::size_t reachOf(std::size_t chunkBytes)
{
    return std::max(8 * chunkBytes, kStep);
}

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
    const auto got = fill(chunk, block, m_chunkBytes + kReadAhead);
    if (!got)
        return tl::unexpected(got.error());
    const std::string_view text(chunk.text(), *got);
    const auto begin = chunk.index == 0 ? Expected<std::uint64_t>(block) : cut(block, text, block);
    const auto end = begin ? cut(block + m_chunkBytes, text, block) : begin;
    if (!end)
        return tl::unexpected(end.error());
    chunk.offset = *begin;
    chunk.size = static_cast<std::size_t>(*end - *begin); // 0: this block's bytes belong to an earlier one
    if (*end <= block + *got) {
        std::memmove(chunk.buffer.data(), chunk.buffer.data() + (*begin - block), chunk.size);
    } else if (chunk.size > 0) {
        if (const auto filled = fill(chunk, *begin, chunk.size); !filled)
            return tl::unexpected(filled.error());
    }
    m_done += std::min<std::uint64_t>(m_chunkBytes, *got);
    pad(chunk);
    return true;
}

Expected<std::uint64_t> StoredChunks::cut(std::uint64_t block, std::string_view text, std::uint64_t offset)
{
    if (block >= m_store.size())
        return m_store.size();
    const std::size_t found = findRecordBoundary(text, static_cast<std::size_t>(block - offset));
    if (found != kNotFound)
        return offset + found;
    return offset + text.size() >= m_store.size() ? m_store.size() : searchCut(block);
}

// Rare: one worker at a time, and what one has searched no other searches again.
Expected<std::uint64_t> StoredChunks::searchCut(std::uint64_t block)
{
    const std::lock_guard lock(m_searchMutex);
    const std::uint64_t reach = std::min(block + reachOf(m_chunkBytes), m_store.size());
    if (block < m_noneFrom || block >= m_noneTo)
        m_noneFrom = m_noneTo = block;
    m_searchText.resize(kStep);
    while (m_noneTo < reach) {
        const auto want = static_cast<std::size_t>(std::min<std::uint64_t>(reach - m_noneTo, kStep));
        const auto got = m_store.read(m_noneTo, {m_searchText.data(), want});
        if (!got)
            return tl::unexpected(got.error());
        const std::size_t found = findRecordBoundary({m_searchText.data(), *got}, 0);
        if (found != kNotFound)
            return m_noneTo + found;
        if (m_noneTo + want >= reach)
            break;
        m_noneTo += want - kLongestBoundary;
    }
    if (reach >= m_store.size())
        return m_store.size();
    m_noneTo = std::max(m_noneTo, reach - kLongestBoundary);
    return reach - kLongestBoundary;
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
    std::uint64_t block = m_begin + (m_index + 1) * m_chunkBytes;
    for (; block <= m_lastRecordEnd; block += m_chunkBytes)
        ++m_index; // blocks in the middle of an event
    const auto end = cut(block);
    if (!end)
        return tl::unexpected(end.error());
    if (m_size == 0)
        return false;
    take(chunk, *end);
    return true;
}

// End of the chunk at m_base: where the events of the block at `block` begin. Reads as much as that takes.
Expected<std::uint64_t> StreamedChunks::cut(std::uint64_t block)
{
    const std::uint64_t reach = block + reachOf(m_chunkBytes);
    std::uint64_t from = std::max(block, m_base);
    for (;;) {
        const std::uint64_t have = m_base + m_size;
        if (have > from) {
            const std::string_view text(m_text.data(), static_cast<std::size_t>(std::min(have, reach) - m_base));
            const std::size_t found = findRecordBoundary(text, static_cast<std::size_t>(from - m_base));
            if (found != kNotFound) {
                m_lastRecordEnd = m_base + text.rfind('}', found);
                return m_base + found;
            }
            if (have >= reach)
                return reach - kLongestBoundary;
            from = std::max(from, have - std::min<std::uint64_t>(have, kLongestBoundary)); // search no byte twice
        }
        const std::uint64_t wanted = std::min(from + kReadAhead, reach);
        const auto more = readMore(std::max(static_cast<std::size_t>(wanted > have ? wanted - have : 0), kStep));
        if (!more)
            return tl::unexpected(more.error());
        if (!*more)
            return m_base + m_size;
    }
}

void StreamedChunks::take(TextChunk& chunk, std::uint64_t end)
{
    chunk.size = static_cast<std::size_t>(end - m_base);
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
}

} // namespace stepscope::json
