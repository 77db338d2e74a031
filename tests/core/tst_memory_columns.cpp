// SPDX-License-Identifier: GPL-3.0-or-later
// Every pixel column of a memory history equals the stack of live allocations looked at one by one.
#include "core/view/memory_columns.h"
#include "core/view/memory_shape.h"
#include "tests/support/random_history.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace stepscope;
using namespace stepscope::view;
using tests::HistoryShape;
using tests::randomHistory;

namespace {

Lifetimes lifetimesOf(const model::MemoryDevice& device)
{
    const auto& table = device.allocations;
    return {table.born.span(), table.died.span(), table.size.span()};
}

struct Interval
{
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::uint32_t id = 0;
};

std::vector<Interval> stackAt(const model::MemoryDevice& device, std::int32_t entry)
{
    std::vector<Interval> stack;
    const auto& table = device.allocations;
    std::uint64_t offset = 0;
    for (std::uint32_t id = 0; id < table.count(); ++id) {
        if (table.born[id] > entry || table.died[id] <= entry)
            continue;
        stack.push_back({offset, offset + table.size[id], id});
        offset += table.size[id];
    }
    return stack;
}

// Who owns each pixel of a column: the rule of the header, pixel by pixel and piece by piece.
std::vector<std::int64_t> pixelsOf(const std::vector<Interval>& stack, std::uint64_t bytesPerPixel, std::int32_t height)
{
    std::vector<std::int64_t> owners;
    const std::uint64_t total = stack.empty() ? 0 : stack.back().high;
    for (std::int32_t pixel = 0; pixel < height; ++pixel) {
        const std::uint64_t low = static_cast<std::uint64_t>(pixel) * bytesPerPixel;
        const std::uint64_t high = low + bytesPerPixel;
        const std::uint64_t covered = std::min(total, high) - std::min(total, low);
        std::int64_t owner = -1;
        std::uint64_t most = 0;
        for (const Interval& piece : stack) {
            const std::uint64_t from = std::max(piece.low, low);
            const std::uint64_t to = std::min(piece.high, high);
            if (from < to && to - from > most) {
                most = to - from;
                owner = piece.id;
            }
        }
        const bool drawn = covered > 0 && (pixel == 0 || 2 * covered >= bytesPerPixel);
        owners.push_back(drawn ? owner : -1);
    }
    return owners;
}

std::vector<std::int64_t> drawnPixels(const BandPicture& picture, std::int32_t column)
{
    std::vector<std::int64_t> owners;
    for (std::int32_t pixel = 0; pixel < picture.height; ++pixel) {
        const auto piece = picture.pieceAt(column, pixel);
        owners.push_back(piece ? std::int64_t {*piece} : -1);
    }
    return owners;
}

void compare(const model::MemoryDevice& device, const BandPicture& picture)
{
    for (std::size_t column = 0; column < picture.columns.size(); ++column) {
        const std::int32_t entry = picture.columns[column].entry;
        const auto stack = entry == BandColumn::kNothing ? std::vector<Interval>() : stackAt(device, entry);
        QCOMPARE(drawnPixels(picture, static_cast<std::int32_t>(column)),
            pixelsOf(stack, picture.bytesPerPixel, picture.height));
    }
}

TimeScale randomScale(const EntryPositions& positions, std::int32_t width, std::mt19937_64& random)
{
    const double full = timeDifference(positions.end(), positions.begin());
    const double share = std::pow(10.0, -static_cast<double>(random() % 40) / 10);
    const double span = std::max(20.0, full * share);
    const double room = full - span;
    const double from = room * (static_cast<double>(random() % 1200) / 1000 - 0.1); // now and then outside
    return TimeScale({addTime(positions.begin(), from).whole, 0.25, span}, width);
}

constexpr MemoryAxisMode kModes[] = {MemoryAxisMode::Entries, MemoryAxisMode::Compact, MemoryAxisMode::Time};

} // namespace

class TestMemoryColumns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyPixelIsThatOfTheStack()
    {
        std::mt19937_64 random(1);
        for (std::uint64_t seed = 0; seed < 24; ++seed) {
            HistoryShape shape;
            shape.entries = static_cast<std::int32_t>(1 + random() % 1500);
            shape.initial = random() % 3 == 0 ? 0 : random() % 300;
            shape.live = 1 + random() % 400;
            shape.largest = seed % 4 == 0 ? 40 : 1'000'000;
            shape.sawtooth = seed % 2 == 0;
            const auto snapshot = randomHistory(seed, shape);
            const model::MemoryDevice& device = snapshot->devices[0];
            const LifetimeIndex index(lifetimesOf(device));
            const CurvePeaks peaks {CurveView(device.active)};
            BandLayout layout(index);
            BandPicture picture;
            for (int i = 0; i < 6; ++i) {
                const EntryPositions positions(*snapshot, device, kModes[random() % 3]);
                const auto width = static_cast<std::int32_t>(20 + random() % 100);
                const auto height = static_cast<std::int32_t>(1 + random() % 120);
                const auto entries
                    = shownEntries(peaks, positions.columns(randomScale(positions, width, random), width));
                const std::uint64_t top = device.active.peak / (i % 3 == 2 ? 3 : 1); // also what does not fit
                layout.layOut(entries, bytesPerPixelFor(top, height), height, picture);
                QCOMPARE(picture.columns.size(), static_cast<std::size_t>(width));
                compare(device, picture);
            }
        }
    }

    void manyThinPieces() // several chunks in one pixel, and chunks that are packed again
    {
        std::mt19937_64 random(2);
        for (const bool sawtooth : {false, true}) {
            HistoryShape shape;
            shape.entries = 12'000;
            shape.live = 3000;
            shape.initial = 500;
            shape.sawtooth = sawtooth;
            const auto snapshot = randomHistory(7, shape);
            const model::MemoryDevice& device = snapshot->devices[0];
            const LifetimeIndex index(lifetimesOf(device));
            const EntryPositions positions(*snapshot, device, MemoryAxisMode::Entries);
            BandLayout layout(index);
            BandPicture picture;
            const auto entries = shownEntries(
                CurvePeaks {CurveView(device.active)}, positions.columns(TimeScale({-10, 0, 120'010}, 60), 60));
            layout.layOut(entries, bytesPerPixelFor(device.active.peak, 40), 40, picture);
            compare(device, picture);
        }
    }

    void columnsKeepTheirPeaks()
    {
        std::mt19937_64 random(3);
        for (std::uint64_t seed = 0; seed < 30; ++seed) {
            HistoryShape shape;
            shape.entries = static_cast<std::int32_t>(1 + random() % 900);
            const auto snapshot = randomHistory(seed, shape);
            const model::MemoryDevice& device = snapshot->devices[0];
            const EntryPositions positions(*snapshot, device, kModes[seed % 3]);
            const CurvePeaks peaks {CurveView(device.active)};
            const TimeScale scale = randomScale(positions, 70, random);
            const std::vector<EntrySpan> columns = positions.columns(scale, 70);
            const std::vector<std::int32_t> entries = shownEntries(peaks, columns);
            for (std::int32_t column = 0; column < 70; ++column) {
                // Of every entry: does it belong to this column?
                std::int32_t best = BandColumn::kNothing;
                for (std::int32_t entry = model::kBeforeHistory; entry < device.entryCount(); ++entry) {
                    const bool isLast = entry + 1 >= device.entryCount();
                    const double from = std::floor(scale.toPx(positions.of(entry)));
                    const double next = scale.toPx(positions.of(entry + 1));
                    const double to = std::max(isLast ? std::ceil(next) : std::floor(next), from + 1);
                    if (column < from || column >= to)
                        continue;
                    if (best == BandColumn::kNothing || device.active.at(entry) > device.active.at(best))
                        best = entry;
                }
                QCOMPARE(entries[static_cast<std::size_t>(column)], best);
            }
        }
    }

    void entriesAreFoundByPosition()
    {
        const auto snapshot = randomHistory(5, HistoryShape());
        const model::MemoryDevice& device = snapshot->devices[0];
        for (const MemoryAxisMode mode : kModes) {
            const EntryPositions positions(*snapshot, device, mode);
            QVERIFY(positions.begin() < positions.of(0));
            QVERIFY(positions.end() > positions.of(device.entryCount() - 1) || mode == MemoryAxisMode::Compact);
            std::int32_t expected = model::kBeforeHistory;
            for (std::int64_t at = positions.begin(); at <= std::min(positions.end(), positions.begin() + 9000); ++at) {
                while (expected + 1 < device.entryCount() && positions.of(expected + 1) <= at)
                    ++expected;
                QCOMPARE(positions.entryAt(at), expected);
            }
        }
    }

    void shapeOfABlockIsItsPlaceInTheStack()
    {
        HistoryShape shape;
        shape.initial = 40;
        const auto snapshot = randomHistory(11, shape);
        const model::MemoryDevice& device = snapshot->devices[0];
        const LifetimeIndex index(lifetimesOf(device));
        std::vector<std::int32_t> entries {BandColumn::kNothing};
        for (std::int32_t entry = model::kBeforeHistory; entry < device.entryCount(); entry += 7)
            entries.push_back(entry);
        for (std::uint32_t id = 0; id < device.allocations.count(); id += 3) {
            const BandShape band = bandShape(index, entries, id);
            std::size_t seen = 0;
            for (std::size_t column = 0; column < entries.size(); ++column) {
                const auto stack = stackAt(device, entries[column]);
                const auto at
                    = std::find_if(stack.begin(), stack.end(), [id](const Interval& i) { return i.id == id; });
                if (at == stack.end() || entries[column] == BandColumn::kNothing)
                    continue;
                QCOMPARE(band.bottoms.at(column - static_cast<std::size_t>(band.firstColumn)), at->low);
                QCOMPARE(index.pieceAt(entries[column], at->low), std::size_t {id});
                QCOMPARE(index.pieceAt(entries[column], at->high - 1), std::size_t {id});
                ++seen;
            }
            QCOMPARE(band.bottoms.size(), seen);
        }
    }

    void noHistoryShowsItsEnd()
    {
        model::MemorySnapshot snapshot;
        snapshot.record.devices.emplace_back();
        snapshot.devices.emplace_back();
        model::MemoryDevice& device = snapshot.devices[0];
        for (const std::uint64_t size : {300U, 100U}) {
            device.allocations.born.push_back(model::kBeforeHistory);
            device.allocations.died.push_back(model::kNeverInHistory);
            device.allocations.size.push_back(size);
        }
        device.active.initial = 400;
        const LifetimeIndex index(lifetimesOf(device));
        const EntryPositions positions(snapshot, device, MemoryAxisMode::Time);
        const TimeScale scale({positions.begin(), 0, timeDifference(positions.end(), positions.begin())}, 10);
        const auto entries = shownEntries(CurvePeaks {CurveView(device.active)}, positions.columns(scale, 10));
        BandLayout layout(index);
        BandPicture picture;
        layout.layOut(entries, bytesPerPixelFor(400, 4), 4, picture);
        QCOMPARE(picture.runs, (std::vector<BandRun> {{0, 3}, {1, 4}}));
        QCOMPARE(picture.columns[9].runsEnd, std::uint32_t {2});
    }

    void sizesBeyondAllBoundsAreCutOff()
    {
        const std::vector<std::int32_t> born {-1, -1, -1};
        const std::vector<std::int32_t> died(3, model::kNeverInHistory);
        const std::vector<std::uint64_t> size(3, ~std::uint64_t {0});
        const LifetimeIndex index({born, died, size});
        BandLayout layout(index);
        BandPicture picture;
        const std::vector<std::int32_t> entries {-1};
        layout.layOut(entries, bytesPerPixelFor(~std::uint64_t {0}, 10), 10, picture);
        QCOMPARE(picture.runs, (std::vector<BandRun> {{0, 10}}));
    }
};

STEPSCOPE_TEST(TestMemoryColumns)

#include "tst_memory_columns.moc"
