// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where the nodes of a flame tree stand: a level for each depth, the root on top, widths in proportion to the totals.
// The node that is looked into and the callers above it take the whole width. Neighbours below a pixel become one box.
// O(children of the nodes that are seen).

#include "widgets/flame/flame_tree.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace stepscope::widgets {

struct FlameBox
{
    std::uint32_t node = 0;  // the first of them
    std::uint32_t count = 1; // more than one: neighbours too narrow to be told apart
    double x = 0;
    double width = 0;
};

class FlameLayout
{
public:
    static constexpr double kNarrowest = 1; // px

    FlameLayout() = default;
    FlameLayout(const FlameTree& tree, std::uint32_t zoomed, double width);

    [[nodiscard]] std::size_t levels() const { return m_levels.size(); }
    [[nodiscard]] const std::vector<FlameBox>& level(std::size_t depth) const { return m_levels[depth]; } // by x
    [[nodiscard]] const FlameBox* at(std::size_t depth, double x) const;                  // null: none there
    [[nodiscard]] const FlameBox* boxOf(const FlameTree& tree, std::uint32_t node) const; // null: not seen on its own

private:
    void placeChildren(const FlameTree& tree, const FlameBox& box, std::vector<FlameBox>& out) const;

    std::vector<std::vector<FlameBox>> m_levels;
};

[[nodiscard]] std::size_t flameDepth(const FlameTree& tree, std::uint32_t node); // 0: the root

} // namespace stepscope::widgets
