// SPDX-License-Identifier: GPL-3.0-or-later
// Labels on a crowded canvas: whatever is asked for, none stands over another or beyond the border.
#include "tests/support/test_registry.h"
#include "widgets/annotate/label_placement.h"

#include <QLineF>
#include <QObject>
#include <QTest>

#include <random>

using namespace stepscope::widgets;

namespace {

std::vector<LabelRequest> randomRequests(std::mt19937& random, int count, const QRectF& where)
{
    std::uniform_real_distribution<double> x(where.left(), where.right());
    std::uniform_real_distribution<double> y(where.top(), where.bottom());
    std::uniform_real_distribution<double> width(30, 240);
    std::uniform_int_distribution<int> lines(1, 4);
    std::vector<LabelRequest> requests;
    for (int i = 0; i < count; ++i) {
        const QPointF point(x(random), y(random));
        const QSizeF size(width(random), 6 + 16 * lines(random));
        requests.push_back({point + QPointF(6, -size.height() - 4), point, size, {18, 18},
            QRectF(point, point).adjusted(-4, -4, 4, 4)});
    }
    return requests;
}

// What is wrong with them; empty: nothing.
QString faultOf(const std::vector<LabelRequest>& requests, const std::vector<LabelPlace>& places, const QRectF& canvas)
{
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i].size == LabelSize::None)
            continue;
        if (!canvas.contains(places[i].rect))
            return QStringLiteral("label %1 leaves the canvas").arg(i);
        if (places[i].rect.size() != (places[i].size == LabelSize::Full ? requests[i].size : requests[i].small))
            return QStringLiteral("label %1 has another size").arg(i);
        if (places[i].rect.intersects(requests[i].keepOff.adjusted(0.01, 0.01, -0.01, -0.01)))
            return QStringLiteral("label %1 covers what it belongs to").arg(i);
        for (std::size_t j = 0; j < i; ++j) {
            if (places[j].size != LabelSize::None && places[j].rect.intersects(places[i].rect))
                return QStringLiteral("labels %1 and %2 overlap").arg(j).arg(i);
        }
    }
    return {};
}

} // namespace

class TestLabelPlacement : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // Where somebody put it, though others were there first; and never beyond the border.
    void whatWasPutSomewhereStandsThere()
    {
        const QRectF canvas(0, 0, 800, 400);
        std::mt19937 random(7);
        std::vector<LabelRequest> requests = randomRequests(random, 12, QRectF(200, 150, 300, 100));
        requests[10].fixed = QPointF(300, 180);
        requests[11].fixed = QPointF(5000, -90);
        const std::vector<LabelPlace> places = placeLabels(requests, canvas);
        QCOMPARE(places[10].rect, QRectF(QPointF(300, 180), requests[10].size));
        QCOMPARE(places[11].rect.topRight(), QPointF(800, 0));
        for (const std::size_t i : {std::size_t {10}, std::size_t {11}})
            QVERIFY(places[i].size == LabelSize::Full);
        for (std::size_t i = 0; i < 10; ++i)
            QVERIFY(places[i].size == LabelSize::None || !places[i].rect.intersects(places[10].rect));
    }

    void aLoneLabelStandsWhereItWants()
    {
        const LabelRequest request {{100, 50}, {94, 78}, {80, 20}, {18, 18}, {90, 74, 8, 8}};
        const auto places = placeLabels({request}, {0, 0, 800, 400});
        QCOMPARE(places[0].rect, QRectF(100, 50, 80, 20));
        QCOMPARE(places[0].size, LabelSize::Full);
    }

    void nothingOverlapsOrLeavesTheCanvas()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 60; ++round) {
            const QRectF canvas(0, 0, 300 + round * 20, 160 + round * 10);
            // Every third time in a small part of it, where they crowd.
            const QRectF where = round % 3 == 0 ? QRectF(canvas.center(), QSizeF(40, 20)) : canvas;
            const auto requests = randomRequests(random, 4 + round * 3, where);
            const QString fault = faultOf(requests, placeLabels(requests, canvas), canvas);
            QVERIFY2(fault.isEmpty(), qPrintable(QStringLiteral("round %1: %2").arg(round).arg(fault)));
        }
    }

    void tenInOneSpotAllFindRoomNearby()
    {
        const std::vector<LabelRequest> requests(10, {{500, 300}, {498, 348}, {150, 40}, {18, 18}, {494, 344, 8, 8}});
        const auto places = placeLabels(requests, {0, 0, 1000, 600});
        for (const LabelPlace& place : places) {
            QCOMPARE(place.size, LabelSize::Full);
            QVERIFY(QLineF(place.rect.center(), QPointF(575, 320)).length() < 330);
        }
    }

    void shrinksWhereThereIsNoRoomAndGoesWhereThereIsNone()
    {
        const std::vector<LabelRequest> requests(3, {{10, 10}, {10, 10}, {200, 60}, {18, 18}, {}});
        const auto places = placeLabels(requests, {0, 0, 240, 60});
        QCOMPARE(places[0].size, LabelSize::Full);
        QCOMPARE(places[1].size, LabelSize::Small);
        QCOMPARE(places[2].size, LabelSize::Small);
        QCOMPARE(placeLabels(requests, {0, 0, 10, 10})[0].size, LabelSize::None);
    }

    void keepsOffWhatOthersMark()
    {
        const LabelRequest request {{100, 100}, {90, 130}, {80, 20}, {18, 18}, {}};
        const QRectF mark(120, 104, 8, 8);
        QVERIFY(!placeLabels({request}, {0, 0, 800, 400}, {mark})[0].rect.intersects(mark));
        // … but not at the price of having no place.
        QCOMPARE(placeLabels({request}, {0, 0, 90, 25}, {{0, 0, 90, 25}})[0].size, LabelSize::Full);
    }

    // Neither over the arrow of another one, which comes before or after it; its own does not push it away.
    void keepsOffTheShapesOfOthers()
    {
        const LabelRequest note {{100, 100}, {90, 130}, {80, 20}, {18, 18}, {}};
        LabelRequest arrow {{400, 300}, {380, 330}, {80, 20}, {18, 18}, {}};
        arrow.shape = {{90, 95, 120, 8}, {390, 305, 60, 8}};
        for (const bool first : {true, false}) {
            const auto places
                = first ? placeLabels({note, arrow}, {0, 0, 800, 400}) : placeLabels({arrow, note}, {0, 0, 800, 400});
            QVERIFY(!places[first ? 0 : 1].rect.intersects(arrow.shape[0]));
            QCOMPARE(places[first ? 1 : 0].rect.topLeft(), QPointF(400, 300));
        }
        arrow.shape = {{0, 0, 800, 400}};
        QCOMPARE(placeLabels({note, arrow}, {0, 0, 800, 400})[0].rect.topLeft(), QPointF(100, 100)); // no room
    }

    void leavesTheLinesToOthersAlone()
    {
        // The first one stands where the line to the second one would go up.
        const LabelRequest first {{60, 100}, {100, 160}, {80, 20}, {18, 18}, {96, 156, 8, 8}};
        const LabelRequest second {{106, 132}, {100, 150}, {80, 14}, {18, 18}, {96, 146, 8, 8}};
        const auto places = placeLabels({first, second, second, second}, {0, 0, 800, 400});
        for (std::size_t i = 1; i < places.size(); ++i) {
            const QLineF line(second.anchor, places[i].rect.center());
            for (std::size_t j = 0; j < i; ++j) {
                const QRectF other = places[j].rect;
                const QLineF across(other.topLeft(), other.bottomRight());
                QVERIFY(line.intersects(across, nullptr) != QLineF::BoundedIntersection);
            }
        }
    }

    void staysInPlaceWhilePannedAndWhenOneIsAdded()
    {
        std::mt19937 random(3);
        auto requests = randomRequests(random, 25, {700, 300, 500, 300});
        const QRectF canvas(0, 0, 2400, 1200);
        const auto before = placeLabels(requests, canvas);
        auto shifted = requests;
        for (LabelRequest& request : shifted) {
            request.preferred += QPointF(37, 0);
            request.anchor += QPointF(37, 0);
            request.keepOff.translate(37, 0);
        }
        const auto after = placeLabels(shifted, canvas);
        requests.push_back({{900, 400}, {890, 450}, {120, 40}, {18, 18}, {}});
        const auto more = placeLabels(requests, canvas);
        for (std::size_t i = 0; i < before.size(); ++i) {
            QVERIFY(QLineF(after[i].rect.topLeft(), before[i].rect.topLeft() + QPointF(37, 0)).length() < 1e-6);
            QCOMPARE(more[i].rect, before[i].rect);
        }
    }
};

STEPSCOPE_TEST(TestLabelPlacement)
#include "tst_label_placement.moc"
