// SPDX-License-Identifier: GPL-3.0-or-later
// Flame graphs of any tree: the layout against the sums, then real clicks and keys on a small tree.
#include "tests/support/test_registry.h"
#include "tests/widgets/paint_watch.h"
#include "widgets/flame/flame_trail.h"
#include "widgets/flame/flame_view.h"
#include "widgets/timeline/hover_card.h"

#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <random>

using namespace stepscope;
using namespace stepscope::widgets;

namespace {

struct SpecFlameView
{
    QString name;
    std::uint64_t self;
    std::vector<SpecFlameView> children;
};

// Lays a specification out level by level, as trees of the analyses are.
FlameTreePtr treeOf(const SpecFlameView& root)
{
    auto tree = std::make_shared<FlameTree>();
    std::vector<const SpecFlameView*> specs {&root};
    tree->nodes.emplace_back();
    for (std::size_t i = 0; i < specs.size(); ++i) {
        tree->nodes[i].label = static_cast<std::uint32_t>(i);
        tree->nodes[i].self = specs[i]->self;
        tree->nodes[i].firstChild = static_cast<std::uint32_t>(specs.size());
        tree->nodes[i].children = static_cast<std::uint32_t>(specs[i]->children.size());
        tree->labels.push_back({specs[i]->name, QStringLiteral("whole ") + specs[i]->name});
        for (const SpecFlameView& child : specs[i]->children) {
            specs.push_back(&child);
            tree->nodes.emplace_back().parent = static_cast<std::uint32_t>(i);
        }
    }
    for (std::size_t i = tree->nodes.size(); i-- > 0;) {
        tree->nodes[i].total += tree->nodes[i].self;
        if (i > 0)
            tree->nodes[tree->nodes[i].parent].total += tree->nodes[i].total;
    }
    tree->amountText = [](std::uint64_t amount) { return QStringLiteral("%1 units").arg(amount); };
    return tree;
}

FlameTreePtr sample()
{
    return treeOf({QStringLiteral("all"), 0,
        {{QStringLiteral("forward"), 100,
             {{QStringLiteral("linear"), 300, {{QStringLiteral("mm"), 200, {}}}}, {QStringLiteral("relu"), 100, {}}}},
            {QStringLiteral("backward"), 300, {}}}});
}
enum Node : std::uint32_t
{
    kAll,
    kForward,
    kBackward,
    kLinear,
    kRelu,
    kMm
};

SpecFlameView randomSpec(std::mt19937& random, int depth)
{
    SpecFlameView spec {QStringLiteral("n%1").arg(random() % 100), random() % 3 == 0 ? 0 : random() % 50, {}};
    const auto children = depth > 6 ? 0U : random() % 6;
    for (unsigned i = 0; i < children; ++i)
        spec.children.push_back(randomSpec(random, depth + 1));
    return spec;
}

struct ShownFlameView
{
    explicit ShownFlameView(FlameTreePtr tree = sample())
        : view(QStringLiteral("Flame graph"), &theme)
    {
        view.resize(800, 300);
        view.setTree(std::move(tree));
        view.show();
        ready = QTest::qWaitForWindowExposed(&view);
    }
    void click(std::uint32_t node)
    {
        QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, canvas().boxRect(node).center().toPoint());
    }
    void key(int key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&canvas(), Qt::Key(key), modifiers); }
    FlameCanvas& canvas() { return view.canvas(); }

    ThemeSource theme;
    FlameView view;
    bool ready = false;
};

} // namespace

class TestFlameView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void zoomingEasesAndEndsWhereItShould()
    {
        FlameEasing easing;
        easing.start({}, {0, 800}, {200, 100});
        QCOMPARE(easing.shown().x, 0.0);
        QCOMPARE(easing.shown().width, 800.0);
        QTRY_VERIFY(!easing.isRunning());
        QCOMPARE(easing.shown().x, 200.0);
        QCOMPARE(easing.shown().width, 100.0);

        ShownFlameView s;
        ShownFlameView other;
        QVERIFY(s.ready && other.ready);
        for (const std::uint32_t node : {std::uint32_t {kLinear}, std::uint32_t {kForward}, std::uint32_t {kAll}}) {
            s.canvas().zoomTo(node);
            QVERIFY(s.canvas().isEasing());
            QVERIFY(!s.canvas().grab().isNull()); // something is drawn on the way
            QTRY_VERIFY(!s.canvas().isEasing());
            other.canvas().zoomTo(node);
            other.view.resize(700, 300); // ends it at once
            other.view.resize(800, 300);
            QVERIFY(!other.canvas().isEasing());
            QCOMPARE(s.canvas().grab().toImage(), other.canvas().grab().toImage());
        }
    }

    void boxesAreAsWideAsTheirShare()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 60; ++round) {
            const FlameTreePtr tree = treeOf(randomSpec(random, 0));
            const auto zoomed = static_cast<std::uint32_t>(random() % tree->nodes.size());
            const double width = 50 + static_cast<double>(random() % 900);
            const FlameLayout layout(*tree, tree->nodes[zoomed].total > 0 ? zoomed : 0, width);
            QCOMPARE(layout.levels() == 0, tree->empty());
            const double all = static_cast<double>(tree->nodes[tree->nodes[zoomed].total > 0 ? zoomed : 0].total);
            for (std::size_t depth = 0; depth < layout.levels(); ++depth) {
                double end = 0;
                for (const FlameBox& box : layout.level(depth)) {
                    QVERIFY(box.x > end - 1e-6 && box.width >= FlameLayout::kNarrowest);
                    end = box.x + box.width;
                    QVERIFY(end <= width + 1e-6);
                    std::uint64_t total = 0;
                    for (std::uint32_t i = 0; i < box.count; ++i)
                        total += tree->nodes[box.node + i].total;
                    const bool isCaller = depth <= flameDepth(*tree, zoomed);
                    if (!isCaller)
                        QVERIFY(std::abs(box.width - static_cast<double>(total) / all * width) < 1e-6);
                    QCOMPARE(layout.at(depth, box.x + box.width / 2), &box);
                    if (box.count == 1)
                        QCOMPARE(layout.boxOf(*tree, box.node), &box);
                }
            }
        }
    }

    void everyNodeOfAPixelIsSeen()
    {
        std::mt19937 random(11);
        const FlameTreePtr tree = treeOf(randomSpec(random, 0));
        const FlameLayout layout(*tree, 0, 700);
        for (std::uint32_t i = 0; i < tree->nodes.size(); ++i) {
            const double width
                = static_cast<double>(tree->nodes[i].total) / static_cast<double>(tree->nodes[0].total) * 700;
            if (std::abs(width - FlameLayout::kNarrowest) > 1e-6)
                QCOMPARE(layout.boxOf(*tree, i) != nullptr, width > FlameLayout::kNarrowest);
        }
    }

    void neighboursBelowAPixelAreOneBox()
    {
        SpecFlameView root {QStringLiteral("all"), 0, {{QStringLiteral("big"), 100'000, {}}}};
        for (int i = 0; i < 1000; ++i)
            root.children.push_back({QStringLiteral("tiny"), 10, {}});
        const FlameTreePtr tree = treeOf(root);
        const FlameLayout layout(*tree, 0, 1000);
        QCOMPARE(layout.level(1).size(), 2U);
        QCOMPARE(layout.level(1)[1].count, 1000U);
        QVERIFY(std::abs(layout.level(1)[1].width - 1000.0 / 11) < 1e-6);
    }

    void aClickLooksIntoANodeAndEscapeComesBack()
    {
        ShownFlameView s;
        QVERIFY(s.ready);
        const double before = s.canvas().boxRect(kLinear).width();
        QVERIFY(std::abs(before - 0.5 * s.canvas().viewport()->width()) < 1);
        s.click(kLinear);
        QCOMPARE(s.canvas().zoomed(), std::uint32_t {kLinear});
        QCOMPARE(s.canvas().boxRect(kLinear).width(), double(s.canvas().viewport()->width()));
        QVERIFY(s.canvas().boxRect(kRelu).isEmpty());
        QCOMPARE(s.view.trail().entries().size(), 3U);
        QCOMPARE(s.view.trail().entries().back().second, QStringLiteral("linear"));
        s.key(Qt::Key_Escape);
        QCOMPARE(s.canvas().zoomed(), std::uint32_t {kForward});
        s.click(kAll); // callers stay above and lead back
        QCOMPARE(s.canvas().zoomed(), std::uint32_t {kAll});
        QVERIFY(!s.canvas().boxRect(kRelu).isEmpty());
    }

    void theTrailLeadsBack()
    {
        ShownFlameView s;
        QVERIFY(s.ready);
        s.click(kMm);
        QCOMPARE(s.canvas().zoomed(), std::uint32_t {kMm});
        Q_EMIT s.view.trail().linkActivated(QString::number(kForward));
        QCOMPARE(s.canvas().zoomed(), std::uint32_t {kForward});
    }

    void keysWalkAndLookInto()
    {
        ShownFlameView s;
        QVERIFY(s.ready);
        QSignalSpy activated(&s.view, &FlameView::nodeActivated);
        s.key(Qt::Key_Down); // the root first
        s.key(Qt::Key_Down);
        QCOMPARE(s.canvas().current(), std::optional<std::uint32_t>(kForward));
        s.key(Qt::Key_Right);
        QCOMPARE(s.canvas().current(), std::optional<std::uint32_t>(kBackward));
        s.key(Qt::Key_Right);
        QCOMPARE(s.canvas().current(), std::optional<std::uint32_t>(kBackward));
        s.key(Qt::Key_Left);
        s.key(Qt::Key_Down);
        QCOMPARE(s.canvas().current(), std::optional<std::uint32_t>(kLinear));
        QVERIFY(
            s.canvas().accessibleDescription().startsWith(QStringLiteral("whole linear, 500 units · 50.0 % of all")));
        s.key(Qt::Key_Up);
        QCOMPARE(s.canvas().current(), std::optional<std::uint32_t>(kForward));
        s.key(Qt::Key_Return);
        QCOMPARE(s.canvas().zoomed(), std::uint32_t {kForward});
        s.key(Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated.front().front().toUInt(), unsigned {kForward});
    }

    void aDoubleClickActivatesWhatTheFirstClickMet()
    {
        ShownFlameView s;
        QVERIFY(s.ready);
        QSignalSpy activated(&s.view, &FlameView::nodeActivated);
        const QPoint at = s.canvas().boxRect(kRelu).center().toPoint();
        QTest::mouseClick(s.canvas().viewport(), Qt::LeftButton, {}, at);
        QTest::mouseDClick(s.canvas().viewport(), Qt::LeftButton, {}, at);
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated.front().front().toUInt(), unsigned {kRelu});
    }

    void pointingSaysHowMuchItIs()
    {
        ShownFlameView s;
        QVERIFY(s.ready);
        QWidget* viewport = s.canvas().viewport();
        const QPointF at = s.canvas().boxRect(kLinear).center();
        QMouseEvent move(QEvent::MouseMove, at, viewport->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
        QApplication::sendEvent(viewport, &move);
        QVERIFY(!s.canvas().card().isVisible());
        QTRY_VERIFY(s.canvas().card().isVisible());
        QCOMPARE(s.canvas().card().title(), QStringLiteral("whole linear"));
        QCOMPARE(s.canvas().card().lines(),
            QStringList({QStringLiteral("500 units · 50.0 % of all · 71.4 % of the caller"),
                QStringLiteral("self 300 units · 60.0 % of it")}));
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(viewport, &leave);
        QVERIFY(!s.canvas().card().isVisible());
    }

    void pointingRepaintsOnlyTheBoxes()
    {
        ShownFlameView s;
        QVERIFY(s.ready);
        QWidget* viewport = s.canvas().viewport();
        tests::pointAt(viewport, s.canvas().boxRect(kBackward).center().toPoint());
        tests::PaintWatch watch(viewport);
        tests::pointAt(viewport, s.canvas().boxRect(kMm).center().toPoint());
        QVERIFY(watch.events > 0);
        const QRectF both = s.canvas().boxRect(kBackward) | s.canvas().boxRect(kMm);
        QVERIFY2(watch.pixels < static_cast<qint64>(both.width() * both.height()),
            qPrintable(QString::number(watch.pixels)));
        QVERIFY(watch.pixels < qint64 {viewport->width()} * viewport->height() / 4);
        const QImage seen = tests::onScreen(s.view);
        QCOMPARE(seen, s.view.grab().toImage().convertToFormat(QImage::Format_RGB32));
    }

    void searchLightsUpAndCountsOnce()
    {
        ShownFlameView s;
        QVERIFY(s.ready);
        const auto colourOf = [&](std::uint32_t node) {
            const QRectF rect = s.canvas().boxRect(node);
            return s.canvas().viewport()->grab().toImage().pixel(rect.bottomRight().toPoint() - QPoint(3, 2));
        };
        const QRgb relu = colourOf(kRelu);
        const QRgb mm = colourOf(kMm);
        QTest::keyClicks(&s.view.searchBox(), QStringLiteral("M")); // "mm" alone; case does not matter
        QCOMPARE(s.view.matches().text(), QStringLiteral("1 node · 20.0 %"));
        QCOMPARE(colourOf(kMm), mm);
        QVERIFY(colourOf(kRelu) != relu);
        s.view.searchBox().setText(QStringLiteral("whole")); // all of them, one inside the other
        QCOMPARE(s.view.matches().text(), QStringLiteral("6 nodes · 100.0 %"));
        s.view.searchBox().setText(QStringLiteral("nothing"));
        QCOMPARE(s.view.matches().text(), QStringLiteral("none"));
        s.view.searchBox().clear();
        QCOMPARE(s.view.matches().text(), QString());
        QCOMPARE(colourOf(kRelu), relu);
    }

    void copiesFoldedText()
    {
        ShownFlameView s;
        QVERIFY(s.ready);
        s.canvas().setFocus();
        QTest::keySequence(&s.canvas(), QKeySequence::Copy);
        QCOMPARE(QGuiApplication::clipboard()->text(),
            QStringLiteral(
                "whole forward 100\nwhole forward;whole linear 300\nwhole forward;whole linear;whole mm 200\n"
                "whole forward;whole relu 100\nwhole backward 300\n"));
        s.click(kLinear);
        QCOMPARE(s.view.copied(),
            QStringLiteral("whole forward;whole linear 300\nwhole forward;whole linear;whole mm 200\n"));
        const FlameTreePtr odd = treeOf({QStringLiteral("all"), 0, {{QStringLiteral("a;b\n c"), 5, {}}}});
        QCOMPARE(foldedText(*odd, 0), QStringLiteral("whole a:b c 5\n"));
    }

    void theNodeLookedIntoSurvivesANewTree()
    {
        ShownFlameView s;
        QVERIFY(s.ready);
        s.click(kLinear);
        s.view.setTree(treeOf({QStringLiteral("all"), 0,
            {{QStringLiteral("other"), 10, {}}, {QStringLiteral("forward"), 0, {{QStringLiteral("linear"), 5, {}}}}}}));
        QCOMPARE(s.canvas().tree()->label(s.canvas().zoomed()).shown, QStringLiteral("linear"));
        s.view.setTree(treeOf({QStringLiteral("all"), 0, {{QStringLiteral("forward"), 10, {}}}}));
        QCOMPARE(s.canvas().tree()->label(s.canvas().zoomed()).shown, QStringLiteral("forward"));
        s.view.setNote(QStringLiteral("Nothing here"));
        s.view.setTree(nullptr);
        QCOMPARE(s.canvas().zoomed(), 0U);
        bool isSaid = false;
        for (const QLabel* label : s.view.findChildren<QLabel*>())
            isSaid = isSaid || (label->isVisible() && label->text() == QStringLiteral("Nothing here"));
        QVERIFY(isSaid);
    }

    void stacksBeginWhereTheyBranch()
    {
        SpecFlameView spec = {QStringLiteral("end"), 6000, {}};
        SpecFlameView branch = {QStringLiteral("branch"), 0, {spec, spec}};
        for (int i = 0; i < 40; ++i)
            branch = {QStringLiteral("caller"), 1, {branch}};
        ShownFlameView s(treeOf({QStringLiteral("all"), 0, {branch}}));
        QVERIFY(s.ready);
        const std::uint32_t last = static_cast<std::uint32_t>(s.canvas().tree()->nodes.size()) - 1;
        const QRectF rect = s.canvas().boxRect(last);
        QVERIFY(rect.top() >= 0 && rect.bottom() <= s.canvas().viewport()->height());
    }
};

STEPSCOPE_TEST(TestFlameView)
#include "tst_flame_view.moc"
