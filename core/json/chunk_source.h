// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Deals out the text of the events array in chunks that start at an event, to several workers at once. Chunk k holds
// the events whose preceding record ends in block k, a stretch of `chunkBytes` of the text: so the cuts depend on the
// text and the chunk size only. Where no record ends for many blocks, the cut is made anywhere: chunks stay small, and
// whoever puts them together sees that they do not fit. Plain files are read by the workers themselves; streams are
// inflated by whoever asks, in turn.

#include "core/io/byte_source.h"
#include "core/io/text_store.h"
#include "core/util/expected.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::json {

struct TextChunk
{
    std::vector<char> buffer; // text and padding; reused from call to call
    std::size_t size = 0;
    std::uint64_t offset = 0; // in the text
    std::size_t index = 0;

    [[nodiscard]] const char* text() const { return buffer.data(); }
};

class ChunkSource
{
public:
    ChunkSource() = default;
    virtual ~ChunkSource() = default;
    ChunkSource(const ChunkSource&) = delete;
    ChunkSource& operator=(const ChunkSource&) = delete;

    // The next chunk, false when there is none. Thread-safe; chunks may be empty. Errors: Unreadable, Changed.
    [[nodiscard]] virtual Expected<bool> next(TextChunk& chunk) = 0;
    [[nodiscard]] virtual std::uint64_t inputBytesDone() const = 0;
};

// Chunks of text[begin, …) of a store that reads from a file.
class StoredChunks final : public ChunkSource
{
public:
    StoredChunks(const io::TextStore& store, std::uint64_t begin, std::size_t chunkBytes);
    Expected<bool> next(TextChunk& chunk) override;
    std::uint64_t inputBytesDone() const override { return m_done; }

private:
    Expected<std::size_t> fill(TextChunk& chunk, std::uint64_t from, std::size_t bytes) const;
    // Where the events of the block at `block` begin; `text` is what has been read, from byte `offset` on.
    Expected<std::uint64_t> cut(std::uint64_t block, std::string_view text, std::uint64_t offset);
    Expected<std::uint64_t> searchCut(std::uint64_t block);

    const io::TextStore& m_store;
    std::uint64_t m_begin;
    std::size_t m_chunkBytes;
    std::atomic<std::size_t> m_next {0};
    std::atomic<std::uint64_t> m_done {0};
    std::mutex m_searchMutex; // guards all below
    std::vector<char> m_searchText;
    std::uint64_t m_noneFrom = 0; // no record ends in [m_noneFrom, m_noneTo)
    std::uint64_t m_noneTo = 0;
};

// Chunks of a stream of which `head` has been read; the events begin at byte `begin` of it.
class StreamedChunks final : public ChunkSource
{
public:
    StreamedChunks(io::ByteSource& source, std::string head, std::uint64_t begin, std::size_t chunkBytes);
    Expected<bool> next(TextChunk& chunk) override;
    std::uint64_t inputBytesDone() const override { return m_source.inputBytesDone(); }

private:
    Expected<bool> readMore(std::size_t bytes);
    Expected<std::uint64_t> cut(std::uint64_t block);
    void take(TextChunk& chunk, std::uint64_t end);

    io::ByteSource& m_source;
    std::uint64_t m_begin;
    std::size_t m_chunkBytes;
    std::mutex m_mutex;       // guards all below
    std::vector<char> m_text; // from byte m_base of the text on
    std::size_t m_size = 0;
    std::uint64_t m_base;
    std::uint64_t m_lastRecordEnd = 0; // the `}` before m_base
    std::size_t m_index = 0;
    bool m_ended = false;
};

} // namespace stepscope::json
