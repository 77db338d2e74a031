// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/flame/flame_difference.h"

#include "core/compare/stable_name.h"
#include "widgets/details/detail_text.h"

#include <QHash>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr std::uint32_t kNone = FlameDifference::kNone;
using Pair = std::array<std::uint32_t, 2>;

QString withoutNumbers(QString text)
{
    text.removeIf([](QChar c) { return c.isDigit(); });
    return text;
}

class Merger
{
public:
    Merger(const std::array<FlameTreePtr, 2>& trees, const std::array<double, 2>& divisors, FlameNames names)
        : m_trees(trees)
        , m_divisors(divisors)
        , m_names(names)
        , m_flame(std::make_shared<FlameTree>())
    {
    }

    FlameDifference run()
    {
        add({m_trees[0]->nodes.empty() ? kNone : 0, m_trees[1]->nodes.empty() ? kNone : 0}, 0);
        for (std::uint32_t node = 0; node < m_flame->nodes.size(); ++node) // grows
            addChildren(node);
        addChanges();
        FlameDifference difference {m_flame, std::move(m_sources), std::move(m_amounts)};
        addLines(difference.amounts);
        return difference;
    }

private:
    void add(const Pair& sources, std::uint32_t parent)
    {
        FlameNode node;
        node.parent = parent;
        node.label = static_cast<std::uint32_t>(m_flame->labels.size());
        std::array<double, 2> amounts {};
        for (std::size_t side = 0; side < 2; ++side) {
            if (sources[side] == kNone)
                continue;
            amounts[side] = static_cast<double>(m_trees[side]->nodes[sources[side]].total) / m_divisors[side];
            node.total += static_cast<std::uint64_t>(amounts[side]); // cut: parts never exceed the whole
        }
        node.self = node.total;
        const std::size_t named = sources[1] != kNone ? 1 : 0; // as the later run calls it
        m_flame->labels.push_back(sources[named] != kNone ? m_trees[named]->label(sources[named]) : FlameLabel());
        m_flame->nodes.push_back(node);
        m_sources.push_back(sources);
        m_amounts.push_back(amounts);
    }

    [[nodiscard]] QString keyOf(std::size_t side, std::uint32_t node) const
    {
        const QString& name = m_trees[side]->label(node).full;
        const bool isThread = m_names == FlameNames::Calls && m_trees[side]->nodes[node].parent == 0;
        if (isThread || m_names == FlameNames::WithoutNumbers)
            return withoutNumbers(name);
        return m_names == FlameNames::Calls ? toQString(compare::stableName(name.toStdString())) : name;
    }

    void addChildren(std::uint32_t node)
    {
        std::vector<Pair> children;
        QHash<QPair<QString, int>, std::size_t> known; // name and its place among those of that name
        for (std::size_t side = 0; side < 2; ++side) {
            const std::uint32_t source = m_sources[node][side];
            if (source == kNone)
                continue;
            QHash<QString, int> places;
            const FlameNode& from = m_trees[side]->nodes[source];
            for (std::uint32_t child = from.firstChild; child < from.firstChild + from.children; ++child) {
                const QString name = keyOf(side, child);
                const QPair<QString, int> key {name, places[name]++};
                const auto at = known.constFind(key);
                if (at == known.constEnd()) {
                    known.insert(key, children.size());
                    children.push_back({kNone, kNone});
                    children.back()[side] = child;
                } else {
                    children[*at][side] = child;
                }
            }
        }
        const auto weight = [this](const Pair& pair) {
            double sum = 0;
            for (std::size_t side = 0; side < 2; ++side)
                sum += pair[side] != kNone
                    ? static_cast<double>(m_trees[side]->nodes[pair[side]].total) / m_divisors[side]
                    : 0;
            return sum;
        };
        std::stable_sort(children.begin(), children.end(),
            [&weight](const Pair& a, const Pair& b) { return weight(a) > weight(b); });
        m_flame->nodes[node].firstChild = static_cast<std::uint32_t>(m_flame->nodes.size());
        m_flame->nodes[node].children = static_cast<std::uint32_t>(children.size());
        for (const Pair& child : children) {
            add(child, node);
            m_flame->nodes[node].self -= m_flame->nodes.back().total;
        }
    }

    void addChanges()
    {
        double largest = 0;
        for (const auto& amounts : m_amounts)
            largest = std::max(largest, std::abs(amounts[1] - amounts[0]));
        m_flame->changes.reserve(m_amounts.size());
        for (const auto& amounts : m_amounts) {
            const double change = amounts[1] - amounts[0];
            const double size = largest > 0 ? std::sqrt(std::abs(change) / largest) : 0;
            m_flame->changes.push_back(static_cast<float>(change < 0 ? -size : size));
        }
    }

    void addLines(const std::vector<std::array<double, 2>>& all)
    {
        m_flame->amountText = m_trees[0]->amountText ? m_trees[0]->amountText : m_trees[1]->amountText;
        m_flame->allLines = [all, text = m_flame->amountText](std::uint32_t node) {
            const auto whole = [&text](double amount) { return text(static_cast<std::uint64_t>(std::abs(amount))); };
            const auto& [before, after] = all[node];
            const double change = after - before;
            QStringList lines {QStringLiteral("%1 → %2").arg(whole(before), whole(after))};
            if (before == 0)
                lines << QStringLiteral("only after");
            else if (after == 0)
                lines << QStringLiteral("only before");
            else if (change == 0)
                lines << QStringLiteral("no change");
            else
                lines << QStringLiteral("%1%2, %1%3 %")
                             .arg(change < 0 ? QStringLiteral("−") : QStringLiteral("+"), whole(change),
                                 QString::number(100 * std::abs(change) / before, 'f', 1));
            return lines;
        };
    }

    const std::array<FlameTreePtr, 2>& m_trees;
    const std::array<double, 2>& m_divisors;
    FlameNames m_names;
    std::shared_ptr<FlameTree> m_flame;
    std::vector<Pair> m_sources;
    std::vector<std::array<double, 2>> m_amounts;
};

} // namespace

FlameDifference flameDifference(
    const std::array<FlameTreePtr, 2>& trees, const std::array<double, 2>& divisors, FlameNames names)
{
    return Merger(trees, divisors, names).run();
}

} // namespace stepscope::widgets
