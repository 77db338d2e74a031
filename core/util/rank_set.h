// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A set of numbers below a fixed bound that answers "the next member from here on" in O(log64 bound): a bit a number,
// and above it a bit for each word that is not zero, and so on. Not thread-safe.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stepscope {

class RankSet
{
public:
    static constexpr std::size_t kNone = SIZE_MAX;

    explicit RankSet(std::size_t bound)
    {
        do {
            bound = (bound + 63) / 64;
            m_levels.emplace_back(bound);
        } while (bound > 1);
    }
    void insert(std::size_t rank)
    {
        for (std::vector<std::uint64_t>& level : m_levels) {
            level[rank / 64] |= std::uint64_t {1} << (rank % 64);
            rank /= 64;
        }
    }
    void erase(std::size_t rank)
    {
        for (std::vector<std::uint64_t>& level : m_levels) {
            std::uint64_t& word = level[rank / 64];
            word &= ~(std::uint64_t {1} << (rank % 64));
            if (word != 0)
                return;
            rank /= 64;
        }
    }
    // The least member that is not below `from`, or kNone.
    [[nodiscard]] std::size_t next(std::size_t from) const
    {
        for (std::size_t l = 0; l < m_levels.size() && from / 64 < m_levels[l].size(); ++l) {
            const std::uint64_t rest = m_levels[l][from / 64] >> (from % 64);
            if (rest != 0)
                return lowest(l, from + static_cast<std::size_t>(std::countr_zero(rest)));
            from = from / 64 + 1;
        }
        return kNone;
    }

private:
    // The least member below bit `bit` of level `l`.
    [[nodiscard]] std::size_t lowest(std::size_t l, std::size_t bit) const
    {
        while (l > 0)
            bit = bit * 64 + static_cast<std::size_t>(std::countr_zero(m_levels[--l][bit]));
        return bit;
    }

    std::vector<std::vector<std::uint64_t>> m_levels;
};

} // namespace stepscope
