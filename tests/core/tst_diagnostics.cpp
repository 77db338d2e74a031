// SPDX-License-Identifier: GPL-3.0-or-later
// Counts are exact, samples are the first by byte, and neither depends on which thread saw what.
#include "core/util/diagnostics.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <set>

using namespace stepscope;

namespace {

std::vector<std::int64_t> offsetsOf(const Diagnostics::Entry& entry)
{
    std::vector<std::int64_t> offsets;
    for (const DiagnosticSample& sample : entry.samples)
        offsets.push_back(sample.offset);
    return offsets;
}

} // namespace

class TestDiagnostics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyKindHasNameAndText()
    {
        std::set<std::string> names;
        for (std::size_t i = 0; i < kDiagnosticKinds; ++i) {
            const auto kind = static_cast<DiagnosticKind>(i);
            names.insert(diagnosticName(kind));
            QVERIFY(std::string(diagnosticText(kind)).ends_with('.'));
        }
        QCOMPARE(names.size(), kDiagnosticKinds);
        QCOMPARE(std::string(diagnosticName(DiagnosticKind::bad_timestamp)), std::string("bad_timestamp"));
        QVERIFY(diagnosticLevel(DiagnosticKind::crossing) == DiagnosticLevel::Warning);
        QVERIFY(diagnosticLevel(DiagnosticKind::stray_comma) == DiagnosticLevel::Note);
    }

    void keepsTheFirstSamplesByByte()
    {
        Diagnostics diagnostics;
        for (std::int64_t offset = 100; offset > 0; --offset) {
            QVERIFY(diagnostics.wantsSample(DiagnosticKind::crossing, offset));
            diagnostics.add(DiagnosticKind::crossing, offset, std::to_string(offset));
        }
        QVERIFY(!diagnostics.wantsSample(DiagnosticKind::crossing, 9));
        const Diagnostics::Entry& entry = diagnostics.entry(DiagnosticKind::crossing);
        QCOMPARE(entry.count, std::uint64_t {100});
        QCOMPARE(offsetsOf(entry), (std::vector<std::int64_t> {1, 2, 3, 4, 5, 6, 7, 8}));
        QCOMPARE(entry.samples.front().detail, std::string("1"));
    }

    void warningsLeaveNotesOut()
    {
        Diagnostics diagnostics;
        diagnostics.add(DiagnosticKind::unmatched_end, 5, {}, 3);
        diagnostics.add(DiagnosticKind::crossing, 5, {}, 60);            // sound files have many
        diagnostics.add(DiagnosticKind::free_without_alloc, 5, {}, 900); // a recording that starts in mid-run
        diagnostics.add(DiagnosticKind::alloc_not_in_history, 5, {}, 845);
        diagnostics.add(DiagnosticKind::stray_comma, 6);
        diagnostics.add(DiagnosticKind::bad_utf8, 7, "x", 0); // nothing happened
        QCOMPARE(diagnostics.warnings(), std::uint64_t {3});
        QCOMPARE(diagnostics.count(DiagnosticKind::stray_comma), std::uint64_t {1});
        QVERIFY(diagnostics.entry(DiagnosticKind::bad_utf8).samples.empty());
    }

    void mergingGivesWhatOneThreadWouldHave()
    {
        std::mt19937 random(1);
        for (int round = 0; round < 200; ++round) {
            Diagnostics whole;
            std::vector<Diagnostics> parts(1 + random() % 4);
            const std::size_t events = random() % 60;
            for (std::size_t i = 0; i < events; ++i) {
                const auto offset = static_cast<std::int64_t>(i * 10);
                const std::uint64_t count = 1 + random() % 3;
                whole.add(DiagnosticKind::bad_utf8, offset, std::to_string(i), count);
                parts[random() % parts.size()].add(DiagnosticKind::bad_utf8, offset, std::to_string(i), count);
            }
            std::shuffle(parts.begin(), parts.end(), random);
            Diagnostics merged;
            for (const Diagnostics& part : parts)
                merged.merge(part);
            QCOMPARE(merged.count(DiagnosticKind::bad_utf8), whole.count(DiagnosticKind::bad_utf8));
            QCOMPARE(
                offsetsOf(merged.entry(DiagnosticKind::bad_utf8)), offsetsOf(whole.entry(DiagnosticKind::bad_utf8)));
        }
    }

    void mergingKeepsLines()
    {
        Diagnostics from;
        from.add(DiagnosticKind::bad_string, 20, "detail");
        from.entry(DiagnosticKind::bad_string).samples[0].line = 4;
        Diagnostics to;
        to.merge(from);
        QCOMPARE(to.entry(DiagnosticKind::bad_string).samples[0].line, std::int64_t {4});
        QCOMPARE(to.entry(DiagnosticKind::bad_string).samples[0].detail, std::string("detail"));
    }
};

STEPSCOPE_TEST(TestDiagnostics)

#include "tst_diagnostics.moc"
