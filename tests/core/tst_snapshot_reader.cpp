// SPDX-License-Identifier: GPL-3.0-or-later
// Memory snapshots as files: what their record says.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "core/pickle/snapshot_file.h"
#include "tests/core/packing.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_registry.h"

using namespace stepscope;
using namespace stepscope::tests;
using model::MemoryAction;
using namespace std::string_view_literals;

namespace {

Expected<model::SnapshotRecord> readFile(const std::string& path)
{
    Progress progress;
    return pickle::readSnapshot(path, progress);
}

std::string sharedCase(const char* relative)
{
    const std::optional<QString> shared = sharedDir();
    return shared ? (*shared + QStringLiteral("/cases/") + QString::fromLatin1(relative)).toStdString() : std::string();
}

} // namespace

class TestSnapshotReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wideAddresses()
    {
        const std::string path = sharedCase("17_snapshot_protocol5_wide_addresses/input.pickle");
        if (path.empty())
            QSKIP("no shared data");
        const auto record = readFile(path);
        QVERIFY(record);
        QCOMPARE(record->container, std::string("pickle protocol 5"));
        QCOMPARE(record->devices.size(), std::size_t {1});
        QCOMPARE(record->devices[0].entries.count(), std::size_t {7});
        QCOMPARE(record->segments.size(), std::size_t {1});
        QCOMPARE(record->segments[0].address, std::uint64_t {0x9000000000000000});
        QCOMPARE(record->segments[0].size, std::uint64_t {2097152});
        QCOMPARE(record->diagnostics.warnings(), std::uint64_t {0});
    }

    void unknownActions()
    {
        const std::string path = sharedCase("18_snapshot_free_without_alloc/input.pickle");
        if (path.empty())
            QSKIP("no shared data");
        const auto record = readFile(path);
        QVERIFY(record);
        const model::MemoryEntries& entries = record->devices[0].entries;
        QCOMPARE(entries.count(), std::size_t {10});
        QCOMPARE(entries.action[4], MemoryAction::UserDefined);
        QCOMPARE(entries.action[9], MemoryAction::Unknown);
        QCOMPARE(record->names.view(entries.actionName[9]), "teleport"sv);
        QVERIFY(!entries.actionName[4].valid());
        QCOMPARE(record->diagnostics.count(DiagnosticKind::unknown_action), std::uint64_t {1});
    }

    void outOfMemoryEntries()
    {
        const std::string path = sharedCase("19_snapshot_expandable_and_oom/input.pickle");
        if (path.empty())
            QSKIP("no shared data");
        const auto record = readFile(path);
        QVERIFY(record);
        const model::DeviceRecord& device = record->devices[0];
        QCOMPARE(device.ooms.size(), std::size_t {2});
        QCOMPARE(device.ooms[0].entry, 4U);
        QCOMPARE(device.ooms[0].deviceFree, std::optional<std::uint64_t>(1500000));
        QCOMPARE(device.entries.size[4], std::uint64_t {9437184});
        QCOMPARE(device.entries.address[4], std::uint64_t {0});
        QCOMPARE(record->segments.size(), std::size_t {2});
        QVERIFY(record->segments[0].expandable != record->segments[1].expandable);
        QCOMPARE(record->diagnostics.warnings(), std::uint64_t {0});
    }

    void segmentsOnly()
    {
        const std::string path = sharedCase("20_snapshot_without_history/input.b.pickle");
        if (path.empty())
            QSKIP("no shared data");
        const auto record = readFile(path);
        QVERIFY(record);
        QCOMPARE(record->form, model::SnapshotForm::SegmentList);
        QCOMPARE(record->devices.size(), std::size_t {1});
        QCOMPARE(record->devices[0].id, 1);
        QCOMPARE(record->segments.size(), std::size_t {2});
    }

    void paddingIsSilentAndOtherBytesAreNot()
    {
        const std::string pickle = "\x80\x02}U\x08segments]s.";
        TemporaryFiles files;
        const auto padded = readFile(files.write(pickle + std::string(5, '\0')));
        QVERIFY(padded);
        QCOMPARE(padded->diagnostics.warnings(), std::uint64_t {0});
        const auto trailing = readFile(files.write(pickle + std::string("\0\0more", 6)));
        QVERIFY(trailing);
        QCOMPARE(trailing->diagnostics.count(DiagnosticKind::trailing_data), std::uint64_t {1});
    }

    void packedPickles()
    {
        const std::string pickle = "\x80\x02}U\x08segments]s.";
        TemporaryFiles files;
        for (const std::string& packed : {gzipMember(pickle), zstdFrame(pickle)}) {
            const auto record = readFile(files.write(packed));
            QVERIFY(record);
            QVERIFY(record->file.compression != model::Compression::None);
            QCOMPARE(record->file.textBytes, std::uint64_t {pickle.size()});
        }
    }
};

STEPSCOPE_TEST(TestSnapshotReader)

#include "tst_snapshot_reader.moc"
