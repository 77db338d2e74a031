// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How PyTorch's caching allocator sizes blocks (section 3 of the snapshot format page), under the settings of one
// snapshot. Pure arithmetic.

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace stepscope::model {

inline constexpr std::uint64_t kMinBlock = 512;                   // blocks are multiples of it
inline constexpr std::uint64_t kSmallBlockMax = 1U << 20U;        // larger blocks live in the large pool
inline constexpr std::uint64_t kSmallSegment = 2U << 20U;         // a segment of the small pool
inline constexpr std::uint64_t kUnsplitRemainderMax = 20U << 20U; // what a block that is never split may waste

class AllocatorRules
{
public:
    AllocatorRules() = default; // the default settings
    explicit AllocatorRules(const std::vector<std::pair<std::string, std::string>>& settings);

    [[nodiscard]] bool expandable() const { return m_expandable; }
    // Expandable segments split off any remainder a block could use.
    void splitSmallRemainders(bool on) { m_expandable = on; }

    [[nodiscard]] std::uint64_t rounded(std::uint64_t requested) const;
    // Size of the block that a request gets from the low end of a free interval; of what is rounded up alone where the
    // interval is too short for it.
    [[nodiscard]] std::uint64_t taken(std::uint64_t requested, std::uint64_t interval) const;

private:
    [[nodiscard]] bool splits(std::uint64_t block, std::uint64_t remainder) const;

    static constexpr std::size_t kDivisionRanges = 16; // from 1 MiB on, each twice the one before
    std::array<std::uint64_t, kDivisionRanges> m_divisions {};
    std::uint64_t m_maxSplit = UINT64_MAX;
    bool m_expandable = false;
};

} // namespace stepscope::model
