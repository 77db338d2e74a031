// SPDX-License-Identifier: GPL-3.0-or-later
// The two forms of torch.profiler's memory timeline.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "core/pickle/timeline_loader.h"
#include "tests/core/packing.h"
#include "tests/support/test_registry.h"

using namespace stepscope;
using namespace stepscope::tests;
using namespace std::string_literals;

namespace {

Expected<std::shared_ptr<const model::CategoryTimeline>> load(const std::string& content)
{
    static TemporaryFiles files;
    Progress progress;
    return pickle::loadCategoryTimeline(files.write(content), progress);
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
            const auto timeline = load(content);
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
        const auto timeline = load(
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
            const auto timeline = load(c.text);
            QVERIFY2(timeline, c.text);
            QVERIFY2((*timeline)->count() == c.kept, c.text);
            QVERIFY2((*timeline)->diagnostics.count(DiagnosticKind::snapshot_field) == c.told, c.text);
        }
    }

    void everyCut()
    {
        const std::string whole = "[[1, 2, 5, 0], [2, 2, 5, 0], [3, 2, 5, 0]]";
        for (std::size_t length = 0; length < whole.size(); ++length) {
            const auto timeline = load(whole.substr(0, length));
            if (timeline)
                QCOMPARE((*timeline)->diagnostics.count(DiagnosticKind::truncated_file), std::uint64_t {1});
        }
    }

    void whatIsNone()
    {
        for (const char* text : {"[]", "[1]", "{}", "[[]]", "[{\"ph\": \"X\"}]", "\x80\x04]."}) {
            const auto timeline = load(text);
            QVERIFY2(!timeline, text);
            QCOMPARE(timeline.error().errorClass, ErrorClass::NotATrace);
        }
    }
};

STEPSCOPE_TEST(TestCategoryTimeline)

#include "tst_category_timeline.moc"
