// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/flame/flame_layout.h"

#include <algorithm>

namespace stepscope::widgets {

FlameLayout::FlameLayout(const FlameTree& tree, std::uint32_t zoomed, double width)
{
    if (tree.empty() || width < kNarrowest)
        return;
    m_levels.push_back({FlameBox {0, 1, 0, width}});
    for (const std::uint32_t caller : flamePath(tree, zoomed))
        m_levels.push_back({FlameBox {caller, 1, 0, width}});
    for (;;) {
        std::vector<FlameBox> next;
        for (const FlameBox& box : m_levels.back()) {
            if (box.count == 1)
                placeChildren(tree, box, next);
        }
        if (next.empty())
            return;
        m_levels.push_back(std::move(next));
    }
}

void FlameLayout::placeChildren(const FlameTree& tree, const FlameBox& box, std::vector<FlameBox>& out) const
{
    const FlameNode& parent = tree.nodes[box.node];
    if (parent.total == 0)
        return;
    const double scale = box.width / static_cast<double>(parent.total);
    FlameBox narrow {0, 0, box.x, 0}; // neighbours that are too narrow, being gathered
    double x = box.x;
    const auto flush = [&]() {
        if (narrow.width >= kNarrowest)
            out.push_back(narrow);
        narrow = {0, 0, x, 0};
    };
    for (std::uint32_t child = parent.firstChild; child < parent.firstChild + parent.children; ++child) {
        const double width = static_cast<double>(tree.nodes[child].total) * scale;
        if (width >= kNarrowest) {
            flush();
            out.push_back({child, 1, x, width});
        } else if (width > 0) {
            if (narrow.count++ == 0)
                narrow.node = child, narrow.x = x;
            narrow.width += width;
        }
        x += width;
    }
    flush();
}

const FlameBox* FlameLayout::at(std::size_t depth, double x) const
{
    if (depth >= m_levels.size())
        return nullptr;
    const std::vector<FlameBox>& boxes = m_levels[depth];
    const auto after = std::upper_bound(
        boxes.begin(), boxes.end(), x, [](double position, const FlameBox& box) { return position < box.x; });
    if (after == boxes.begin() || x >= std::prev(after)->x + std::prev(after)->width)
        return nullptr;
    return &*std::prev(after);
}

const FlameBox* FlameLayout::boxOf(const FlameTree& tree, std::uint32_t node) const
{
    const std::size_t depth = flameDepth(tree, node);
    if (depth >= m_levels.size())
        return nullptr;
    const auto& boxes = m_levels[depth];
    const auto found = std::find_if(
        boxes.begin(), boxes.end(), [node](const FlameBox& box) { return box.node == node && box.count == 1; });
    return found == boxes.end() ? nullptr : &*found;
}

std::size_t flameDepth(const FlameTree& tree, std::uint32_t node)
{
    std::size_t depth = 0;
    for (; node != 0; node = tree.nodes[node].parent)
        ++depth;
    return depth;
}

} // namespace stepscope::widgets
