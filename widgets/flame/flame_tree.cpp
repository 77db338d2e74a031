// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/flame/flame_tree.h"

#include <algorithm>

namespace stepscope::widgets {

namespace {

// What separates frames and lines of folded text cannot be part of a name.
QString foldedName(const QString& name)
{
    QString text = name.simplified();
    return text.replace(QLatin1Char(';'), QLatin1Char(':'));
}

} // namespace

std::vector<std::uint32_t> flamePath(const FlameTree& tree, std::uint32_t node)
{
    std::vector<std::uint32_t> path;
    for (; node != 0; node = tree.nodes[node].parent)
        path.push_back(node);
    std::reverse(path.begin(), path.end());
    return path;
}

std::uint32_t sameFlameNode(const FlameTree& from, std::uint32_t node, const FlameTree& to)
{
    QStringList labels;
    for (const std::uint32_t step : flamePath(from, node))
        labels << from.label(step).full;
    return flameNodeAt(to, labels);
}

std::uint32_t flameNodeAt(const FlameTree& tree, const QStringList& labels)
{
    std::uint32_t at = 0;
    for (const QString& label : labels) {
        const FlameNode& parent = tree.nodes[at];
        std::uint32_t child = parent.firstChild;
        const std::uint32_t end = parent.firstChild + parent.children;
        while (child < end && tree.label(child).full != label)
            ++child;
        if (child == end)
            break;
        at = child;
    }
    return at;
}

QString foldedText(const FlameTree& tree, std::uint32_t node)
{
    QString text;
    QString prefix;
    for (const std::uint32_t caller : flamePath(tree, node))
        prefix += foldedName(tree.label(caller).full) + QLatin1Char(';');
    prefix.chop(1);

    struct Open
    {
        std::uint32_t node;
        qsizetype length; // of the prefix up to and with it
        std::uint32_t next;
    };
    const auto writeSelf = [&](std::uint32_t at) {
        if (tree.nodes[at].self > 0)
            text += (prefix.isEmpty() ? foldedName(tree.label(at).full) : prefix)
                + QStringLiteral(" %1\n").arg(tree.nodes[at].self);
    };
    std::vector<Open> open {{node, prefix.size(), 0}};
    writeSelf(node);
    while (!open.empty()) {
        Open& top = open.back();
        const FlameNode& parent = tree.nodes[top.node];
        prefix.truncate(top.length);
        if (top.next == parent.children) {
            open.pop_back();
            continue;
        }
        const std::uint32_t child = parent.firstChild + top.next++;
        if (!prefix.isEmpty())
            prefix += QLatin1Char(';');
        prefix += foldedName(tree.label(child).full);
        writeSelf(child);
        open.push_back({child, prefix.size(), 0});
    }
    return text;
}

} // namespace stepscope::widgets
