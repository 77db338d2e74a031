// SPDX-License-Identifier: GPL-3.0-or-later
// What each field of a snapshot becomes, in every version, when it is missing, and when it is not what it should be.
// The inputs are written as JSON; each is read as JSON and as a pickle of both writers, with the same result.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "tests/core/snapshot_text.h"
#include "tests/support/test_registry.h"

#include <fmt/format.h>

using namespace stepscope;
using namespace stepscope::tests;
using model::BlockState;
using model::MemoryAction;
using model::SnapshotRecord;
using namespace std::string_literals;
using namespace std::string_view_literals;

namespace {

std::string withEntries(const std::string& entries)
{
    return "{'segments': [], 'device_traces': [[" + entries + "]]}";
}

const std::string kAlloc = "{'action': 'alloc', 'addr': 512, 'size': 100, 'stream': 0, 'time_us': 5}";

std::string firstDetail(const SnapshotRecord& record, DiagnosticKind kind)
{
    const auto& samples = record.diagnostics.entry(kind).samples;
    return samples.empty() ? std::string() : samples.front().detail;
}

} // namespace

class TestSnapshotFields : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void entry()
    {
        const SnapshotPtr snapshot
            = loadAllForms(withEntries("{'action': 'alloc', 'addr': 512, 'size': 100, 'stream': 7, 'time_us': "
                                       "1700000000000001, 'pool_id': [1, 2], "
                                       "'user_metadata': 'mine', 'compile_context': '0/1', 'category': 'gradient', "
                                       "'frames': [{'name': 'f', 'filename': 'a.py', 'line': 3}, {'name': 'main', "
                                       "'filename': 'b.py', 'line': 9}]}"));
        QVERIFY(snapshot);
        const SnapshotRecord& record = snapshot->record;
        const model::MemoryEntries& entries = record.devices.at(0).entries;
        QCOMPARE(entries.count(), std::size_t {1});
        QCOMPARE(entries.action[0], MemoryAction::Alloc);
        QCOMPARE(entries.address[0], std::uint64_t {512});
        QCOMPARE(entries.size[0], std::uint64_t {100});
        QCOMPARE(entries.timeUs[0], std::int64_t {1700000000000001});
        QCOMPARE(record.streams.at(entries.stream[0]), std::uint64_t {7});
        QCOMPARE(record.pools.at(entries.pool[0]), model::PoolName(1, 2));
        QCOMPARE(record.names.view(entries.text[0]), "mine"sv);
        QCOMPARE(record.names.view(entries.compileContext[0]), "0/1"sv);
        QCOMPARE(record.names.view(entries.category[0]), "gradient"sv);
        const std::vector<FrameId> frames = record.stacks.frames(entries.stack[0]);
        QCOMPARE(frames.size(), std::size_t {2});
        QCOMPARE(record.names.view(record.stacks.at(frames[0]).function), "f"sv);
        QCOMPARE(record.names.view(record.stacks.at(frames[1]).file), "b.py"sv);
        QCOMPARE(record.stacks.at(frames[1]).line, 9U);
        QCOMPARE(record.diagnostics.warnings(), std::uint64_t {0});
    }

    void whatIsNotThereHasNoColumn()
    {
        const SnapshotPtr snapshot = loadAllForms(withEntries(kAlloc
            + ", {'action': 'free', 'addr': 512, 'size': 100, 'compile_context': 'N/A', 'user_metadata': '', "
              "'pool_id': [0, 0], 'frames': []}"));
        QVERIFY(snapshot);
        const model::MemoryEntries& entries = snapshot->record.devices.at(0).entries;
        QCOMPARE(entries.count(), std::size_t {2});
        QCOMPARE(entries.timeUs[1], std::int64_t {0});
        QVERIFY(!entries.stack[0].valid() && !entries.stack[1].valid());
        QVERIFY(entries.pool.empty() && entries.text.empty() && entries.compileContext.empty());
        QVERIFY(entries.category.empty() && entries.actionName.empty());
        QCOMPARE(snapshot->record.diagnostics.count(DiagnosticKind::snapshot_field), std::uint64_t {0});
    }

    void columnsThatBeginLate()
    {
        const SnapshotPtr snapshot = loadAllForms(withEntries(
            kAlloc + ", " + kAlloc + ", {'action': 'user_defined', 'user_metadata': 'x', 'pool_id': [3, 4]}"));
        QVERIFY(snapshot);
        const model::MemoryEntries& entries = snapshot->record.devices.at(0).entries;
        QCOMPARE(entries.text.size(), std::size_t {3});
        QVERIFY(!entries.text[0].valid() && entries.text[2].valid());
        QCOMPARE(entries.pool.size(), std::size_t {3});
        QCOMPARE(entries.pool[1], model::PoolIndex {0});
        QCOMPARE(entries.pool[2], model::PoolIndex {1});
    }

    void notesOnGeneratedCodeAndOnBackward()
    {
        const SnapshotPtr snapshot = loadAllForms(withEntries(kAlloc
            + ", {'action': 'alloc', 'addr': 8192, 'size': 512, 'stream': 0, 'internal_metadata': 'graph 3', "
              "'forward_frames': ['  File a.py, line 3, in forward', '  File b.py, line 5, in main'], 'frames': ["
              "{'name': 'call', 'filename': 'x/generated.py', 'line': 7, 'fx_node_op': 'call_function', "
              "'fx_node_name': 'add_1', 'fx_node_target': 'aten.add.Tensor', 'fx_original_trace': 'y = x + 1'}]}"));
        QVERIFY(snapshot);
        const model::SnapshotRecord& record = snapshot->record;
        const model::MemoryEntries& entries = record.devices.at(0).entries;
        QVERIFY(!entries.internalMetadata[0].valid() && !entries.forwardStack[0].valid());
        QCOMPARE(record.names.view(entries.internalMetadata[1]), "graph 3"sv);
        const auto forward = record.stacks.frames(entries.forwardStack[1]);
        QCOMPARE(forward.size(), std::size_t {2});
        QCOMPARE(record.names.view(record.stacks.at(forward[0]).function), "  File a.py, line 3, in forward"sv);
        const model::StackFrame& frame = record.stacks.at(record.stacks.frames(entries.stack[1]).at(0));
        QCOMPARE(record.names.view(frame.fxName), "add_1"sv);
        QCOMPARE(record.names.view(frame.fxTarget), "aten.add.Tensor"sv);
        QCOMPARE(record.names.view(frame.fxTrace), "y = x + 1"sv);
        QVERIFY(record.unknownKeys.empty());
        QCOMPARE(record.diagnostics.warnings(), std::uint64_t {0});
    }

    void wideNumbers()
    {
        // 2^63 + 16 as it is, and the same bits from a writer that has only signed numbers.
        const SnapshotPtr snapshot = loadBytes(quoted(
            withEntries("{'action': 'alloc', 'addr': 9223372036854775824, 'size': 1, 'stream': 18446744073709551615}, "
                        "{'action': 'free', 'addr': -9223372036854775792, 'size': 1, 'stream': -1}")));
        QVERIFY(snapshot);
        const model::MemoryEntries& entries = snapshot->record.devices.at(0).entries;
        QCOMPARE(entries.address[0], std::uint64_t {9223372036854775824U});
        QCOMPARE(entries.address[1], entries.address[0]);
        QCOMPARE(entries.stream[0], entries.stream[1]);
        QCOMPARE(snapshot->record.streams.at(entries.stream[0]), UINT64_MAX);
        QCOMPARE(snapshot->record.diagnostics.count(DiagnosticKind::snapshot_field), std::uint64_t {0});
    }

    void wrongTypesAreToldAndTheRestIsKept()
    {
        struct Case
        {
            const char* field;
            const char* told;
        };
        for (const Case& c : {
                 Case {"'addr': 'x'", "entry 1: addr is a text"},
                 Case {"'size': []", "entry 1: size is a list"},
                 Case {"'size': -5", "entry 1: size is a number that cannot be meant"},
                 Case {"'size': 1.5", "entry 1: size is a fraction or too large"},
                 Case {"'stream': null", "entry 1: stream is None"},
                 Case {"'time_us': true", "entry 1: time_us is a truth value"},
                 Case {"'frames': 5", "entry 1: frames is a number"},
                 Case {"'frames': [5]", "a frame is a number"},
                 Case {"'frames': [{}]", "a frame is a dictionary"},
                 Case {"'frames': [{'name': 5, 'filename': 'a.py', 'line': 1}]", "a name or file is a number"},
                 Case {"'frames': [{'name': 'f', 'filename': 'a.py', 'line': 'x'}]", "a line number is a text"},
                 Case {"'forward_frames': [5]", "a frame is a number"},
                 Case {"'internal_metadata': 5", "entry 1: internal_metadata is a number"},
                 Case {"'pool_id': [1]", "entry 1: pool_id is a list"},
                 Case {"'user_metadata': 5", "entry 1: user_metadata is a number"},
                 Case {"'category': {}", "entry 1: category is a dictionary"},
                 Case {"'device_free': 'x'", "entry 1: device_free is a text"},
             }) {
            const std::string entry = quoted("{'action': 'user_defined', "s + c.field + "}");
            const SnapshotPtr snapshot = loadAllForms(withEntries(fmt::format("{0}, {1}, {0}", kAlloc, entry)));
            QVERIFY2(snapshot, c.field);
            const SnapshotRecord& record = snapshot->record;
            QCOMPARE(record.devices.at(0).entries.count(), std::size_t {3});
            QVERIFY2(record.diagnostics.count(DiagnosticKind::snapshot_field) == 1, c.field);
            const std::string detail = firstDetail(record, DiagnosticKind::snapshot_field);
            QVERIFY2(detail.find(c.told) != std::string::npos, (c.field + ": "s + detail).c_str());
        }
    }

    void missingFields()
    {
        struct Case
        {
            const char* entry;
            const char* told;
        };
        for (const Case& c : {
                 Case {"{'addr': 1, 'size': 1}", "entry 1: action is missing"},
                 Case {"{'action': 'alloc', 'size': 1}", "entry 1: addr is missing"},
                 Case {"{'action': 'segment_map', 'addr': 1}", "entry 1: size is missing"},
                 Case {"5", "what should be an entry is a number"},
             }) {
            const SnapshotPtr snapshot = loadAllForms(withEntries(kAlloc + ", " + c.entry));
            QVERIFY2(snapshot, c.entry);
            const std::string detail = firstDetail(snapshot->record, DiagnosticKind::snapshot_field);
            QVERIFY2(detail.find(c.told) != std::string::npos, (c.entry + ": "s + detail).c_str());
        }
        const SnapshotPtr oom = loadAllForms(withEntries("{'action': 'oom', 'device_free': 77, 'size': 9}"));
        QCOMPARE(oom->record.devices.at(0).ooms.at(0).deviceFree, std::optional<std::uint64_t>(77));
        QCOMPARE(oom->record.diagnostics.count(DiagnosticKind::snapshot_field), std::uint64_t {0});
    }

    // Lists that do not begin like a history are histories all the same where they stand as one.
    void historyThatBeginsWithSomethingElse()
    {
        const SnapshotPtr snapshot = loadAllForms(withEntries("null, " + kAlloc));
        QVERIFY(snapshot);
        QCOMPARE(snapshot->record.devices.at(0).entries.count(), std::size_t {1});
        QCOMPARE(snapshot->record.diagnostics.count(DiagnosticKind::snapshot_field), std::uint64_t {1});
    }

    void batches()
    {
        std::string entries = kAlloc;
        for (int i = 1; i < 3500; ++i)
            entries += fmt::format(", {{'action': 'user_defined', 'time_us': {}}}", i);
        const SnapshotPtr snapshot = loadAllForms(withEntries(entries));
        QVERIFY(snapshot);
        const model::MemoryEntries& rows = snapshot->record.devices.at(0).entries;
        QCOMPARE(rows.count(), std::size_t {3500});
        for (std::size_t i = 1; i < rows.count(); ++i)
            QCOMPARE(rows.timeUs[i], static_cast<std::int64_t>(i));
    }

    void devicesByTheirPlace()
    {
        const SnapshotPtr snapshot = loadAllForms(
            "{'segments': [], 'device_traces': [[], [" + kAlloc + "], [], [" + kAlloc + "," + kAlloc + "]]}");
        QVERIFY(snapshot);
        const auto& devices = snapshot->record.devices;
        QCOMPARE(devices.size(), std::size_t {4});
        QCOMPARE(devices[1].entries.count(), std::size_t {1});
        QCOMPARE(devices[3].id, 3);
        QCOMPARE(devices[3].entries.count(), std::size_t {2});
    }

    void hostMemory()
    {
        const std::string segment = "{'address': 4096, 'total_size': 512, 'blocks': []}";
        for (const std::string& traces : {"[" + kAlloc + "]", "[[" + kAlloc + "]]", "[[], [" + kAlloc + "]]"}) {
            const SnapshotPtr snapshot = loadAllForms(
                fmt::format("{{'segments': [], 'device_traces': [[]], 'host_segments': [{}], 'host_traces': {}}}",
                    segment, traces));
            QVERIFY(snapshot);
            const auto& devices = snapshot->record.devices;
            QCOMPARE(devices.size(), std::size_t {2});
            QCOMPARE(devices.back().id, -1);
            QCOMPARE(devices.back().entries.count(), std::size_t {1});
            QCOMPARE(snapshot->record.segments.at(0).device, -1);
            QCOMPARE(snapshot->record.diagnostics.count(DiagnosticKind::snapshot_field), std::uint64_t {0});
        }
    }

    void segmentsOfAllVersions()
    {
        // 1.12: a list; blocks without addresses follow each other.
        const SnapshotPtr list = loadAllForms(
            "[{'device': 1, 'address': 1024, 'total_size': 1024, 'stream': 0, 'segment_type': 'small', 'blocks': "
            "[{'size': 512, 'state': 'active_allocated'}, {'size': 512, 'state': 'inactive'}]}]");
        QVERIFY(list);
        QCOMPARE(list->record.form, model::SnapshotForm::SegmentList);
        QCOMPARE(list->record.segments.at(0).large, false);
        QCOMPARE(list->record.segments.at(0).blocks.at(1).address, std::uint64_t {1536});
        QVERIFY(!list->record.segments.at(0).blocks.at(0).requested);
        // 1.13: what was in a block, the latest first.
        const SnapshotPtr history = loadAllForms(
            "[{'device': 0, 'address': 0, 'total_size': 512, 'blocks': [{'size': 512, 'state': 'active_pending_free', "
            "'history': [{'addr': 0, 'real_size': 300, 'frames': [{'name': 'f', 'filename': 'a.py', 'line': 1}]}, "
            "{'addr': 0, 'real_size': 400, 'frames': []}]}]}]");
        QVERIFY(history);
        const model::BlockRecord block = history->record.segments.at(0).blocks.at(0);
        QCOMPARE(block.requested, std::optional<std::uint64_t>(300));
        QCOMPARE(block.state, BlockState::PendingFree);
        QCOMPARE(history->record.stacks.frames(block.stack).size(), std::size_t {1});
        // 2.1 and later.
        const SnapshotPtr modern = loadAllForms(
            "{'device_traces': [], 'segments': [{'device': 0, 'address': 0, 'total_size': 1024, 'allocated_size': 512, "
            "'active_size': 512, 'requested_size': 500, 'stream': 3, 'segment_type': 'large', 'segment_pool_id': [0, "
            "1], "
            "'is_expandable': true, 'frames': [], 'blocks': [{'address': 512, 'size': 512, 'requested_size': 500, "
            "'state': 'active_awaiting_free'}, {'address': 0, 'size': 512, 'requested_size': 7, 'state': "
            "'inactive'}]}]}");
        QVERIFY(modern);
        const model::SegmentRecord& segment = modern->record.segments.at(0);
        QVERIFY(segment.expandable && segment.large);
        QCOMPARE(modern->record.pools.at(segment.pool), model::PoolName(0, 1));
        QCOMPARE(segment.blocks.at(0).address, std::uint64_t {0}); // sorted
        QCOMPARE(segment.blocks.at(1).state, BlockState::PendingFree);
        QVERIFY(modern->record.unknownKeys.empty());
        QCOMPARE(modern->record.diagnostics.count(DiagnosticKind::snapshot_field), std::uint64_t {0});
    }

    void badSegmentsAndBlocks()
    {
        struct Case
        {
            const char* segment;
            const char* told;
        };
        for (const Case& c : {
                 Case {"5", "what should be a segment is a number"},
                 Case {"{'total_size': 'x', 'blocks': []}", "total_size is a text"},
                 Case {"{'blocks': []}", "total_size is missing"},
                 Case {"{'total_size': 1}", "blocks is missing"},
                 Case {"{'total_size': 1, 'blocks': {}}", "blocks is a dictionary"},
                 Case {"{'total_size': 1, 'blocks': [], 'device': 5000}", "device is a number"},
                 Case {"{'total_size': 1, 'blocks': [], 'segment_type': 'big'}", "segment_type is a text"},
                 Case {"{'total_size': 1, 'blocks': [], 'is_expandable': 1}", "is_expandable is a number"},
                 Case {"{'total_size': 1, 'blocks': [5]}", "what should be a block is a number"},
                 Case {"{'total_size': 1, 'blocks': [{'state': 'inactive'}]}", "the size of a block is missing"},
                 Case {"{'total_size': 1, 'blocks': [{'size': 1}]}", "the state of a block is missing"},
                 Case {"{'total_size': 1, 'blocks': [{'size': 1, 'state': 'odd'}]}", "the state of a block is a text"},
                 Case {"{'total_size': 1, 'blocks': [{'size': 1, 'state': 'free', 'history': 5}]}",
                     "the history of a block"},
                 Case {
                     "{'total_size': 1, 'blocks': [{'size': 1, 'state': 'free', 'history': [5]}]}", "the history of a"},
             }) {
            const SnapshotPtr snapshot
                = loadAllForms("{'device_traces': [[" + kAlloc + "]], 'segments': ["s + c.segment + "]}");
            QVERIFY2(snapshot, c.segment);
            QCOMPARE(snapshot->record.diagnostics.count(DiagnosticKind::snapshot_field), std::uint64_t {1});
            const std::string detail = firstDetail(snapshot->record, DiagnosticKind::snapshot_field);
            QVERIFY2(detail.find(c.told) != std::string::npos, (c.segment + ": "s + detail).c_str());
        }
    }

    void unknownKeysAreListedOnce()
    {
        const SnapshotPtr snapshot = loadAllForms(
            "{'new_thing': 5, 'device_traces': [[{'action': 'snapshot', 'odd': 1}, {'action': 'snapshot', 'odd': 2}]], "
            "'segments': [{'total_size': 0, 'mood': 1, 'blocks': [{'size': 0, 'state': 'inactive', 'mood': 2}]}]}");
        QVERIFY(snapshot);
        const std::vector<std::string> wanted {
            "an entry: odd", "the snapshot: new_thing", "a segment: mood", "a block: mood"};
        std::vector<std::string> got = snapshot->record.unknownKeys;
        QCOMPARE(got.size(), wanted.size());
        QVERIFY(std::is_permutation(got.begin(), got.end(), wanted.begin()));
        QCOMPARE(snapshot->record.diagnostics.count(DiagnosticKind::unknown_key), std::uint64_t {4});
    }

    void annotations()
    {
        const SnapshotPtr snapshot = loadAllForms("{'segments': [], 'device_traces': [[" + kAlloc
            + ", {'action': 'snapshot', 'time_us': 90}]], "
              "'external_annotations': ["
              "{'name': 'lost', 'stage': 'END', 'device': 0, 'time_us': 1}, "
              "{'name': 'a', 'stage': 'START', 'device': 0, 'time_us': 10}, "
              "{'name': 'a', 'stage': 'START', 'device': 0, 'time_us': 20}, "
              "{'name': 'a', 'stage': 'END', 'device': 1, 'time_us': 25}, "
              "{'name': 'a', 'stage': 'END', 'device': 0, 'time_us': 30}, "
              "{'name': 'a', 'stage': 'END', 'device': 0, 'time_us': 40}, "
              "{'name': 'b', 'stage': 'START', 'device': 0, 'time_us': 15}, "
              "{'name': 'b', 'stage': 'PAUSE', 'device': 0, 'time_us': 16}, 5]}");
        QVERIFY(snapshot);
        const auto& ranges = snapshot->record.annotations;
        QCOMPARE(ranges.size(), std::size_t {3});
        QCOMPARE(ranges[0].startUs, std::int64_t {10});
        QCOMPARE(ranges[0].endUs, std::int64_t {40});
        QCOMPARE(ranges[1].startUs, std::int64_t {15});
        QVERIFY(ranges[1].unfinished);
        QCOMPARE(ranges[1].endUs, std::int64_t {90}); // the last time of the file
        QCOMPARE(ranges[2].endUs, std::int64_t {30});
        QCOMPARE(snapshot->record.diagnostics.count(DiagnosticKind::unmatched_end), std::uint64_t {2});
        QCOMPARE(snapshot->record.diagnostics.count(DiagnosticKind::snapshot_field), std::uint64_t {2});
    }

    void settings()
    {
        const SnapshotPtr snapshot = loadAllForms(
            "{'segments': [], 'allocator_settings': {'PYTORCH_CUDA_ALLOC_CONF': 'expandable_segments:True', "
            "'max_split_size': -1, 'garbage_collection_threshold': 0.5, 'expandable_segments': true, "
            "'roundup_power2_divisions': {'1': 0, '2': 4}, 'trace_alloc_max_entries': 100000, "
            "'trace_alloc_overflowed': true}}");
        QVERIFY(snapshot);
        const SnapshotRecord& record = snapshot->record;
        QCOMPARE(record.settings.size(), std::size_t {7});
        const auto has = [&record](const char* key, const char* value) {
            return std::count(
                       record.settings.begin(), record.settings.end(), std::pair<std::string, std::string>(key, value))
                == 1;
        };
        QVERIFY(has("PYTORCH_CUDA_ALLOC_CONF", "expandable_segments:True"));
        QVERIFY(has("max_split_size", "-1"));
        QVERIFY(has("garbage_collection_threshold", "0.5"));
        QVERIFY(has("expandable_segments", "True"));
        QVERIFY(has("roundup_power2_divisions", quoted("{'1': 0, '2': 4}").c_str()));
        QCOMPARE(record.maxEntries, std::optional<std::uint64_t>(100000));
        QVERIFY(record.overflowed);
    }
};

STEPSCOPE_TEST(TestSnapshotFields)

#include "tst_snapshot_fields.moc"
