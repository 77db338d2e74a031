// SPDX-License-Identifier: GPL-3.0-or-later
// Ticks of bytes and entries, steps of sizes and lifetimes, and that their colours can be told apart.
#include "core/view/memory_colours.h"
#include "core/view/memory_ticks.h"
#include "tests/support/random_history.h"
#include "tests/support/test_registry.h"
#include "tests/support/units.h"

#include <QTest>

#include <set>

using namespace stepscope;
using namespace stepscope::view;

namespace {

std::vector<std::string> labelsOf(const std::vector<ByteTick>& ticks)
{
    std::vector<std::string> labels;
    labels.reserve(ticks.size());
    for (const ByteTick& tick : ticks)
        labels.push_back(tick.label);
    return labels;
}

using stepscope::tests::kGiB;
using stepscope::tests::kMiB;

} // namespace

class TestMemoryScales : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bytesAreWrittenInTheirUnit()
    {
        using Labels = std::vector<std::string>;
        QCOMPARE(labelsOf(byteTicks(2 * kGiB, 200, 50)), (Labels {"0", "512 MiB", "1 GiB", "1.5 GiB", "2 GiB"}));
        QCOMPARE(labelsOf(byteTicks(3 * kMiB, 100, 40)), (Labels {"0", "2 MiB"}));
        QCOMPARE(labelsOf(byteTicks(9, 90, 30)), (Labels {"0", "4 B", "8 B"}));
        QVERIFY(byteTicks(0, 100, 40).empty());
    }

    void byteTicksKeepTheirDistance()
    {
        for (std::uint64_t top = 1; top < kGiB * kGiB; top = top * 3 + 1) {
            const auto ticks = byteTicks(top, 600, 44);
            QVERIFY(ticks.size() <= 600 / 44 + 1);
            for (std::size_t i = 1; i < ticks.size(); ++i) {
                QVERIFY(
                    static_cast<double>(ticks[i].bytes - ticks[i - 1].bytes) / static_cast<double>(top) * 600 >= 44);
                QVERIFY(ticks[i].bytes <= top);
            }
        }
        QVERIFY(byteTicks(~std::uint64_t {0}, 600, 44).size() < 20);
    }

    void entriesHaveRoundNumbers()
    {
        const auto snapshot = tests::randomHistory(1, tests::HistoryShape());
        const EntryPositions positions(*snapshot, snapshot->devices[0], MemoryAxisMode::Entries);
        const auto ticks = entryTicks(positions, {-10, 0, 10'010}, 1000, 110);
        QCOMPARE(ticks.size(), std::size_t {6});
        QCOMPARE(ticks[1].label, std::string("200"));
        QCOMPARE(positions.entryAt(ticks[1].position), 200);
        const auto close = entryTicks(positions, {5000, 0, 20}, 1000, 110);
        QCOMPARE(close.front().label, std::string("500"));
        QCOMPARE(close.back().label, std::string("502"));
    }

    void sizesAndLivesHaveSteps()
    {
        QCOMPARE(sizeClass(0), std::size_t {0});
        QCOMPARE(sizeClass(4096), std::size_t {0});
        QCOMPARE(sizeClass(4097), std::size_t {1});
        QCOMPARE(sizeClass(kMiB), std::size_t {2});
        QCOMPARE(sizeClass(~std::uint64_t {0}), kRampSteps - 1);
        QCOMPARE(lifetimeClass(-1, model::kNeverInHistory, 1000), kRampSteps - 1);
        QCOMPARE(lifetimeClass(0, 500, 1000), kRampSteps - 2);
        QCOMPARE(lifetimeClass(10, 10, 1'000'000), std::size_t {0});
        QCOMPARE(lifetimeClass(10, 11, 1'000'000), std::size_t {0});
        QCOMPARE(lifetimeClass(-1, 0, 0), std::size_t {0});
    }

    void groupsWithMostAreaHaveTheirOwnHue()
    {
        const std::vector<std::int32_t> born(20, 0);
        const std::vector<std::int32_t> died(20, 100);
        std::vector<std::uint64_t> size;
        std::vector<std::uint32_t> groupOf;
        for (std::uint32_t i = 0; i < 20; ++i) {
            size.push_back(1 + i);
            groupOf.push_back(i);
        }
        const auto order = groupsByArea({born, died, size}, 100, groupOf, 21);
        QCOMPARE(order.size(), std::size_t {20}); // one has nothing
        QCOMPARE(order.front(), std::uint32_t {19});
        const auto colours = coloursInOrder(order, 20);
        QCOMPARE(colours[19], hueColour(0));
        QCOMPARE(colours[11], hueColour(8));
        const std::set<BandColour> distinct(colours.begin(), colours.end());
        QCOMPARE(distinct.size(), std::size_t {20});
    }

    void rampsAscendInLightness() // so that they read without any hue
    {
        for (const bool dark : {false, true}) {
            const BandPalette palette(dark);
            for (std::size_t step = 1; step < kRampSteps; ++step) {
                const double quiet = toOkLab(toLinear(palette.colour(rampColour(step - 1)))).l;
                const double strong = toOkLab(toLinear(palette.colour(rampColour(step)))).l;
                QVERIFY(dark ? strong > quiet + 0.02 : strong < quiet - 0.02);
            }
            for (std::size_t step = 0; step < kRampSteps; ++step)
                QVERIFY(contrast(palette.colour(rampColour(step)), palette.text(rampColour(step))) >= 4.0);
        }
    }
};

STEPSCOPE_TEST(TestMemoryScales)

#include "tst_memory_scales.moc"
