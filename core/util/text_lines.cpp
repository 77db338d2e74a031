// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/text_lines.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace stepscope {
namespace {

constexpr std::size_t kLanes = 64;
constexpr std::size_t kRounds = 255; // more could overflow the 8 bits of a lane

// Counts in 8-bit lanes, which compilers turn into vector code; std::count widens every byte to 64 bits (8 times as
// long).
std::uint64_t countBlock(const char* text, std::size_t rounds)
{
    std::array<std::uint8_t, kLanes> lanes {};
    for (std::size_t round = 0; round < rounds; ++round, text += kLanes) {
        for (std::size_t i = 0; i < kLanes; ++i)
            lanes[i] = static_cast<std::uint8_t>(lanes[i] + (text[i] == '\n' ? 1 : 0));
    }
    std::uint64_t sum = 0;
    for (const std::uint8_t lane : lanes)
        sum += lane;
    return sum;
}

} // namespace

std::uint64_t countNewlines(std::string_view text)
{
    std::uint64_t sum = 0;
    while (text.size() >= kLanes) {
        const std::size_t rounds = std::min(text.size() / kLanes, kRounds);
        sum += countBlock(text.data(), rounds);
        text.remove_prefix(rounds * kLanes);
    }
    return sum + static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

} // namespace stepscope
