// SPDX-License-Identifier: GPL-3.0-or-later
// The two forms of torch.profiler's memory timeline.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "core/analysis/memory/category_figures.h"
#include "core/load/load_file.h"
#include "core/pickle/timeline_loader.h"
#include "core/view/category_columns.h"
#include "tests/core/packing.h"
#include "tests/support/test_registry.h"

#include <algorithm>
#include <random>

using namespace stepscope;
using namespace stepscope::tests;
using namespace std::string_literals;

namespace {

Expected<std::shared_ptr<const model::CategoryTimeline>> loadTimeline(const std::string& content)
{
    static TemporaryFiles files;
    Progress progress;
    return pickle::loadCategoryTimeline(files.write(content), progress);
}

// Steps that are long and short, several times in one pixel and several pixels in one time.
model::CategoryTimeline randomTimeline(std::uint32_t seed)
{
    std::mt19937 random(seed);
    model::CategoryTimeline timeline;
    std::int64_t time = 1'700'000'000'000'000'000;
    for (std::size_t c = 0; c < 8; ++c)
        timeline.initial[c] = random() % 100;
    for (int i = 0; i < 3000; ++i) {
        time += 1 + static_cast<std::int64_t>(random() % 3 == 0 ? random() % 20'000 : random() % 50);
        timeline.timeNs.push_back(time);
        for (auto& bytes : timeline.bytes)
            bytes.push_back(random() % 1000);
    }
    return timeline;
}

std::uint64_t sumAt(const model::CategoryTimeline& timeline, std::int32_t point)
{
    std::uint64_t sum = 0;
    for (std::size_t c = 0; c < 8; ++c)
        sum += timeline.at(c, point);
    return sum;
}

} // namespace

class TestCategoryTimeline : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsOfBytes()
    {
        const std::string text = "[[1700000000000000, 1700000000000001.125], "
                                 "[[0, 1, 2, 3, 4, 5, 6, 7, 8], [0, 9, 0, 0, 0, 0, 0, 0, 0]]]";
        for (const std::string& content : {text, gzipMember(text)}) {
            const auto timeline = loadTimeline(content);
            QVERIFY(timeline);
            QCOMPARE((*timeline)->count(), std::size_t {2});
            QCOMPARE((*timeline)->timeNs[1], std::int64_t {1700000000000001125}); // beyond what a double holds
            for (std::size_t c = 0; c < 8; ++c)
                QCOMPARE((*timeline)->bytes[c][0], std::uint64_t {c + 1});
            QCOMPARE((*timeline)->bytes[0][1], std::uint64_t {9});
            QCOMPARE((*timeline)->diagnostics.warnings(), std::uint64_t {0});
        }
    }

    void changes()
    {
        const auto timeline = loadTimeline(
            "[[-1, 1, 100, 7], [-1, 1, 50, 7], [10, 2, 30, 3], [10, 3, -30, 3], [10, 3, 30, 4], [20, 4, -30, 4]]");
        QVERIFY(timeline);
        const model::CategoryTimeline& t = **timeline;
        QCOMPARE(t.initial[7], std::uint64_t {150});
        QCOMPARE(t.count(), std::size_t {2});
        QCOMPARE(t.timeNs[0], std::int64_t {10});
        QCOMPARE(t.bytes[3][0], std::uint64_t {0});
        QCOMPARE(t.bytes[4][0], std::uint64_t {30});
        QCOMPARE(t.bytes[4][1], std::uint64_t {0});
        QCOMPARE(t.bytes[7][1], std::uint64_t {150});
        QCOMPARE(t.diagnostics.warnings(), std::uint64_t {0});
    }

    void badRowsAreLeftOutAndTold()
    {
        struct Case
        {
            const char* text;
            std::size_t kept;
            std::uint64_t told;
        };
        for (const Case& c : {
                 Case {"[[1, 2, 5, 0], [2, 2, 5], [3, 2, 5, 8], [4, 2, \"x\", 0], [5, 2, 5, -1], [6, 2, 5, 0]]", 2, 4},
                 Case {"[[5, 2, 5, 0], [4, 2, 5, 0]]", 1, 1},
                 Case {"[[5, 4, -5, 0]]", 1, 1},
                 Case {"[[1, 2, 9223372036854775807, 0], [2, 2, 1, 0]]", 1, 1},
                 Case {"[[1, 2], [[0, 1, 2, 3, 4, 5, 6, 7, 8]]]", 1, 1},
                 Case {"[[1, 2], [[0, 1, 2], [0, 1, 2, 3, 4, 5, 6, 7, 8]]]", 1, 1},
             }) {
            const auto timeline = loadTimeline(c.text);
            QVERIFY2(timeline, c.text);
            QVERIFY2((*timeline)->count() == c.kept, c.text);
            QVERIFY2((*timeline)->diagnostics.count(DiagnosticKind::snapshot_field) == c.told, c.text);
        }
    }

    void everyCut()
    {
        const std::string whole = "[[1, 2, 5, 0], [2, 2, 5, 0], [3, 2, 5, 0]]";
        for (std::size_t length = 0; length < whole.size(); ++length) {
            const auto timeline = loadTimeline(whole.substr(0, length));
            if (timeline)
                QCOMPARE((*timeline)->diagnostics.count(DiagnosticKind::truncated_file), std::uint64_t {1});
        }
    }

    void openedByItsContent()
    {
        TemporaryFiles files;
        const std::string rows = "[[1, 2], [[0, 1, 2, 3, 4, 5, 6, 7, 8], [0, 1, 2, 3, 4, 5, 6, 7, 8]]]";
        const std::string changes = " [ [-1, 1, 37888, 7], [1, 2, 5, 0]]";
        for (const std::string& content : {rows, changes, gzipMember(changes), zstdFrame(rows)}) {
            Progress progress;
            const auto loaded = load::loadFile(files.write(content, "mem.raw.json.gz"), progress);
            QVERIFY(loaded && std::holds_alternative<load::TimelinePtr>(*loaded));
        }
        Progress progress;
        const auto other = load::loadFile(files.write("[[{}]]"), progress);
        QVERIFY(!other);
        QCOMPARE(other.error().errorClass, ErrorClass::NotATrace);
    }

    void figures()
    {
        const auto timeline = loadTimeline("[[-1, 1, 100, 0], [10, 2, 300, 4], [20, 2, 50, 5], [30, 4, -300, 4]]");
        QVERIFY(timeline);
        const analysis::CategoryFigures figures = analysis::computeCategoryFigures(**timeline);
        QCOMPARE(figures.initial, std::uint64_t {100});
        QCOMPARE(figures.peak, std::uint64_t {450});
        QCOMPARE(figures.peakPoint, 1);
        QCOMPARE(figures.end, std::uint64_t {150});
        QCOMPARE(figures.categories[4].atPeak, std::uint64_t {300});
        QCOMPARE(figures.categories[4].end, std::uint64_t {0});
        QCOMPARE(figures.judgement.findings.size(), std::size_t {2});
        QCOMPARE(figures.judgement.findings[0].rule, "memory.activations"s);
        QCOMPARE(figures.judgement.findings[0].bytes, std::optional<std::uint64_t>(300));
        QCOMPARE(figures.judgement.findings[0].evidence[0].span, (Interval {20, 30}));
        QCOMPARE(figures.judgement.verdict.bucket, analysis::Bucket::Memory);
        QCOMPARE(figures.judgement.verdict.sentence,
            "The peak of 450 B is activation 300 B (67 %), parameter 100 B (22 %), gradient 50 B (11 %)."s);

        const auto falls = loadTimeline("[[-1, 1, 100, 0], [10, 4, -60, 0]]"); // the peak lies before the first time
        QVERIFY(falls);
        const analysis::CategoryFigures before = analysis::computeCategoryFigures(**falls);
        QCOMPARE(before.peak, std::uint64_t {100});
        QCOMPARE(before.peakPoint, -1);
        QVERIFY(before.judgement.findings.front().evidence.empty());

        const analysis::CategoryFigures none = analysis::computeCategoryFigures(model::CategoryTimeline());
        QCOMPARE(none.peak, std::uint64_t {0});
        QVERIFY(none.judgement.findings.empty() && !none.judgement.verdict.sentence.empty());
    }

    void columnsKeepPeaksAndDips()
    {
        for (std::uint32_t seed = 1; seed <= 3; ++seed) {
            const model::CategoryTimeline timeline = randomTimeline(seed);
            const analysis::CategoryFigures figures = analysis::computeCategoryFigures(timeline);
            const view::CategoryColumns columns(timeline, view::CurveView(figures.initial, figures.total));
            const view::EntryPositions& positions = columns.positions();
            const double all = view::timeDifference(positions.end(), positions.begin());
            for (const double share : {1.0, 0.1, 0.003}) {
                const view::TimeScale scale(
                    {positions.begin() + static_cast<std::int64_t>(all * (1 - share) / 2), 0, all * share}, 200);
                const std::vector<view::EntrySpan> spans = positions.columns(scale, 200);
                const std::vector<view::CategoryColumn> shown = columns.columns(scale, 200);
                QCOMPARE(shown.size(), spans.size());
                for (std::size_t i = 0; i < spans.size(); ++i) {
                    QCOMPARE(shown[i].empty, spans[i].empty());
                    if (spans[i].empty())
                        continue;
                    std::uint64_t highest = 0;
                    std::uint64_t lowest = ~std::uint64_t {0};
                    for (std::int32_t point = spans[i].first; point <= spans[i].last; ++point) {
                        highest = std::max(highest, sumAt(timeline, point));
                        lowest = std::min(lowest, sumAt(timeline, point));
                    }
                    QCOMPARE(sumAt(timeline, shown[i].highest), highest);
                    QCOMPARE(sumAt(timeline, shown[i].lowest), lowest);
                }
            }
        }
    }

    void bordersLieAtSums()
    {
        model::CategoryTimeline timeline;
        timeline.initial = {10, 0, 14, 0, 0, 0, 0, 6};
        const view::CategoryColumns columns(timeline, view::CurveView(30, {}));
        const view::CategoryColumns::Tops tops = columns.tops(model::kBeforeHistory, 10);
        QCOMPARE(tops, (view::CategoryColumns::Tops {1, 1, 2, 2, 2, 2, 2, 3}));
        QCOMPARE(view::categoryAt(tops, 0), std::optional<std::size_t>(0));
        QCOMPARE(view::categoryAt(tops, 1), std::optional<std::size_t>(2));
        QCOMPARE(view::categoryAt(tops, 2), std::optional<std::size_t>(7));
        QVERIFY(!view::categoryAt(tops, 3) && !view::categoryAt(tops, -1));
    }

    void whatIsNone()
    {
        for (const char* text : {"[]", "[1]", "{}", "[[]]", "[{\"ph\": \"X\"}]", "\x80\x04]."}) {
            const auto timeline = loadTimeline(text);
            QVERIFY2(!timeline, text);
            QCOMPARE(timeline.error().errorClass, ErrorClass::NotATrace);
        }
    }
};

STEPSCOPE_TEST(TestCategoryTimeline)

#include "tst_category_timeline.moc"
