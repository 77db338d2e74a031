// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/text_store.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <new>
#include <zstd.h>

namespace stepscope::io {
namespace {

constexpr std::size_t kCachedBlocks = 4;

} // namespace

FileTextStore::FileTextStore(std::shared_ptr<const FileReader> file)
    : m_file(std::move(file))
{
}

Expected<std::size_t> FileTextStore::read(std::uint64_t offset, std::span<char> out) const
{
    return m_file->readOpened(offset, out);
}

// What one thread needs to pack a block.
struct CompressedTextStore::Packer
{
    std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context {ZSTD_createCCtx(), &ZSTD_freeCCtx};
    Column<char> frame;

    // The frame of `text`, or `text` itself where packing gains nothing.
    std::span<const char> pack(std::span<const char> text, int level)
    {
        if (!context)
            throw std::bad_alloc();
        if (const std::size_t bound = ZSTD_compressBound(text.size()); frame.size() < bound)
            frame.resize(bound);
        const std::size_t n
            = ZSTD_compressCCtx(context.get(), frame.data(), frame.size(), text.data(), text.size(), level);
        return ZSTD_isError(n) || n >= text.size() ? text : frame.span().first(n);
    }
};

struct CompressedTextStore::Unpacked
{
    std::size_t blockIndex = 0;
    Column<char> text; // may be longer than the block: buffers are used again
};

CompressedTextStore::CompressedTextStore(std::shared_ptr<const FileReader> file, int level)
    : m_file(std::move(file))
    , m_level(level)
{
}

CompressedTextStore::~CompressedTextStore() = default;

std::unique_ptr<CompressedTextStore::Packer> CompressedTextStore::borrowPacker()
{
    const std::scoped_lock lock(m_fillMutex);
    if (m_packers.empty())
        return std::make_unique<Packer>();
    std::unique_ptr<Packer> packer = std::move(m_packers.back());
    m_packers.pop_back();
    return packer;
}

void CompressedTextStore::append(std::size_t blockIndex, std::uint64_t offset, std::span<const char> text)
{
    std::unique_ptr<Packer> packer = borrowPacker();
    const std::span<const char> frame = packer->pack(text, m_level);

    const std::scoped_lock lock(m_fillMutex);
    const std::size_t frameAt = m_frames.size();
    if (frameAt + frame.size() > m_frames.capacity())
        m_frames.reserve(std::max(frameAt + frame.size(), 2 * m_frames.capacity()));
    m_frames.resize(frameAt + frame.size());
    std::memcpy(m_frames.data() + frameAt, frame.data(), frame.size());
    if (m_blocks.size() <= blockIndex)
        m_blocks.resize(blockIndex + 1);
    m_blocks[blockIndex] = {offset, frameAt, text.size(), frame.size()};
    m_packers.push_back(std::move(packer));
}

Expected<void> CompressedTextStore::seal()
{
    const std::scoped_lock lock(m_fillMutex);
    m_packers.clear();
    m_frames.shrinkToFit();
    std::erase_if(m_blocks, [](const Block& block) { return block.textBytes == 0; });
    m_blocks.shrink_to_fit();
    std::sort(m_blocks.begin(), m_blocks.end(), [](const Block& a, const Block& b) { return a.offset < b.offset; });
    m_size = 0;
    for (const Block& block : m_blocks) {
        if (block.offset != m_size) {
            return fail(ErrorClass::Internal,
                fmt::format("A block of text begins at byte {} instead of {}.", block.offset, m_size));
        }
        m_size += block.textBytes;
    }
    return {};
}

Expected<std::size_t> CompressedTextStore::read(std::uint64_t offset, std::span<char> out) const
{
    std::size_t done = 0;
    while (done < out.size() && offset < m_size) {
        const auto after = std::upper_bound(m_blocks.begin(), m_blocks.end(), offset,
            [](std::uint64_t o, const Block& block) { return o < block.offset; });
        const Block& block = *(after - 1);
        const auto index = static_cast<std::size_t>(after - 1 - m_blocks.begin());
        const Expected<std::shared_ptr<const Unpacked>> text = unpacked(index);
        if (!text)
            return tl::unexpected(text.error());
        const auto at = static_cast<std::size_t>(offset - block.offset);
        const std::size_t n = std::min<std::size_t>(out.size() - done, block.textBytes - at);
        std::memcpy(out.data() + done, (*text)->text.data() + at, n);
        done += n;
        offset += n;
    }
    return done;
}

Expected<std::shared_ptr<const CompressedTextStore::Unpacked>> CompressedTextStore::unpacked(
    std::size_t blockIndex) const
{
    {
        const std::scoped_lock lock(m_cacheMutex);
        const auto found = std::find_if(
            m_cache.begin(), m_cache.end(), [&](const auto& entry) { return entry->blockIndex == blockIndex; });
        if (found != m_cache.end()) {
            std::rotate(found, found + 1, m_cache.end());
            return m_cache.back();
        }
    }
    std::shared_ptr<Unpacked> text = takeOldest();
    text->blockIndex = blockIndex;
    if (const Expected<void> done = unpack(m_blocks[blockIndex], *text); !done)
        return tl::unexpected(done.error());
    const std::scoped_lock lock(m_cacheMutex);
    if (m_cache.size() >= kCachedBlocks) // another thread was here at the same time
        m_cache.erase(m_cache.begin());
    m_cache.push_back(text);
    return text;
}

// A buffer to unpack into: the one that was not used for longest, since fresh memory costs more than unpacking.
std::shared_ptr<CompressedTextStore::Unpacked> CompressedTextStore::takeOldest() const
{
    const std::scoped_lock lock(m_cacheMutex);
    if (m_cache.size() < kCachedBlocks)
        return std::make_shared<Unpacked>();
    std::shared_ptr<Unpacked> oldest = std::move(m_cache.front());
    m_cache.erase(m_cache.begin());
    return oldest.use_count() == 1 ? oldest : std::make_shared<Unpacked>(); // it may still be read elsewhere
}

Expected<void> CompressedTextStore::unpack(const Block& block, Unpacked& to) const
{
    if (to.text.size() < block.textBytes)
        to.text.resize(block.textBytes);
    const char* frame = m_frames.data() + block.frameAt;
    if (block.frameBytes == block.textBytes) {
        std::memcpy(to.text.data(), frame, block.textBytes);
        return {};
    }
    const std::size_t n = ZSTD_decompress(to.text.data(), block.textBytes, frame, block.frameBytes);
    if (ZSTD_isError(n) || n != block.textBytes)
        return fail(ErrorClass::Internal, "Text that was kept in memory cannot be unpacked.");
    return {};
}

Expected<void> CompressedTextStore::verifyUnchanged() const
{
    if (!m_file)
        return {};
    return m_file->verifyUnchanged();
}

std::size_t CompressedTextStore::memoryBytes() const
{
    std::size_t sum = m_frames.bytes() + m_blocks.capacity() * sizeof(Block);
    const std::scoped_lock lock(m_cacheMutex);
    for (const std::shared_ptr<Unpacked>& entry : m_cache)
        sum += entry->text.bytes();
    return sum;
}

} // namespace stepscope::io
