// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/memory_stack.h"

#include <algorithm>

namespace stepscope::view {

void LiveStack::Sum::add(const Piece* pieces, std::uint32_t index)
{
    if (bytes == 0 || pieces[index].size > pieces[largest].size)
        largest = index;
    bytes = saturatingSum(bytes, pieces[index].size);
}

void LiveStack::Chunk::append(const Piece& piece)
{
    firstDeath = count == 0 ? piece.died : std::min(firstDeath, piece.died);
    pieces[count] = piece;
    Sum& group = groups[count / kGroup];
    if (count % kGroup == 0)
        group = {};
    group.add(pieces.data(), count);
    all.add(pieces.data(), count);
    ++count;
}

void LiveStack::Chunk::removeDead(std::int32_t entry)
{
    const std::uint32_t before = count;
    count = 0;
    all = {};
    for (std::uint32_t i = 0; i < before; ++i) {
        if (pieces[i].died > entry)
            append(Piece(pieces[i]));
    }
}

void LiveStack::clear()
{
    m_chunks.clear();
    m_count = 0;
    m_firstChanged = 0;
    m_changed = true;
}

void LiveStack::append(const Piece& piece)
{
    if (m_chunks.empty() || m_chunks.back()->count == Chunk::kCapacity)
        m_chunks.push_back(std::make_unique<Chunk>());
    m_chunks.back()->append(piece);
    ++m_count;
    touch(m_chunks.size() - 1);
}

void LiveStack::removeDead(std::int32_t entry)
{
    bool anyEmpty = false;
    for (std::size_t i = 0; i < m_chunks.size(); ++i) {
        Chunk& chunk = *m_chunks[i];
        if (chunk.firstDeath > entry)
            continue;
        m_count -= chunk.count;
        chunk.removeDead(entry);
        m_count += chunk.count;
        anyEmpty |= chunk.count == 0;
        touch(i);
    }
    if (anyEmpty)
        std::erase_if(m_chunks, [](const std::unique_ptr<Chunk>& chunk) { return chunk->count == 0; });
    constexpr std::size_t kFewChunks = 8;
    if (m_chunks.size() > kFewChunks && m_count < m_chunks.size() * Chunk::kCapacity / 4)
        repack();
}

void LiveStack::markSeen()
{
    m_firstChanged = m_chunks.size();
    m_changed = false;
}

void LiveStack::touch(std::size_t chunk)
{
    m_firstChanged = std::min(m_firstChanged, chunk);
    m_changed = true;
}

void LiveStack::repack()
{
    std::vector<std::unique_ptr<Chunk>> sparse;
    sparse.swap(m_chunks);
    m_count = 0;
    for (const auto& chunk : sparse) {
        for (std::uint32_t i = 0; i < chunk->count; ++i)
            append(chunk->pieces[i]);
    }
    touch(0);
}

} // namespace stepscope::view
