// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Random access to the text of a trace after it was loaded: straight from the file, or, where the file is packed, from
// blocks of the unpacked text that are kept as zstd frames of their own.
// Safe to read from any thread.

#include "core/io/file_reader.h"
#include "core/util/column.h"
#include "core/util/expected.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace stepscope::io {

class TextStore
{
public:
    TextStore() = default;
    virtual ~TextStore() = default;
    TextStore(const TextStore&) = delete;
    TextStore& operator=(const TextStore&) = delete;

    // Fills `out` from `offset` on; short only at the end of the text. Errors: Changed, Unreadable.
    [[nodiscard]] virtual Expected<std::size_t> read(std::uint64_t offset, std::span<char> out) const = 0;
    [[nodiscard]] virtual std::uint64_t size() const = 0;
    // Errors: Changed when the file is no longer the one that was opened.
    [[nodiscard]] virtual Expected<void> verifyUnchanged() const = 0;
    [[nodiscard]] virtual std::size_t memoryBytes() const = 0;
};

// The file itself is the text.
class FileTextStore final : public TextStore
{
public:
    explicit FileTextStore(std::shared_ptr<const FileReader> file);

    Expected<std::size_t> read(std::uint64_t offset, std::span<char> out) const override;
    std::uint64_t size() const override { return m_file->size(); }
    Expected<void> verifyUnchanged() const override { return m_file->verifyUnchanged(); }
    std::size_t memoryBytes() const override { return 0; }

private:
    std::shared_ptr<const FileReader> m_file;
};

// Filled with append() from any number of threads, closed with seal(), then read. O(log blocks) a read, and the time to
// unpack a block where it is not among the last few that were used.
class CompressedTextStore final : public TextStore
{
public:
    // Traces: 11 times smaller at 0.9 GB/s. Level -5 is a tenth faster and a fifth larger, level 1 the other way round.
    static constexpr int kDefaultLevel = -3;

    // `file` is what verifyUnchanged() looks at; it may be null where there is none.
    explicit CompressedTextStore(std::shared_ptr<const FileReader> file, int level = kDefaultLevel);
    ~CompressedTextStore() override;

    // Keeps `text`, which begins at byte `offset` of the whole. Blocks may come in any order and have any sizes; each
    // index once. Throws std::bad_alloc.
    void append(std::size_t blockIndex, std::uint64_t offset, std::span<const char> text);
    // All blocks are in. Errors: Internal when they leave a gap or overlap.
    Expected<void> seal();

    Expected<std::size_t> read(std::uint64_t offset, std::span<char> out) const override;
    std::uint64_t size() const override { return m_size; }
    Expected<void> verifyUnchanged() const override;
    std::size_t memoryBytes() const override;

private:
    struct Block
    {
        std::uint64_t offset = 0;  // in the text
        std::uint64_t frameAt = 0; // in m_frames
        std::uint64_t textBytes = 0;
        std::uint64_t frameBytes = 0; // as many as textBytes: kept as it is
    };
    struct Packer;
    struct Unpacked;

    std::unique_ptr<Packer> borrowPacker();
    Expected<std::shared_ptr<const Unpacked>> unpacked(std::size_t blockIndex) const;
    std::shared_ptr<Unpacked> takeOldest() const;
    Expected<void> unpack(const Block& block, Unpacked& to) const;

    std::shared_ptr<const FileReader> m_file;
    int m_level;
    std::uint64_t m_size = 0;

    std::mutex m_fillMutex;                         // guards the next three until seal(), which ends all filling
    std::vector<std::unique_ptr<Packer>> m_packers; // at rest
    std::vector<Block> m_blocks;                    // by block index, after seal() by offset
    Column<char> m_frames;

    mutable std::mutex m_cacheMutex;
    mutable std::vector<std::shared_ptr<Unpacked>> m_cache; // the last used ones, newest at the back
};

} // namespace stepscope::io
