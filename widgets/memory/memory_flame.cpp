// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_flame.h"

#include "widgets/details/detail_text.h"
#include "widgets/memory/memory_words.h"

#include <algorithm>
#include <functional>
#include <string_view>

namespace stepscope::widgets {

namespace {

view::ColourIndex colourOf(const analysis::StackTree& tree, std::uint32_t node)
{
    const std::uint32_t frame = tree.nodes[node].frame;
    if (frame == analysis::StackTreeNode::kNone)
        return view::colourIndex(view::ColourGroup::Call);
    const std::hash<std::string_view> hash;
    const auto group = static_cast<std::size_t>(view::ColourGroup::FirstOperator)
        + hash(tree.frames[frame].file) % view::kHueFamilies;
    return view::colourIndex(static_cast<view::ColourGroup>(group), hash(tree.frames[frame].function) % view::kShades);
}

FlameLabel labelOf(const analysis::StackTree& tree, std::uint32_t node)
{
    const QString shown = toQString(tree.label(node));
    const std::uint32_t frame = tree.nodes[node].frame;
    if (frame == analysis::StackTreeNode::kNone)
        return {shown, shown};
    const analysis::TreeFrame& of = tree.frames[frame];
    return {shown, QStringLiteral("%1  %2:%3").arg(toQString(of.function), toQString(of.file)).arg(of.line)};
}

} // namespace

// The stack tree comes in depth-first order, a flame graph wants the children of a node side by side.
FlameTreePtr memoryFlame(const analysis::StackTree& tree)
{
    auto flame = std::make_shared<FlameTree>();
    std::vector<std::uint32_t> sources {0}; // node of the stack tree for each of the flame's
    std::vector<std::int64_t> blocks;
    flame->nodes.reserve(tree.nodes.size());
    flame->labels.reserve(tree.nodes.size());
    blocks.reserve(tree.nodes.size());
    flame->nodes.emplace_back();
    for (std::size_t i = 0; i < flame->nodes.size(); ++i) {
        const std::uint32_t source = sources[i];
        const analysis::StackTreeNode& of = tree.nodes[source];
        const auto first = static_cast<std::uint32_t>(flame->nodes.size());
        for (std::uint32_t child = source + 1; child < of.end; child = tree.nodes[child].end) {
            flame->nodes.emplace_back().parent = static_cast<std::uint32_t>(i);
            sources.push_back(child);
        }
        FlameNode& node = flame->nodes[i];
        node.firstChild = first;
        node.children = static_cast<std::uint32_t>(flame->nodes.size()) - first;
        node.label = static_cast<std::uint32_t>(i);
        node.total = static_cast<std::uint64_t>(std::max<std::int64_t>(of.total, 0));
        node.self = static_cast<std::uint64_t>(std::max<std::int64_t>(of.self, 0));
        node.colour = colourOf(tree, source);
        flame->labels.push_back(labelOf(tree, source));
        blocks.push_back(of.blocks);
    }
    flame->amountText = bytesText;
    flame->moreLines = [blocks = std::move(blocks)](std::uint32_t node) {
        return QStringList {countedText(static_cast<std::uint64_t>(std::max<std::int64_t>(blocks[node], 0)),
            QStringLiteral("block"), QStringLiteral("blocks"))};
    };
    return flame;
}

} // namespace stepscope::widgets
