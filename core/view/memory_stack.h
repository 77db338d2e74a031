// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The pieces that live at an entry as a list that moves forward in time: new ones go on top, any may go. Kept in chunks
// that know their sums, their largest pieces and their first death, so that a step passes over what does not change
// and a painter over what is too thin to see. O(chunks + changes) a step. Not thread-safe.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace stepscope::view {

// a + b, or the largest number where that is too much: sizes come from files.
[[nodiscard]] inline std::uint64_t saturatingSum(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? ~std::uint64_t {0} : sum;
}

class LiveStack
{
public:
    struct Piece
    {
        std::uint64_t size = 0;
        std::int32_t died = 0;
        std::uint32_t id = 0;
    };
    struct Sum // of several pieces
    {
        std::uint64_t bytes = 0;
        std::uint32_t largest = 0; // index of the first of the largest
    };
    struct Chunk
    {
        static constexpr std::size_t kCapacity = 64;
        static constexpr std::size_t kGroup = 8; // pieces that have a sum of their own
        Sum all;
        std::uint32_t count = 0;
        std::int32_t firstDeath = 0;
        std::array<Sum, kCapacity / kGroup> groups;
        std::array<Piece, kCapacity> pieces;

        void append(const Piece& piece);
        void removeDead(std::int32_t entry);

    private:
        void addUp();
    };

    void clear();
    void append(const Piece& piece);
    void removeDead(std::int32_t entry); // died <= entry

    [[nodiscard]] const std::vector<std::unique_ptr<Chunk>>& chunks() const { return m_chunks; }
    // Chunks before this one are as they were at the last markSeen(); their number when nothing changed since.
    [[nodiscard]] std::size_t firstChanged() const { return m_firstChanged; }
    [[nodiscard]] bool changed() const { return m_changed; }
    void markSeen();

private:
    void addChunk();
    void dropEmpty();
    void touch(std::size_t chunk);
    void repack();

    std::vector<std::unique_ptr<Chunk>> m_chunks; // none is empty
    std::vector<std::int32_t> m_firstDeaths;      // theirs, side by side: most steps change few chunks
    std::vector<std::unique_ptr<Chunk>> m_spare;
    std::size_t m_firstChanged = 0;
    bool m_changed = false;
    std::size_t m_count = 0; // pieces
};

} // namespace stepscope::view
