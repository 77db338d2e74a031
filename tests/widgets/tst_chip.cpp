// SPDX-License-Identifier: GPL-3.0-or-later
// Chips on a ruler stay inside it and beside each other.
#include "tests/support/test_registry.h"
#include "widgets/common/chip.h"
#include "widgets/common/style.h"

#include <QTest>

using namespace stepscope::widgets;

class TestChip : public QObject
{
    Q_OBJECT

    static constexpr double kWidth = 600;

private Q_SLOTS:
    void staysInside()
    {
        const QRectF bounds(0, 0, kWidth, 20);
        QCOMPARE(chipRect(smallFont(), bounds, 300, QStringLiteral("85.2 ms")).center().x(), 300.0);
        QCOMPARE(chipRect(smallFont(), bounds, -50, QStringLiteral("85.2 ms")).left(), 0.0);
        QCOMPARE(chipRect(smallFont(), bounds, 900, QStringLiteral("85.2 ms")).right(), kWidth);
    }

    void givesWayToAnother()
    {
        const QRectF bounds(0, 0, kWidth, 20);
        for (int pointer = 0; pointer <= static_cast<int>(kWidth); pointer += 7) {
            const QRectF taken = chipRect(smallFont(), bounds, pointer, QStringLiteral("12.345 678 ms"));
            for (int middle = 0; middle <= static_cast<int>(kWidth); middle += 11) {
                const QRectF chip = chipRect(smallFont(), bounds, middle, QStringLiteral("85.2 ms"), taken);
                QVERIFY(!chip.intersects(taken));
                QVERIFY(chip.left() >= bounds.left() && chip.right() <= bounds.right());
            }
        }
    }
};

STEPSCOPE_TEST(TestChip)

#include "tst_chip.moc"
