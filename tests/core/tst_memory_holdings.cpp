// SPDX-License-Identifier: GPL-3.0-or-later
// Who holds, allocates and frees memory, against a replay that keeps no tables; and the curves of [memory] marks.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "core/analysis/memory/holdings.h"
#include "core/analysis/memory/memory_phases.h"
#include "core/analysis/memory/trace_curve.h"
#include "tests/core/memory_trace.h"
#include "tests/support/snapshot_builder.h"
#include "tests/support/test_registry.h"
#include "tests/support/training_snapshot.h"

#include <map>
#include <random>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::tests;

namespace {

struct Block
{
    std::uint64_t size = 0;
    std::string line;
};
using Live = std::map<std::uint64_t, Block>; // by address

// A random history, and what lives after each of its entries.
struct History
{
    std::shared_ptr<const model::MemorySnapshot> snapshot;
    std::vector<Live> after;

    explicit History(unsigned seed)
    {
        std::mt19937 random(seed);
        SnapshotBuilder b;
        const StackId stacks[] = {b.stack({"a.py:1 f", "m.py:9 main"}), b.stack({"a.py:1 f", "other.py:9 main"}),
            b.stack({"b.py:2 g", "m.py:9 main"}), StackId()};
        const char* lines[] = {"a.py:1 f", "a.py:1 f", "b.py:2 g", "(no stack)"};
        Live live;
        const auto follow = [&b, this, &live] { after.resize(static_cast<std::size_t>(b.entries()), live); };
        // Of blocks from before the history that it frees nobody knows where they were made: these stay.
        const std::uint64_t early = b.initial(5000, stacks[2]);
        live[early] = {5000, lines[2]};
        for (int i = 0; i < 300; ++i) {
            if (live.size() < 4 || random() % 5 < 3) {
                const std::size_t s = random() % 4;
                const std::uint64_t size = 1 + random() % 3'000'000;
                const std::uint64_t address = b.alloc(size, stacks[s]);
                after.resize(static_cast<std::size_t>(b.entries()) - 1, live); // the segment
                live[address] = {size, lines[s]};
            } else {
                const auto which = std::next(live.begin(), static_cast<std::ptrdiff_t>(random() % live.size()));
                if (which->first == early)
                    continue;
                b.requestFree(which->first);
                follow();
                b.completeFree(which->first);
                live.erase(which);
            }
            follow();
        }
        snapshot = b.assembled();
    }
};

std::map<std::string, std::uint64_t> bytesByLine(const Live& live)
{
    std::map<std::string, std::uint64_t> bytes;
    for (const auto& [address, block] : live)
        bytes[block.line] += block.size;
    return bytes;
}

} // namespace

class TestMemoryHoldings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void groupsAddUpAtEveryEntry()
    {
        const History history(11);
        QVERIFY(history.snapshot != nullptr);
        const model::MemoryDevice& device = history.snapshot->devices[0];
        const StackReader reader(history.snapshot->record);
        const std::vector<MemoryCategory> categories(device.allocations.count(), MemoryCategory::Other);
        const HoldingView view {*history.snapshot, device, reader, categories};
        for (std::int32_t entry = 0; entry < device.entryCount(); entry += 7) {
            const std::vector<AllocId> live = model::liveAt(*history.snapshot, device, entry);
            const auto expected = bytesByLine(history.after[static_cast<std::size_t>(entry)]);
            std::map<std::string, std::uint64_t> lines;
            for (const Holding& holding : groupHoldings(view, live, HoldingKey::UserFrame, entry))
                lines[reader.label(holding.stack)] += holding.bytes;
            QVERIFY(lines == expected);
            for (const HoldingKey key : {HoldingKey::Stack, HoldingKey::Category, HoldingKey::Segment}) {
                std::uint64_t bytes = 0;
                std::uint64_t blocks = 0;
                std::uint64_t last = UINT64_MAX;
                for (const Holding& holding : groupHoldings(view, live, key, entry)) {
                    QVERIFY(holding.bytes <= last);
                    QVERIFY(key != HoldingKey::Segment || holding.segment.has_value());
                    last = holding.bytes;
                    bytes += holding.bytes;
                    blocks += holding.blocks;
                }
                QCOMPARE(bytes, device.active.at(entry));
                QCOMPARE(blocks, live.size());
            }
            const StackTree tree = stackTree(reader, weightsByStack(device, live));
            QCOMPARE(tree.nodes[0].total, static_cast<std::int64_t>(device.active.at(entry)));
        }
    }

    void whatIsAllocatedAndFreedBetween()
    {
        const History history(12);
        const model::MemoryDevice& device = history.snapshot->devices[0];
        const auto sum = [&device](const std::vector<AllocId>& ids) {
            std::int64_t bytes = 0;
            for (const AllocId id : ids)
                bytes += static_cast<std::int64_t>(device.allocations.size[id.index()]);
            return bytes;
        };
        for (std::int32_t from = 0; from < device.entryCount(); from += 13) {
            for (std::int32_t to = from; to < device.entryCount(); to += 29) {
                const std::int64_t before = static_cast<std::int64_t>(device.active.at(from - 1));
                const std::int64_t change = static_cast<std::int64_t>(device.active.at(to)) - before;
                QCOMPARE(sum(allocatedBetween(device, from, to)) - sum(freedBetween(device, from, to)), change);
            }
        }
    }

    void lifetimesRefineTheCategories()
    {
        SnapshotBuilder b;
        Training options;
        options.temporaries = 8 * kMiB;
        options.leak = 5 * kMiB;
        train(b, options);
        const auto snapshot = b.assembled();
        const model::MemoryDevice& device = snapshot->devices[0];
        const StackReader reader(snapshot->record);
        const auto categories
            = allocationCategories(*snapshot, device, reader, memoryPhases(*snapshot, device, reader));
        std::map<MemoryCategory, std::uint64_t> blocks;
        for (const MemoryCategory category : categories)
            ++blocks[category];
        const std::map<MemoryCategory, std::uint64_t> expected {{MemoryCategory::Parameter, 3},
            {MemoryCategory::OptimizerState, 3}, {MemoryCategory::Input, 10}, {MemoryCategory::Activation, 30},
            {MemoryCategory::Gradient, 30}, {MemoryCategory::Temporary, 90}, // 3 each of forward, backward, optimizer
            {MemoryCategory::Other, 10}};
        QVERIFY(blocks == expected);
    }

    void wordsOfTheProducerComeFirst()
    {
        SnapshotBuilder b;
        b.category("gradient").alloc(100, b.stack({"model.py:1 forward"}));
        b.category("lunch").alloc(100, b.stack({"model.py:1 forward"}));
        const auto snapshot = b.assembled();
        const StackReader reader(snapshot->record);
        const auto categories = allocationCategories(*snapshot, snapshot->devices[0], reader, {});
        QCOMPARE(categories.size(), std::size_t {2});
        QVERIFY(categories[0] == MemoryCategory::Gradient);
        QVERIFY(categories[1] == MemoryCategory::Activation);
    }

    void marksOfATraceMakeACurveForEachDevice()
    {
        MemoryTrace memory;
        memory.list.op("aten::mm", 100, 0, 1'000'000);
        memory.mark(20, 100, 1, 1100, 1, 0, 4096);
        memory.mark(10, 1000, 2, 1000, 1, 0, 2048);
        memory.mark(30, -1000, 2, 100);
        memory.mark(15, 7, 3, -1, 1, 1); // no totals on this device
        memory.mark(25, -3, 4, -1, 1, 1);
        memory.mark(12, 64, 5, 64, 0, -1, 0); // the host, which reserves nothing
        const auto trace = memory.load();
        QVERIFY(trace != nullptr);
        const std::vector<MemoryTraceCurve> curves = memoryTraceCurves(*trace);
        QCOMPARE(curves.size(), std::size_t {3});
        QCOMPARE(curves[0].device, 0);
        QVERIFY(!curves[0].relative);
        QCOMPARE(curves[0].peak, 1100);
        QCOMPARE(curves[0].peakTime, 20'000);
        const auto& value = curves[0].allocated.value;
        QVERIFY(std::vector<double>(value.begin(), value.end()) == (std::vector<double> {1000, 1100, 100}));
        QVERIFY(std::is_sorted(curves[0].allocated.time.begin(), curves[0].allocated.time.end()));
        QCOMPARE(curves[1].device, 1);
        QVERIFY(curves[1].relative);
        QCOMPARE(curves[1].allocated.value.back(), 4.0);
        QVERIFY(curves[2].host);
        const auto& reserved = curves[0].reserved.value;
        QVERIFY(std::vector<double>(reserved.begin(), reserved.end()) == (std::vector<double> {2048, 4096}));
        QVERIFY(curves[0].reserved.time[1] == curves[0].peakTime);
        QVERIFY(curves[1].reserved.time.empty());
        QVERIFY(curves[2].reserved.time.empty());
        QVERIFY(memoryTraceCurves(*MemoryTrace().load()).empty());
    }
};

STEPSCOPE_TEST(TestMemoryHoldings)
#include "tst_memory_holdings.moc"
