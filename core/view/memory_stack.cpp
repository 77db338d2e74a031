// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/memory_stack.h"

#include <algorithm>
#include <limits>

namespace stepscope::view {

// Without branches: which pieces die is as good as random.
void LiveStack::Chunk::removeDead(std::int32_t entry)
{
    const std::uint32_t before = count;
    count = 0;
    std::int32_t first = std::numeric_limits<std::int32_t>::max();
    for (std::uint32_t i = 0; i < before; ++i) {
        const Piece piece = pieces[i];
        const bool lives = piece.died > entry;
        pieces[count] = piece;
        count += lives ? 1 : 0;
        first = std::min(first, lives ? piece.died : first);
    }
    firstDeath = first;
    addUp();
}

void LiveStack::Chunk::append(const Piece& piece)
{
    firstDeath = count == 0 ? piece.died : std::min(firstDeath, piece.died);
    pieces[count] = piece;
    const bool opens = count % kGroup == 0;
    Sum& group = groups[count / kGroup];
    if (opens || piece.size > pieces[group.largest].size)
        group.largest = count;
    group.bytes = opens ? piece.size : saturatingSum(group.bytes, piece.size);
    if (count == 0 || piece.size > pieces[all.largest].size)
        all.largest = count;
    all.bytes = count == 0 ? piece.size : saturatingSum(all.bytes, piece.size);
    ++count;
}

void LiveStack::Chunk::addUp()
{
    for (std::uint32_t begin = 0; begin < count; begin += kGroup) {
        const std::uint32_t end = std::min<std::uint32_t>(begin + kGroup, count);
        Sum sum {0, begin};
        std::uint64_t most = 0;
        bool beyond = false;
        for (std::uint32_t i = begin; i < end; ++i) {
            const std::uint64_t size = pieces[i].size;
            sum.bytes += size;
            beyond |= sum.bytes < size;
            sum.largest = size > most ? i : sum.largest;
            most = std::max(most, size);
        }
        if (beyond)
            sum.bytes = ~std::uint64_t {0};
        groups[begin / kGroup] = sum;
    }
    all = {};
    for (std::uint32_t group = 0; group * kGroup < count; ++group) {
        const Sum& sum = groups[group];
        if (pieces[sum.largest].size > pieces[all.largest].size)
            all.largest = sum.largest;
        all.bytes = saturatingSum(all.bytes, sum.bytes);
    }
}

void LiveStack::clear()
{
    for (auto& chunk : m_chunks)
        m_spare.push_back(std::move(chunk));
    m_chunks.clear();
    m_firstDeaths.clear();
    m_count = 0;
    m_firstChanged = 0;
    m_changed = true;
}

void LiveStack::append(const Piece& piece)
{
    if (m_chunks.empty() || m_chunks.back()->count == Chunk::kCapacity)
        addChunk();
    m_chunks.back()->append(piece);
    m_firstDeaths.back() = m_chunks.back()->firstDeath;
    ++m_count;
    touch(m_chunks.size() - 1);
}

void LiveStack::removeDead(std::int32_t entry)
{
    bool anyEmpty = false;
    for (std::size_t i = 0; i < m_chunks.size(); ++i) {
        if (m_firstDeaths[i] > entry)
            continue;
        Chunk& chunk = *m_chunks[i];
        m_count -= chunk.count;
        chunk.removeDead(entry);
        m_count += chunk.count;
        m_firstDeaths[i] = chunk.firstDeath;
        anyEmpty |= chunk.count == 0;
        touch(i);
    }
    if (anyEmpty)
        dropEmpty();
    constexpr std::size_t kFewChunks = 8;
    if (m_chunks.size() > kFewChunks && m_count < m_chunks.size() * Chunk::kCapacity / 4)
        repack();
}

void LiveStack::addChunk()
{
    if (m_spare.empty())
        m_spare.push_back(std::make_unique<Chunk>());
    m_chunks.push_back(std::move(m_spare.back()));
    m_spare.pop_back();
    m_chunks.back()->count = 0;
    m_firstDeaths.push_back(0);
}

void LiveStack::dropEmpty()
{
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_chunks.size(); ++i) {
        if (m_chunks[i]->count == 0) {
            m_spare.push_back(std::move(m_chunks[i]));
            continue;
        }
        m_firstDeaths[kept] = m_firstDeaths[i];
        if (kept != i)
            m_chunks[kept] = std::move(m_chunks[i]);
        ++kept;
    }
    m_chunks.resize(kept);
    m_firstDeaths.resize(kept);
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
    m_firstDeaths.clear();
    m_count = 0;
    for (const auto& chunk : sparse) {
        for (std::uint32_t i = 0; i < chunk->count; ++i)
            append(chunk->pieces[i]);
    }
    touch(0);
}

} // namespace stepscope::view
