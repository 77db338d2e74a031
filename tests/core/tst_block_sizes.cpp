// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of block sizes, and real snapshots as their oracle: a replay that is not told the blocks of the end must
// find the size of each of them that the history allocated.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "core/load/load_file.h"
#include "core/model/block_sizes.h"
#include "core/model/memory_spans.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_registry.h"
#include "tests/support/units.h"

#include <QDir>

using namespace stepscope;
using namespace stepscope::tests;
using model::AllocatorRules;

namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

using stepscope::tests::kMiB;

struct Agreement
{
    std::size_t blocks = 0;
    std::size_t same = 0;
};

Agreement replayed(const model::MemorySnapshot& snapshot, const model::MemoryDevice& device)
{
    const model::SnapshotRecord& record = snapshot.record;
    const model::DeviceRecord& from = record.devices[device.record];
    Diagnostics ignored;
    model::PairedDevice paired = model::pairEntries(record, from, device.segments, ignored, {});
    model::MemoryDevice blind;
    blind.allocations = std::move(paired.allocations);
    blind.allocationOf = std::move(paired.allocationOf);
    blind.spans = model::reservedSpans(record, from.entries, device.segments);
    Column<std::uint64_t> truth(blind.allocations.count());
    for (std::size_t a = 0; a < truth.size(); ++a) {
        if (blind.allocations.born[a] >= 0)
            std::swap(truth[a], blind.allocations.blockSize[a]);
    }
    model::replayBlockSizes(blind, paired.place, paired.places, AllocatorRules(record.settings), {});
    Agreement agreement;
    for (std::size_t a = 0; a < truth.size(); ++a) {
        agreement.blocks += truth[a] > 0 ? 1 : 0;
        agreement.same += truth[a] > 0 && truth[a] == blind.allocations.blockSize[a] ? 1 : 0;
    }
    return agreement;
}

} // namespace

class TestBlockSizes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void roundsAsTheAllocator()
    {
        const AllocatorRules rules;
        QCOMPARE(rules.rounded(0), std::uint64_t {512});
        QCOMPARE(rules.rounded(513), std::uint64_t {1024});
        QCOMPARE(rules.rounded(16'640), std::uint64_t {16'896});
        QCOMPARE(rules.rounded(UINT64_MAX), UINT64_MAX);
        // 1200 MiB in quarters of a power of two: 1024, 1280, 1536, … MiB.
        const AllocatorRules quarters(Settings {{"roundup_power2_divisions", "{'1024': 4, '2048': 0}"}});
        QCOMPARE(quarters.rounded(1200 * kMiB), 1280 * kMiB);
        QCOMPARE(quarters.rounded(1024 * kMiB), 1024 * kMiB);
        QCOMPARE(quarters.rounded(2100 * kMiB + 1), 2100 * kMiB + 512);
    }

    void splitsAsTheAllocator()
    {
        const AllocatorRules rules;
        QCOMPARE(rules.taken(4000, 4096 + 512), std::uint64_t {4096}); // the small pool keeps no remainder
        QCOMPARE(rules.taken(4000, 4096), std::uint64_t {4096});
        QCOMPARE(rules.taken(2 * kMiB, 3 * kMiB), 3 * kMiB); // the large one keeps what is too small for it
        QCOMPARE(rules.taken(2 * kMiB, 3 * kMiB + 512), 2 * kMiB);
        const AllocatorRules whole(Settings {{"max_split_size", "20971520"}});
        QCOMPARE(whole.taken(30 * kMiB, 36 * kMiB), 36 * kMiB);
        QCOMPARE(whole.taken(10 * kMiB, 36 * kMiB), 10 * kMiB);
        const AllocatorRules expandable(Settings {{"expandable_segments", "True"}});
        QCOMPARE(expandable.taken(2 * kMiB, 3 * kMiB), 2 * kMiB);
    }

    void findsTheBlocksOfRealFiles()
    {
        const std::optional<QString> shared = sharedDir();
        const QDir folder(shared.value_or(QString()) + QStringLiteral("/data/snapshots"));
        const QStringList names = shared ? folder.entryList(QDir::Files) : QStringList();
        if (names.isEmpty())
            QSKIP("there is no shared folder");
        std::size_t blocks = 0;
        for (const QString& name : names) {
            // Made up by hand: its addresses are not an allocator's.
            if (name.startsWith(QStringLiteral("SYNTHETIC")))
                continue;
            Progress progress;
            const auto loaded = load::loadFile(folder.filePath(name).toStdString(), progress);
            if (!loaded || !std::holds_alternative<load::SnapshotPtr>(*loaded))
                continue;
            const model::MemorySnapshot& snapshot = *std::get<load::SnapshotPtr>(*loaded);
            for (const model::MemoryDevice& device : snapshot.devices) {
                const Agreement agreement = replayed(snapshot, device);
                QVERIFY2(agreement.same == agreement.blocks,
                    qPrintable(QStringLiteral("%1: %2 of %3").arg(name).arg(agreement.same).arg(agreement.blocks)));
                blocks += agreement.blocks;
            }
        }
        QVERIFY(blocks > 0);
        qInfo("%zu blocks", blocks);
    }
};

STEPSCOPE_TEST(TestBlockSizes)
#include "tst_block_sizes.moc"
