// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Stretches of a row of marks in which most marks are set.
//
//   dense    every part that could be cut off either end has more than `permille` ‰ of its marks set: a stretch begins
//            and ends with set marks, and does not reach into a neighbourhood that is not dense itself, however many
//            set marks it has in store
//   maximal  part of no other dense stretch
// Maximal dense stretches never overlap, and those of a higher density lie inside those of a lower one (Ruzzo and
// Tompa 1999: scores of 1000 - permille for a set mark, -permille for another; all maximal scoring subsequences).
// O(marks).

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::analysis {

struct Stretch
{
    std::size_t first = 0; // [first, last)
    std::size_t last = 0;
    [[nodiscard]] std::size_t size() const { return last - first; }
    friend bool operator==(const Stretch&, const Stretch&) = default;
};

// The maximal dense stretches of marks[within), in order. `permille` from 1 to 999.
[[nodiscard]] std::vector<Stretch> denseStretches(
    std::span<const std::uint8_t> marks, Stretch within, std::int64_t permille);

} // namespace stepscope::analysis
