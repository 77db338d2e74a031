// SPDX-License-Identifier: GPL-3.0-or-later
// Two flame trees as one: amounts of both at every node, whatever is in one of them only.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "tests/support/test_registry.h"
#include "widgets/flame/flame_difference.h"

#include <QTest>

#include <random>

using namespace stepscope;
using namespace stepscope::widgets;

namespace {

struct SpecFlameDifference
{
    QString name;
    std::uint64_t self = 0;
    std::vector<SpecFlameDifference> children;

    [[nodiscard]] std::uint64_t total() const
    {
        std::uint64_t sum = self;
        for (const SpecFlameDifference& child : children)
            sum += child.total();
        return sum;
    }
};

FlameTreePtr differenceTree(const SpecFlameDifference& root)
{
    auto tree = std::make_shared<FlameTree>();
    std::vector<const SpecFlameDifference*> specs {&root};
    const auto add = [&](const SpecFlameDifference& spec, std::uint32_t parent) {
        FlameNode node;
        node.parent = parent;
        node.label = static_cast<std::uint32_t>(tree->labels.size());
        node.total = spec.total();
        node.self = spec.self;
        tree->nodes.push_back(node);
        tree->labels.push_back({spec.name, spec.name});
    };
    add(root, 0);
    for (std::uint32_t i = 0; i < specs.size(); ++i) {
        tree->nodes[i].firstChild = static_cast<std::uint32_t>(specs.size());
        tree->nodes[i].children = static_cast<std::uint32_t>(specs[i]->children.size());
        const SpecFlameDifference& spec = *specs[i];
        for (const SpecFlameDifference& child : spec.children) {
            add(child, i);
            specs.push_back(&child);
        }
    }
    tree->amountText = [](std::uint64_t amount) { return QString::number(amount); };
    return tree;
}

std::optional<std::uint32_t> nodeNamed(const FlameTree& tree, const QString& name)
{
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        if (tree.label(i).full == name)
            return i;
    }
    return std::nullopt;
}

SpecFlameDifference randomDifference(std::mt19937& random, int depth)
{
    SpecFlameDifference spec {QString(QChar(u'a' + static_cast<int>(random() % 4))), random() % 50, {}};
    for (std::uint32_t i = 0; depth > 0 && i < random() % 4; ++i)
        spec.children.push_back(randomDifference(random, depth - 1));
    return spec;
}

} // namespace

class TestFlameDifference : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bothAmountsAtEveryNode();
    void perStep();
    void threadsByPlace();
    void pythonFramesOnOtherLines();
    void nothingAgainstSomething();
    void partsNeverExceedTheWhole();
};

void TestFlameDifference::bothAmountsAtEveryNode()
{
    const FlameTreePtr before = differenceTree({QStringLiteral("all"), 0,
        {{QStringLiteral("load"), 80, {}}, {QStringLiteral("forward"), 10, {{QStringLiteral("mm"), 90, {}}}}}});
    const FlameTreePtr after = differenceTree({QStringLiteral("all"), 0,
        {{QStringLiteral("forward"), 10, {{QStringLiteral("mm"), 40, {}}, {QStringLiteral("bias"), 5, {}}}}}});
    const FlameDifference d = flameDifference({before, after}, {1, 1}, FlameNames::Exact);
    QCOMPARE(d.tree->nodes.size(), std::size_t {5});
    const std::uint32_t load = *nodeNamed(*d.tree, QStringLiteral("load"));
    QCOMPARE(d.amounts[load], (std::array<double, 2> {80, 0}));
    QCOMPARE(d.tree->allLines(load), (QStringList {QStringLiteral("80 → 0"), QStringLiteral("only before")}));
    QVERIFY(qFuzzyCompare(d.tree->changes[load], -0.8F)); // square root of 80 in the root's 125
    const std::uint32_t mm = *nodeNamed(*d.tree, QStringLiteral("mm"));
    QCOMPARE(d.amounts[mm], (std::array<double, 2> {90, 40}));
    QCOMPARE(d.tree->allLines(mm), (QStringList {QStringLiteral("90 → 40"), QStringLiteral("−50, −55.6 %")}));
    QCOMPARE(d.tree->nodes[mm].total, std::uint64_t {130}); // as wide as both together
    const std::uint32_t bias = *nodeNamed(*d.tree, QStringLiteral("bias"));
    QCOMPARE(d.tree->allLines(bias).last(), QStringLiteral("only after"));
    QVERIFY(d.tree->changes[bias] > 0);
    QCOMPARE(d.sources[bias],
        (std::array<std::uint32_t, 2> {FlameDifference::kNone, *nodeNamed(*after, QStringLiteral("bias"))}));
}

void TestFlameDifference::perStep()
{
    const FlameDifference d
        = flameDifference({differenceTree({QStringLiteral("all"), 0, {{QStringLiteral("mm"), 100, {}}}}),
                              differenceTree({QStringLiteral("all"), 0, {{QStringLiteral("mm"), 50, {}}}})},
            {10, 5}, FlameNames::Exact);
    for (const auto& amounts : d.amounts)
        QCOMPARE(amounts, (std::array<double, 2> {10, 10}));
    QCOMPARE(d.tree->changes, (std::vector<float> {0, 0}));
    QCOMPARE(d.tree->allLines(1).last(), QStringLiteral("no change"));
}

void TestFlameDifference::threadsByPlace()
{
    const SpecFlameDifference one {QStringLiteral("all"), 0,
        {{QStringLiteral("thread 12"), 5, {}}, {QStringLiteral("thread 77"), 3, {{QStringLiteral("step 1"), 2, {}}}}}};
    const SpecFlameDifference other {QStringLiteral("all"), 0,
        {{QStringLiteral("thread 901"), 6, {}}, {QStringLiteral("thread 4"), 4, {{QStringLiteral("step 2"), 2, {}}}}}};
    const auto nodes = [&](FlameNames names) {
        return flameDifference({differenceTree(one), differenceTree(other)}, {1, 1}, names).tree->nodes.size();
    };
    QCOMPARE(nodes(FlameNames::Exact), std::size_t {7});
    QCOMPARE(nodes(FlameNames::Calls), std::size_t {5}); // the steps stay apart
    QCOMPARE(nodes(FlameNames::WithoutNumbers), std::size_t {4});
}

void TestFlameDifference::pythonFramesOnOtherLines()
{
    const auto with = [](const char* frame) {
        return differenceTree(
            {QStringLiteral("all"), 0, {{QStringLiteral("thread 1"), 0, {{QString::fromLatin1(frame), 5, {}}}}}});
    };
    const FlameDifference d
        = flameDifference({with("/a/train.py(12): step"), with("/b/train.py(19): step")}, {1, 1}, FlameNames::Calls);
    QCOMPARE(d.tree->nodes.size(), std::size_t {3});
    QCOMPARE(d.amounts[2], (std::array<double, 2> {5, 5}));
    QCOMPARE(d.tree->label(2).full, QStringLiteral("/b/train.py(19): step")); // as the later run has it
}

void TestFlameDifference::nothingAgainstSomething()
{
    const FlameDifference d = flameDifference(
        {std::make_shared<FlameTree>(), differenceTree({QStringLiteral("all"), 7, {}})}, {1, 1}, FlameNames::Exact);
    QCOMPARE(d.tree->nodes.size(), std::size_t {1});
    QCOMPARE(d.amounts[0], (std::array<double, 2> {0, 7}));
    const FlameDifference none
        = flameDifference({std::make_shared<FlameTree>(), std::make_shared<FlameTree>()}, {1, 1}, FlameNames::Exact);
    QVERIFY(none.tree->empty());
}

void TestFlameDifference::partsNeverExceedTheWhole()
{
    std::mt19937 random(7);
    for (int round = 0; round < 200; ++round) {
        const FlameTreePtr before = differenceTree(randomDifference(random, 5));
        const FlameTreePtr after = differenceTree(randomDifference(random, 5));
        const std::array<double, 2> steps {
            1.0 + static_cast<double>(random() % 7), 1.0 + static_cast<double>(random() % 7)};
        const FlameDifference d = flameDifference({before, after}, steps, FlameNames::Exact);
        std::array<std::size_t, 2> seen {};
        for (std::uint32_t i = 0; i < d.tree->nodes.size(); ++i) {
            const FlameNode& node = d.tree->nodes[i];
            std::uint64_t parts = node.self;
            for (std::uint32_t child = node.firstChild; child < node.firstChild + node.children; ++child) {
                QCOMPARE(d.tree->nodes[child].parent, i);
                parts += d.tree->nodes[child].total;
            }
            QCOMPARE(parts, node.total);
            for (const std::size_t side : {0U, 1U})
                seen[side] += d.sources[i][side] != FlameDifference::kNone ? 1 : 0;
        }
        QCOMPARE(seen[0], before->nodes.size()); // each is in it once
        QCOMPARE(seen[1], after->nodes.size());
    }
}

STEPSCOPE_TEST(TestFlameDifference)
#include "tst_flame_difference.moc"
