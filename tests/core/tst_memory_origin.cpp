// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of memory whose origin the file does not tell directly: blocks from before the recording, gradients that
// were moved with their parameters, histories of a few entries and of none.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "core/analysis/memory/holdings.h"
#include "tests/core/memory_judged.h"
#include "tests/support/test_registry.h"

#include <fmt/format.h>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::tests;

namespace {

constexpr const char* kModule = "/usr/lib/python3/dist-packages/torch/nn/modules/module.py";

std::string frameAt(int line, const char* function)
{
    return fmt::format("{}:{} {}", kModule, line, function);
}

// A model moved to the GPU: its parameters, then blocks of another line of Module._apply(), which begin as large.
Judged moved(std::uint64_t last)
{
    SnapshotBuilder b;
    const std::string inner = frameAt(1160, "convert");
    const StackId parameter = b.stack({inner, frameAt(957, "_apply"), frameAt(930, "_apply"), "load.py:8 load_model"});
    const StackId second = b.stack({inner, frameAt(998, "_apply"), frameAt(930, "_apply"), "load.py:8 load_model"});
    for (const std::uint64_t size : {4 * kMiB, 8 * kMiB, 4 * kMiB, 2 * kMiB}) {
        b.initial(size, parameter);
        b.initial(size == 2 * kMiB ? last : size, second);
    }
    return Judged(b);
}

std::uint64_t bytesOf(const Judged& judged, MemoryCategory category)
{
    const model::AllocationTable& table = judged.snapshot->devices[0].allocations;
    std::uint64_t bytes = 0;
    for (std::size_t a = 0; a < table.count(); ++a)
        bytes += judged.figures.devices[0].categories[a] == category ? table.size[a] : 0;
    return bytes;
}

} // namespace

class TestMemoryOrigin : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // Where a block was freed is not who holds it, though it is the only stack that the record has.
    void theStackOfAFreeIsNoPlaceOfAllocation()
    {
        SnapshotBuilder b;
        const StackId site = b.stack({"train.py:79 step"});
        const std::uint64_t old = b.initial(6 * kMiB);
        b.alloc(2 * kMiB, site);
        b.free(old, site);
        const Judged judged(b);
        const model::MemoryDevice& device = judged.snapshot->devices[0];
        const StackReader reader(judged.snapshot->record);
        const HoldingView view {*judged.snapshot, device, reader, judged.figures.devices[0].categories};
        std::int32_t at = 0;
        while (device.active.at(at) < 8 * kMiB)
            ++at;
        const std::vector<AllocId> live = model::liveAt(*judged.snapshot, device, at);
        for (const HoldingKey key : {HoldingKey::Stack, HoldingKey::UserFrame}) {
            const std::vector<Holding> holdings = groupHoldings(view, live, key, at);
            QCOMPARE(holdings.size(), std::size_t {2});
            QCOMPARE(holdings[0].bytes, 6 * kMiB);
            QVERIFY(holdings[0].freeSite && !holdings[1].freeSite);
            QCOMPARE(allocatedIn(reader, holdings[0].stack, holdings[0].freeSite),
                std::string("(before recording; freed at train.py:79 step)"));
            QCOMPARE(allocatedIn(reader, holdings[1].stack, holdings[1].freeSite), std::string("train.py:79 step"));
        }
        for (const StackWeight& weight : weightsByStack(device, live))
            QCOMPARE(weight.bytes, static_cast<std::int64_t>((weight.stack.valid() ? 2 : 6) * kMiB));
        QCOMPARE(allocatedIn(reader, {}, true), std::string("(before recording)"));
    }

    void gradientsMovedWithTheModel()
    {
        const Judged judged = moved(2 * kMiB);
        QCOMPARE(bytesOf(judged, MemoryCategory::Parameter), 18 * kMiB);
        QCOMPARE(bytesOf(judged, MemoryCategory::Gradient), 18 * kMiB);
        const Finding* peak = judged.find("memory.peak");
        QVERIFY(peak != nullptr);
        QVERIFY2(contains(peak->headline, "18 MiB of gradients were moved with the model"), peak->headline.c_str());
        QVERIFY(advises(*peak, "zero_grad(set_to_none=True)"));
        // Other sizes: buffers.
        QCOMPARE(bytesOf(moved(kMiB), MemoryCategory::Gradient), std::uint64_t {0});
    }

    void aShortHistoryHasAPeakAndOnlyWithoutOneIsThereJustTheEnd()
    {
        for (const bool history : {false, true}) {
            SnapshotBuilder b;
            const StackId work = b.stack({"model.py:5 run"});
            if (history) {
                b.free(b.alloc(12 * kMiB, work));
                b.alloc(6 * kMiB, work);
            } else {
                b.initial(6 * kMiB, work);
            }
            const Judged judged(b);
            const Finding* peak = judged.find("memory.peak");
            QVERIFY(peak != nullptr);
            QVERIFY2(contains(peak->headline, history ? "The peak is 12 MiB" : "6 MiB of"), peak->headline.c_str());
            QCOMPARE(contains(peak->headline, "at the end"), !history);
            QCOMPARE(peak->share, 0.0); // of what all shares are of
        }
    }
};

STEPSCOPE_TEST(TestMemoryOrigin)
#include "tst_memory_origin.moc"
