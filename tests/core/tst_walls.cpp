// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/dense_stretches.h"
#include "core/analysis/walls.h"
#include "tests/core/analysis_fixture.h"
#include "tests/support/test_registry.h"
#include "tests/support/units.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace stepscope;
using namespace stepscope::tests;
using analysis::Stretch;
using analysis::Wall;

namespace {

using stepscope::tests::kUs;

// A stream written as text: 's' a kernel of 5 µs, 'l' one of 30 µs, 'c' a copy of 2 µs, each 10 µs after the end of the
// one before; '|' a further millisecond.
EventList streamOf(const std::string& text, int stream = 7)
{
    EventList list;
    std::int64_t now = 1000 * kUs;
    for (const char c : text) {
        if (c == '|') {
            now += 1000 * kUs;
            continue;
        }
        const std::int64_t dur = c == 's' ? 5 * kUs : c == 'l' ? 30 * kUs : 2 * kUs;
        if (c == 'c')
            list.add("gpu_memcpy", "Memcpy DtoD (Device -> Device)", 0, stream, now, dur);
        else
            list.kernel("kernel", stream, now, dur);
        now += dur + 10 * kUs;
    }
    return list;
}

std::string times(std::size_t count, const std::string& part)
{
    std::string out;
    for (std::size_t i = 0; i < count; ++i)
        out += part;
    return out;
}

std::vector<Wall> wallsOf(const EventList& list, const analysis::WallRules& rules = {})
{
    const auto trace = list.load();
    if (!trace)
        return {};
    const analysis::GpuUse use = analysis::gpuUtilisation(*trace, analysis::Window());
    return analysis::findWalls(*trace, use, analysis::buildStepIndex(*trace), rules);
}

std::vector<std::uint64_t> sizesOf(const std::vector<Wall>& walls)
{
    std::vector<std::uint64_t> out;
    out.reserve(walls.size());
    for (const Wall& wall : walls)
        out.push_back(wall.kernels);
    return out;
}

using Sizes = std::vector<std::uint64_t>;

// --- the definitions, word by word

bool isDense(const std::vector<std::uint8_t>& marks, Stretch stretch, std::int64_t permille)
{
    for (std::size_t cut = stretch.first + 1; cut <= stretch.last; ++cut) {
        const auto dense = [&](std::size_t first, std::size_t last) {
            std::int64_t set = 0;
            for (std::size_t i = first; i < last; ++i)
                set += marks[i];
            return set * 1000 > static_cast<std::int64_t>(last - first) * permille;
        };
        if (!dense(stretch.first, cut) || !dense(cut - 1, stretch.last))
            return false;
    }
    return true;
}

std::vector<Stretch> denseByForce(const std::vector<std::uint8_t>& marks, Stretch within, std::int64_t permille)
{
    std::vector<Stretch> all;
    for (std::size_t first = within.first; first < within.last; ++first) {
        for (std::size_t last = first + 1; last <= within.last; ++last) {
            if (isDense(marks, {first, last}, permille))
                all.push_back({first, last});
        }
    }
    std::vector<Stretch> maximal;
    for (const Stretch& one : all) {
        const bool inside = std::any_of(all.begin(), all.end(), [&](const Stretch& other) {
            return !(other == one) && other.first <= one.first && other.last >= one.last;
        });
        if (!inside)
            maximal.push_back(one);
    }
    return maximal;
}

void wallsByForce(const std::string& pieces, Stretch part, std::size_t minPieces, std::int64_t density, Sizes& out)
{
    std::vector<std::uint8_t> marks;
    marks.reserve(pieces.size());
    for (const char c : pieces)
        marks.push_back(c == 's' ? 1 : 0);
    for (const Stretch& stretch : denseByForce(marks, part, density)) {
        if (stretch.size() < minPieces)
            continue;
        const auto shorts = std::count(pieces.begin() + static_cast<std::ptrdiff_t>(stretch.first),
            pieces.begin() + static_cast<std::ptrdiff_t>(stretch.last), 's');
        if (static_cast<std::size_t>(shorts) * 10 >= stretch.size() * 9)
            out.push_back(stretch.size());
        else if (density < 900)
            wallsByForce(pieces, stretch, minPieces, density + 50, out);
    }
}

// Parts between gaps and rows of more than three 'l', copies not minded; then the stretches of each.
Sizes wallSizesByForce(const std::string& text, std::size_t minPieces)
{
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == '|') {
            parts.emplace_back();
            continue;
        }
        std::string& part = parts.back();
        part += c;
        std::string tail;
        for (std::size_t i = part.size(); i-- > 0 && part[i] != 's';)
            tail.insert(tail.begin(), part[i]);
        if (std::count(tail.begin(), tail.end(), 'l') > 3) {
            const std::size_t from = part.size() - tail.size();
            part.resize(from + std::min(tail.size(), tail.find('l')));
            parts.push_back(tail.substr(tail.find('l'))); // still a row: what follows it decides nothing
            parts.emplace_back();
        }
    }
    Sizes sizes;
    for (const std::string& part : parts)
        wallsByForce(part, {0, part.size()}, minPieces, 750, sizes);
    return sizes;
}

} // namespace

class TestWalls : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fiftyShortKernelsAreAWall()
    {
        QCOMPARE(sizesOf(wallsOf(streamOf(times(50, "s")))), Sizes({50}));
        QVERIFY(wallsOf(streamOf(times(49, "s"))).empty());
        QVERIFY(wallsOf(streamOf(times(200, "l"))).empty());
        analysis::WallRules rules;
        rules.shortKernelNs = 5 * kUs; // not shorter than that
        QVERIFY(wallsOf(streamOf(times(50, "s")), rules).empty());
    }

    void longerKernelsInBetweenDoNotEndIt()
    {
        const std::string half = times(30, "s");
        QCOMPARE(sizesOf(wallsOf(streamOf(half + "l" + half))), Sizes({61}));
        QCOMPARE(sizesOf(wallsOf(streamOf(half + "lll" + half))), Sizes({63}));
        QVERIFY(wallsOf(streamOf(half + "llll" + half)).empty());
        QVERIFY(wallsOf(streamOf(half + "llcll" + half)).empty()); // a copy does not start the count anew
        QCOMPARE(sizesOf(wallsOf(streamOf(times(60, "s") + "llll" + times(70, "s")))), Sizes({60, 70}));
        QCOMPARE(sizesOf(wallsOf(streamOf(half + "cccc" + half))), Sizes({64})); // copies are no longer kernels
        QVERIFY(wallsOf(streamOf(half + times(7, "c") + half)).empty());         // but no short ones either: 60 of 67
    }

    void aGapOfMoreThanAMillisecondEndsIt()
    {
        EventList list = streamOf(times(30, "s"));
        const std::int64_t end = list.events.back().end();
        for (int i = 0; i < 30; ++i)
            list.kernel("kernel", 7, end + 1000 * kUs + i * 15 * kUs, 5 * kUs);
        QCOMPARE(sizesOf(wallsOf(list)), Sizes({60}));
        for (std::size_t i = 30; i < 60; ++i)
            list.events[i].start += 1;
        QVERIFY(wallsOf(list).empty());
        QCOMPARE(sizesOf(wallsOf(streamOf(times(50, "s") + "|" + times(51, "s")))), Sizes({50, 51}));
    }

    void itBeginsAndEndsWithShortKernels()
    {
        const EventList list = streamOf("lll" + times(60, "s") + "ll");
        const std::vector<Wall> walls = wallsOf(list);
        QCOMPARE(sizesOf(walls), Sizes({60}));
        QCOMPARE(walls[0].shortKernels, 60U);
        QCOMPARE(walls[0].span.start, list.events[3].start);
        QCOMPARE(walls[0].span.end, list.events[62].end());
    }

    void itDoesNotSwallowTheMixedWorkNextToIt()
    {
        const std::string mixed = times(40, "slls");
        QCOMPARE(sizesOf(wallsOf(streamOf(mixed + "ll" + times(1000, "s") + "ll" + mixed))), Sizes({1000}));
    }

    void tenThousandKernelsMakeAFewWalls()
    {
        QCOMPARE(wallsOf(streamOf(times(700, times(14, "s") + "l"))).size(), 1U);
        QCOMPARE(wallsOf(streamOf(times(500, times(19, "s") + "c"))).size(), 1U);
    }

    void streamsHaveWallsOfTheirOwn()
    {
        EventList list = streamOf(times(40, "s"), 7);
        const EventList other = streamOf(times(40, "s"), 8);
        list.events.insert(list.events.end(), other.events.begin(), other.events.end());
        QVERIFY(wallsOf(list).empty());
    }

    void figuresOfAWall()
    {
        EventList list;
        list.add("user_annotation", "ProfilerStep#4", kCpu, 100, 0, 3000 * kUs);
        for (int i = 0; i < 100; ++i) { // a launch every 20 µs; every other kernel is queued before the last one ends
            const std::int64_t at = 100 * kUs + i * 20 * kUs;
            list.op(i < 60   ? "aten::mul_"
                    : i < 90 ? "aten::add_"
                    : i < 98 ? "aten::neg"
                             : "aten::sqrt",
                100, at, 8 * kUs);
            const bool queued = i % 2 == 1;
            list.launch(100, at + 2 * kUs - (queued ? 19 * kUs : 0), 1 * kUs, i + 1);
            if (queued)
                list.events.back().tid = 101;
            list.kernel(i % 4 == 0 ? "void at::native::vectorized_elementwise_kernel<4, F>(int)" : "gemm", 7,
                at + 6 * kUs, (i % 10 + 1) * kUs, i + 1);
        }
        list.launch(100, 2900 * kUs, 1 * kUs, 200);
        list.kernel("gemm", 7, 3500 * kUs, 586 * kUs, 200);
        const auto trace = list.load();
        QVERIFY(trace);
        const analysis::GpuUse use = analysis::gpuUtilisation(*trace, analysis::Window());
        const analysis::StepIndex steps = analysis::buildStepIndex(*trace);
        const std::vector<Wall> walls = analysis::findWalls(*trace, use, steps, {});
        QCOMPARE(walls.size(), 1U);
        const Wall& wall = walls[0];
        QCOMPARE(wall.span.start, 106 * kUs);
        QCOMPARE(wall.span.end, 2096 * kUs);
        QCOMPARE(wall.busyNs, 550 * kUs);
        QCOMPARE(wall.medianNs, 5 * kUs);
        QCOMPARE(wall.elementwiseShare, 0.25);
        // Kernels 2, 4, … 98 wait for their launch; those before them last 2, 4, 6, 8, 10 µs of 20.
        QCOMPARE(wall.launchBoundNs, (49 * 20 - (10 * (2 + 4 + 6 + 8 + 10) - 10)) * kUs);
        QCOMPARE(wall.step, 0U);
        QCOMPARE(wall.shareOfStep, std::optional<double>(1990.0 / 3980.0));
        QCOMPARE(wall.topOps.size(),
            3U); // sqrt comes fourth; those of the other thread have no operator around their launch
        QCOMPARE(trace->names.view(wall.topOps[0]), std::string_view("aten::mul_"));
        QCOMPARE(trace->names.view(wall.topOps[1]), std::string_view("aten::add_"));
        QCOMPARE(trace->names.view(wall.topOps[2]), std::string_view("aten::neg"));
    }

    void aWindowCutsIt()
    {
        const EventList list = streamOf(times(200, "s"));
        const auto trace = list.load();
        QVERIFY(trace);
        const Interval part {list.events[50].start + 1, list.events[149].start + 1};
        const analysis::GpuUse use = analysis::gpuUtilisation(*trace, analysis::cutTo(part));
        const std::vector<Wall> walls = analysis::findWalls(*trace, use, analysis::buildStepIndex(*trace), {});
        QCOMPARE(sizesOf(walls), Sizes({100}));
        QVERIFY(walls[0].span == part);
        QCOMPARE(walls[0].shareOfStep, std::optional<double>(1.0));
    }

    void denseStretchesAreThoseOfTheDefinition()
    {
        std::mt19937 random(11);
        for (int round = 0; round < 300; ++round) {
            std::vector<std::uint8_t> marks(random() % 40);
            const auto misses = 2 + random() % 9;
            for (std::uint8_t& mark : marks)
                mark = random() % misses != 0 ? 1 : 0;
            const Stretch within {marks.empty() ? 0 : random() % marks.size(), marks.size()};
            for (const std::int64_t permille : {500, 750, 900})
                QVERIFY(analysis::denseStretches(marks, within, permille) == denseByForce(marks, within, permille));
        }
    }

    void wallsAreThoseOfTheDefinition()
    {
        std::mt19937 random(12);
        analysis::WallRules rules;
        rules.minPieces = 8;
        for (int round = 0; round < 120; ++round) {
            std::string text = "s";
            const auto shorts = 4 + random() % 16;
            for (std::size_t i = random() % 90; i > 0; --i) {
                const auto pick = random() % (shorts + 3);
                text += pick < shorts ? "s" : pick < shorts + 2 ? times(1 + random() % 5, "l") : "c";
                if (random() % 40 == 0)
                    text += '|';
            }
            const Sizes found = sizesOf(wallsOf(streamOf(text), rules));
            QVERIFY2(found == wallSizesByForce(text, rules.minPieces), text.c_str());
        }
    }
};

STEPSCOPE_TEST(TestWalls)
#include "tst_walls.moc"
