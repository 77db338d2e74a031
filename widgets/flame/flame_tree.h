// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a flame graph shows: any tree whose nodes have an amount (ns, bytes) that their children share in. Plain data,
// made by a job and never changed after.

#include "core/view/palette.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace stepscope::widgets {

struct FlameNode
{
    std::uint32_t parent = 0; // the root's is itself
    std::uint32_t firstChild = 0;
    std::uint32_t children = 0; // side by side, in the order in which they are drawn
    std::uint32_t label = 0;    // index into labels
    std::uint64_t total = 0;    // at least the sum of the children's
    std::uint64_t self = 0;
    view::ColourIndex colour = 0;
};

struct FlameLabel
{
    QString shown; // on the boxes
    QString full;  // elsewhere
};

struct FlameTree
{
    std::vector<FlameNode> nodes; // the first is the root, which stands for everything; parents before children
    std::vector<FlameLabel> labels;
    std::function<QString(std::uint64_t)> amountText;         // "85.2 ms"
    std::function<QStringList(std::uint32_t node)> moreLines; // of the hover card; may be empty
    // Of a difference, where amounts of one tree would tell nothing: all lines of the card …
    std::function<QStringList(std::uint32_t node)> allLines;
    std::vector<float> changes; // … and by node how much less or more it became, −1 to 1: instead of colours

    [[nodiscard]] bool empty() const { return nodes.empty() || nodes.front().total == 0; }
    [[nodiscard]] const FlameLabel& label(std::uint32_t node) const { return labels[nodes[node].label]; }
};
using FlameTreePtr = std::shared_ptr<const FlameTree>;

// From below the root to the node; empty for the root.
[[nodiscard]] std::vector<std::uint32_t> flamePath(const FlameTree& tree, std::uint32_t node);
// The node of the same names in another tree, or the deepest of its callers that is there.
[[nodiscard]] std::uint32_t sameFlameNode(const FlameTree& from, std::uint32_t node, const FlameTree& to);
// The node that these labels lead to from the root, or the deepest on the way that is there.
[[nodiscard]] std::uint32_t flameNodeAt(const FlameTree& tree, const QStringList& labels);
// The tree below a node in the folded form of flamegraph.pl: "caller;callee 1234", a line for each node with an amount
// of its own.
[[nodiscard]] QString foldedText(const FlameTree& tree, std::uint32_t node);

} // namespace stepscope::widgets
