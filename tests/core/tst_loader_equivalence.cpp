// SPDX-License-Identifier: GPL-3.0-or-later
// The model of a file is the same whatever the number of threads, the chunk size and the packing.
#include "tests/support/random_trace.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_registry.h"
#include "tests/support/trace_checks.h"
#include "tests/support/trace_files.h"

#include <QDirIterator>
#include <QObject>
#include <QTest>

#include <fmt/format.h>
#include <random>

#include <limits>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

constexpr std::size_t kChunks[] = {1 << 10, 7 << 10, 64 << 10, 2 << 20};

// The error as text, or the dump; broken invariants as text as well, so that no test can miss them.
std::string outcome(const TraceOrError& loaded)
{
    if (!loaded)
        return fmt::format("error {} @{} line {}: {}", errorClassName(loaded.error().errorClass), loaded.error().offset,
            loaded.error().line, loaded.error().message);
    const std::string broken = brokenInvariant(**loaded);
    return broken.empty() ? wholeDump(**loaded) : "broken: " + broken;
}

// The first setting whose outcome is another one; empty when there is none.
std::string firstDeviation(const std::string& text, std::initializer_list<unsigned> threads = {1, 2, 4})
{
    std::string expected = outcome(loadText(text));
    if (expected.compare(0, 7, "broken:") == 0)
        return expected;
    for (const Packing packing : kPackings) {
        const std::string path = writeTemporary("equivalence", packed(text, packing));
        for (const std::size_t chunk : kChunks) {
            for (const unsigned count : threads) {
                const std::string difference = firstDifference(expected, outcome(loadFile(path, count, chunk)));
                if (!difference.empty())
                    return fmt::format(
                        "packing {} chunk {} threads {}: {}", static_cast<int>(packing), chunk, count, difference);
            }
        }
    }
    return {};
}

// Under a sanitizer, which makes everything ten times slower, the large real files take minutes each.
#ifdef STEPSCOPE_SANITIZED
constexpr qint64 kLargestFile = 100'000;
#else
constexpr qint64 kLargestFile = std::numeric_limits<qint64>::max();
#endif

} // namespace

class TestLoaderEquivalence : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void randomTraces_data()
    {
        QTest::addColumn<int>("seed");
        QTest::addColumn<int>("style");
        for (int seed = 1; seed <= 12; ++seed)
            QTest::addRow("seed %d", seed) << seed << seed % 4;
    }
    void randomTraces()
    {
        QFETCH(int, seed);
        QFETCH(int, style);
        const auto events = randomEvents(static_cast<std::uint64_t>(seed), seed % 3 == 0 ? 900 : 250);
        const std::string text = writeTrace(events, static_cast<Style>(style));
        const std::string deviation = firstDeviation(text);
        QVERIFY2(deviation.empty(), deviation.c_str());
    }

    // Styles change places and lines only.
    void stylesHoldTheSameEvents()
    {
        const auto events = randomEvents(99, 400);
        std::vector<std::string> expected;
        for (const Style style : kStyles) {
            const auto loaded = loadText(writeTrace(events, style));
            QVERIFY(loaded.has_value());
            std::vector<std::string> lines;
            for (const EventLine& line : eventLines(**loaded))
                lines.push_back(line.text);
            if (expected.empty())
                expected = lines;
            QVERIFY(lines == expected);
        }
    }

    // Damage anywhere must not make the result depend on where chunks were cut.
    void damagedTraces_data()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 1; seed <= 60; ++seed)
            QTest::addRow("seed %d", seed) << seed;
    }
    void damagedTraces()
    {
        QFETCH(int, seed);
        std::mt19937_64 random(static_cast<std::uint64_t>(seed));
        std::string text = writeTrace(randomEvents(random(), 120), static_cast<Style>(seed % 4));
        static constexpr char kBytes[] = "{}[]\",:\\ 0a\n\x01\xff";
        for (std::uint64_t hits = 1 + random() % 6; hits > 0; --hits) {
            const std::size_t at = random() % text.size();
            switch (random() % 3) {
            case 0:
                text[at] = kBytes[random() % (sizeof kBytes - 1)];
                break;
            case 1:
                text.erase(at, 1 + random() % (random() % 10 == 0 ? 400 : 3));
                break;
            default:
                text.insert(at, 1, kBytes[random() % (sizeof kBytes - 1)]);
            }
        }
        const std::string deviation = firstDeviation(text, {1, 3});
        QVERIFY2(deviation.empty(), deviation.c_str());
    }

    void cases()
    {
        QDirIterator files(
            testData("cases"), {"input*.json*"}, QDir::Files, QDirIterator::Subdirectories); // no snapshots
        int count = 0;
        for (; files.hasNext(); ++count) {
            const std::string path = files.next().toStdString();
            const std::string deviation = firstDeviation(readText(path), {1, 2});
            QVERIFY2(deviation.empty(), fmt::format("{}: {}", path, deviation).c_str());
        }
        QVERIFY(count > 10);
    }

    void realFiles()
    {
        const auto shared = sharedDir();
        if (!shared)
            QSKIP("no folder of real traces");
        QDirIterator files(*shared + "/data", QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            if (path.contains("/snapshots/") || path.endsWith(".md") || files.fileInfo().size() > kLargestFile)
                continue;
            const std::string bytes = path.toStdString();
            const std::string expected = outcome(loadFile(bytes));
            for (const auto& [threads, chunk] :
                {std::pair {1U, std::size_t {7} << 10U}, {3U, std::size_t {64} << 10U}}) {
                const std::string difference = firstDifference(expected, outcome(loadFile(bytes, threads, chunk)));
                QVERIFY2(difference.empty(), fmt::format("{}: {}", bytes, difference).c_str());
            }
            QVERIFY2(expected.compare(0, 7, "broken:") != 0, fmt::format("{}: {}", bytes, expected).c_str());
        }
    }
};

STEPSCOPE_TEST(TestLoaderEquivalence)
#include "tst_loader_equivalence.moc"
