// SPDX-License-Identifier: GPL-3.0-or-later
// Orders and filters of plain columns against std::stable_sort and a search row by row.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "core/view/grid.h"
#include "tests/support/test_registry.h"

#include <algorithm>
#include <array>
#include <limits>
#include <random>

using namespace stepscope;
using view::Grid;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Sample
{
    Grid grid;
    std::vector<std::string> texts; // by row; "-" stands for none
    std::vector<std::int64_t> numbers;
    std::vector<double> reals;
};

std::unique_ptr<Sample> randomGrid(std::uint32_t seed, std::size_t rows)
{
    std::mt19937_64 random(seed);
    auto sample = std::make_unique<Sample>();
    Grid& grid = sample->grid;
    grid.addColumn(view::TextColumn {});
    grid.addColumn(view::NumberColumn {});
    grid.addColumn(view::RealColumn {});
    const std::array<std::int64_t, 6> extremes {std::numeric_limits<std::int64_t>::max(),
        std::numeric_limits<std::int64_t>::min() + 1, -1, 0, 1, view::kNoNumber};
    const std::array<double, 6> realExtremes {kNaN, 0.0, -0.0, 1e300, -1e300, std::numeric_limits<double>::infinity()};
    for (std::size_t i = 0; i < rows; ++i) {
        const std::uint64_t r = random();
        std::string text = r % 7 == 0 ? "-" : (r % 2 == 0 ? "Aten::" : "aten::") + std::to_string(r / 8 % 40);
        sample->texts.push_back(text);
        grid.valuesOf<view::TextColumn>(0).push_back(text == "-" ? view::kNoText : grid.intern(text));
        const std::int64_t number = r % 5 == 0 ? extremes[r / 16 % 6] : static_cast<std::int64_t>(random() % 50) - 25;
        sample->numbers.push_back(number);
        grid.valuesOf<view::NumberColumn>(1).push_back(number);
        const double real = r % 3 == 0 ? realExtremes[r / 64 % 6] : static_cast<double>(random() % 20) / 7.0 - 1;
        sample->reals.push_back(real);
        grid.valuesOf<view::RealColumn>(2).push_back(real);
    }
    grid.setRows(rows);
    grid.seal();
    return sample;
}

std::string lower(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return text;
}

// Before: strict order of two rows with values.
template <class Has, class Before> Grid::Rows expectedOrder(Grid::Rows rows, bool descending, Has has, Before before)
{
    std::stable_sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
        if (has(a) != has(b))
            return has(a);
        return has(a) && (descending ? before(b, a) : before(a, b));
    });
    return rows;
}

} // namespace

class TestGrid : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sortsLikeAStableSort_data()
    {
        QTest::addColumn<int>("rows");
        for (const int rows : {0, 1, 2, 17, 3000})
            QTest::addRow("%d rows", rows) << rows;
    }

    void sortsLikeAStableSort()
    {
        QFETCH(int, rows);
        const auto sample = randomGrid(7 + static_cast<std::uint32_t>(rows), static_cast<std::size_t>(rows));
        const Grid& grid = sample->grid;
        Grid::Rows order = grid.allRows();
        std::shuffle(order.begin(), order.end(), std::mt19937(11)); // equals must keep this order
        const auto text = [&](std::uint32_t row) { return std::pair(lower(sample->texts[row]), sample->texts[row]); };
        for (const bool descending : {false, true}) {
            QCOMPARE(grid.sorted(order, 0, descending),
                expectedOrder(
                    order, descending, [&](std::uint32_t row) { return sample->texts[row] != "-"; },
                    [&](std::uint32_t a, std::uint32_t b) { return text(a) < text(b); }));
            QCOMPARE(grid.sorted(order, 1, descending),
                expectedOrder(
                    order, descending, [&](std::uint32_t row) { return sample->numbers[row] != view::kNoNumber; },
                    [&](std::uint32_t a, std::uint32_t b) { return sample->numbers[a] < sample->numbers[b]; }));
            QCOMPARE(grid.sorted(order, 2, descending),
                expectedOrder(
                    order, descending, [&](std::uint32_t row) { return !std::isnan(sample->reals[row]); },
                    [&](std::uint32_t a, std::uint32_t b) { return sample->reals[a] < sample->reals[b]; }));
        }
    }

    void filterFindsAllWordsInAnyText()
    {
        const auto sample = randomGrid(3, 2000);
        const Grid& grid = sample->grid;
        const Grid::Rows order = grid.sorted(grid.allRows(), 1, true);
        for (const char* filter : {"", "aten", "ATEN::1", "3 aten", "  7  ", "9 8", "nowhere", "::", "1 2 3"}) {
            Grid::Rows expected;
            for (const std::uint32_t row : order) {
                const std::string text = sample->texts[row] == "-" ? "" : lower(sample->texts[row]);
                bool all = true;
                for (const QByteArray& word : QByteArray(filter).toLower().split(' '))
                    all = all && (word.isEmpty() || text.find(word.toStdString()) != std::string::npos);
                if (all)
                    expected.push_back(row);
            }
            QCOMPARE(grid.matching(order, filter), expected);
        }
    }

    void wordsMayLieInDifferentColumns()
    {
        Grid grid;
        grid.addColumn(view::TextColumn {});
        grid.addColumn(view::TextColumn {});
        const std::array<std::array<std::string, 2>, 3> rows {
            {{"gemm", "aten::mm"}, {"gemm", "aten::add"}, {"mm", ""}}};
        for (const auto& row : rows) {
            grid.valuesOf<view::TextColumn>(0).push_back(grid.intern(row[0]));
            grid.valuesOf<view::TextColumn>(1).push_back(row[1].empty() ? view::kNoText : grid.intern(row[1]));
        }
        grid.setRows(rows.size());
        grid.seal();
        QCOMPARE(grid.matching(grid.allRows(), "gemm add"), (Grid::Rows {1}));
        QCOMPARE(grid.matching(grid.allRows(), "mm"), (Grid::Rows {0, 1, 2}));
        QCOMPARE(grid.matching(grid.allRows(), "MM aten"), (Grid::Rows {0, 1}));
        // A word never matches across two texts.
        QVERIFY(grid.matching(grid.allRows(), std::string_view("gemm\0aten", 9)).empty());
    }
};

STEPSCOPE_TEST(TestGrid)
#include "tst_grid.moc"
