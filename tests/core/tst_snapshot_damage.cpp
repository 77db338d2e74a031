// SPDX-License-Identifier: GPL-3.0-or-later
// Snapshots that are cut, damaged or made to do harm: an error with its place, or what could be read with a word about
// the rest; never more time and memory than the file's size explains.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "core/load/content.h"
#include "core/load/load_file.h"
#include "core/pickle/snapshot_file.h"
#include "tests/core/packing.h"
#include "tests/core/pickle_writer.h"
#include "tests/support/test_registry.h"

#include <QJsonDocument>

using namespace stepscope;
using namespace stepscope::tests;
using model::SnapshotRecord;
using namespace std::string_literals;
using namespace std::string_view_literals;

namespace {

Expected<SnapshotRecord> read(const std::string& content, std::stop_token stop = {})
{
    static TemporaryFiles files;
    Progress progress;
    return pickle::readSnapshot(files.write(content), progress, std::move(stop));
}

std::size_t entriesOf(const SnapshotRecord& record)
{
    std::size_t count = 0;
    for (const model::DeviceRecord& device : record.devices)
        count += device.entries.count();
    return count;
}

// A snapshot with all kinds of content.
QJsonObject sample()
{
    const auto object
        = [](const char* text) { return QJsonDocument::fromJson(QByteArray(text).replace('\'', '"')).object(); };
    const QJsonObject frame = object("{'name': 'f', 'filename': 'a.py', 'line': 3}");
    QJsonArray entries;
    for (int i = 0; i < 12; ++i) {
        QJsonObject entry = object("{'action': 'alloc', 'size': 512, 'stream': 0, 'time_us': 5}");
        entry[QStringLiteral("addr")] = i * 512;
        entry[QStringLiteral("frames")] = QJsonArray {frame};
        entries.append(entry);
    }
    QJsonObject root = object("{'allocator_settings': {'a': 1}, 'segments': [{'address': 0, 'total_size': 512, "
                              "'blocks': [{'address': 0, 'size': "
                              "512, 'state': 'active_allocated'}]}], 'z_external': []}");
    QJsonArray traces; // not {entries}: compilers differ in whether that is a copy
    traces.append(entries);
    root[QStringLiteral("device_traces")] = traces;
    return root;
}

std::string base64(const std::string& bytes)
{
    return QByteArray::fromStdString(bytes).toBase64().toStdString();
}

std::string page(const std::string& data)
{
    return "\n<!DOCTYPE html>\n<html>\n<body><script>const local_files = [{\"name\": \"s\", \"base64\": \"" + data
        + "\"}]</script></body></html>";
}

} // namespace

class TestSnapshotDamage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // What is read never shrinks when more of the file is there, and no cut passes silently.
    void everyCut()
    {
        const std::string json = QJsonDocument(sample()).toJson(QJsonDocument::Compact).toStdString();
        for (const std::string& whole : {PickleWriter(PickleStyle::CPython).write(sample()),
                 PickleWriter(PickleStyle::Torch).write(sample()), json}) {
            std::size_t before = 0;
            std::size_t opened = 0;
            for (std::size_t length = whole.size() * 3 / 10; length < whole.size(); ++length) {
                const auto record = read(whole.substr(0, length));
                if (!record) {
                    QCOMPARE(record.error().errorClass, ErrorClass::NotATrace);
                    QCOMPARE(opened, std::size_t {0}); // once there is something, there always is
                    continue;
                }
                ++opened;
                QCOMPARE(record->diagnostics.count(DiagnosticKind::truncated_file), std::uint64_t {1});
                QCOMPARE(record->diagnostics.count(DiagnosticKind::snapshot_field), std::uint64_t {0});
                QVERIFY(entriesOf(*record) >= before);
                before = entriesOf(*record);
            }
            QCOMPARE(before, std::size_t {12});
            QVERIFY(opened > whole.size() / 3);
            QCOMPARE(entriesOf(*read(whole)), std::size_t {12});
        }
    }

    void packedAndCut()
    {
        const std::string packed = gzipMember(PickleWriter(PickleStyle::CPython).write(sample()), {0, false});
        const auto record = read(packed.substr(0, packed.size() * 4 / 5));
        QVERIFY(record);
        QCOMPARE(record->diagnostics.count(DiagnosticKind::truncated_file), std::uint64_t {1});
    }

    void whatIsNoSnapshot()
    {
        struct Case
        {
            std::string bytes;
            const char* told;
        };
        const std::vector<Case> cases {
            {"\x80\x04}.", "without \"segments\""},
            {"\x80\x04}U\x01kK\x01s.", "without \"segments\""},
            {"\x80\x04].", "a list"},
            {"\x80\x04K\x05.", "a number"},
            {"\x80\x04]K\x05\x61.", "a list"},
            {"\x80\x02\x8a\x0al\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.", "beyond 64 bits"}, // torch.save of old
            {"{\"a\": 1}", "without \"segments\""},
            {"{\"segments\": [1,]}", "no value at byte 16"},
            {"{\"segments\" 1}", "no colon"},
            {"{\"segments\": {1: 2}}", "no key"},
            {"{\"segments\": [1 2]}", "neither a comma"},
            {"{\"segments\": [1}", "neither a comma"},
            {"{\"segments\": what}", "no value"},
            {"<html><body>hello</body></html>", "without a memory snapshot"},
            {"<html>\"base64\": 5</html>", "without a memory snapshot"},
            {page("gAR9Lg=="), "without \"segments\""},
            {"PK\x03\x04rest of the archive", "zip archive"},
        };
        for (const Case& c : cases) {
            const auto record = read(c.bytes);
            QVERIFY2(!record, c.bytes.c_str());
            QCOMPARE(record.error().errorClass, ErrorClass::NotATrace);
            QVERIFY2(record.error().message.find(c.told) != std::string::npos, record.error().message.c_str());
        }
    }

    void jsonOfPython()
    {
        const auto record
            = read("{\"segments\": [], \"allocator_settings\": {\"a\": NaN, \"b\": -Infinity, \"c\": 1e400, "
                   "\"d\": 99999999999999999999}}");
        QVERIFY(!record); // 1e400 is no double
        const auto good
            = read("\xef\xbb\xbf{\"segments\": [], \"allocator_settings\": {\"a\": NaN, \"b\": -Infinity, \"d\": "
                   "99999999999999999999, \"e\": \"\\u00e9\\ud83d\\ude00\\q\x01\"}} \n more");
        QVERIFY(good);
        QCOMPARE(good->settings.at(0).second, "nan"s);
        QCOMPARE(good->settings.at(2).second, "99999999999999999999"s);
        QCOMPARE(good->settings.at(3).second, "\xc3\xa9\xf0\x9f\x98\x80\\q\xe2\x90\x81"s);
        for (const DiagnosticKind kind : {DiagnosticKind::encoding, DiagnosticKind::bad_escape,
                 DiagnosticKind::control_char, DiagnosticKind::trailing_data, DiagnosticKind::int_out_of_range})
            QVERIFY2(good->diagnostics.count(kind) == 1, diagnosticName(kind));
    }

    void jsonInUtf16()
    {
        std::string utf16 = "\xff\xfe";
        for (const char c : "{\"segments\": []}"sv)
            utf16 += {c, '\0'};
        const auto record = read(utf16);
        QVERIFY(record);
        QCOMPARE(record->diagnostics.count(DiagnosticKind::encoding), std::uint64_t {1});
    }

    void pages()
    {
        const std::string pickle = PickleWriter(PickleStyle::CPython).write(sample());
        const auto whole = read(page(base64(pickle + "\0\0\0"s)));
        QVERIFY(whole);
        QCOMPARE(entriesOf(*whole), std::size_t {12});
        QCOMPARE(whole->diagnostics.warnings(), std::uint64_t {0});
        const std::string text = page(base64(pickle));
        const auto cut = read(text.substr(0, text.size() / 2));
        QVERIFY(cut);
        QCOMPARE(cut->diagnostics.count(DiagnosticKind::truncated_file), std::uint64_t {1});
        std::string damaged = text;
        damaged[text.size() / 2] = '*';
        const auto record = read(damaged);
        QVERIFY(record);
        QVERIFY(record->diagnostics.warnings() > 0);
    }

    // Few bytes that stand for endless content when references are followed.
    void sharedObjectsCountOnce()
    {
        // 100 lists of segments and 100 histories, each the same object.
        std::string pickle = "\x80\x02}(U\x08segments](K\x01\x65q\x01";
        for (int i = 0; i < 100; ++i)
            pickle += "U\x08segmentsh\x01";
        pickle += "U\x0d"
                  "device_traces](";
        pickle += "](}(U\x06"
                  "actionU\x05"
                  "allocU\x04"
                  "addrK\x01U\x04sizeK\x01u\x65q\x02";
        for (int i = 0; i < 100; ++i)
            pickle += "h\x02";
        pickle += "\x65u.";
        const auto record = read(pickle);
        QVERIFY(record);
        QCOMPARE(entriesOf(*record), std::size_t {1});
        // The one number that is no segment, 100 lists that are read already, 100 histories that are read already.
        QCOMPARE(record->diagnostics.count(DiagnosticKind::snapshot_field), std::uint64_t {201});
    }

    void billionLaughs()
    {
        // 40 lists, each ten times the one before, as a setting: short in the file, endless as text.
        std::string pickle = "\x80\x02]K\x01\x61q\x01";
        pickle += "0";
        for (int i = 0; i < 40; ++i)
            pickle += "](h\x01h\x01h\x01h\x01h\x01h\x01h\x01h\x01h\x01h\x01\x65q\x01"
                      "0";
        pickle += "}(U\x08segments]U\x12"
                  "allocator_settings}U\x01sh\x01su.";
        const auto record = read(pickle);
        QVERIFY2(record, record ? "" : record.error().message.c_str());
        QCOMPARE(record->settings.size(), std::size_t {1});
        QVERIFY(record->settings[0].second.size() < 5000);
        QVERIFY(record->settings[0].second.ends_with("…"));
    }

    void manyHistoriesAndDevices()
    {
        std::string pickle = "\x80\x02}(U\x08segments](";
        for (int i = 0; i < 5000; ++i)
            pickle += "}(U\x06"
                      "deviceM"s
                + static_cast<char>(i & 0xff) + static_cast<char>(i >> 8)
                + "U\x0atotal_sizeK\x01U\x06"
                  "blocks]u";
        pickle += "\x65U\x0d"
                  "device_traces](";
        for (int i = 0; i < 5000; ++i)
            pickle += "](}U\x06"
                      "actionU\x08snapshots\x65";
        pickle += "\x65u.";
        const auto record = read(pickle);
        QVERIFY(record);
        QVERIFY(record->devices.size() <= 1024);
        QVERIFY(record->diagnostics.count(DiagnosticKind::snapshot_field) >= 3976);
    }

    // An object used as two things is the first of them.
    void oneListInTwoRoles()
    {
        const std::string entry = "}(U\x06"
                                  "actionU\x08snapshotU\x06"
                                  "framesh\x01u";
        const auto record = read("\x80\x02}(U\x01x](K\x05\x65q\x01U\x0d"
                                 "device_traces](]("
            + entry + "\x65h\x01\x65u.");
        QVERIFY(record);
        QCOMPARE(record->devices.size(), std::size_t {2});
        QCOMPARE(record->devices[1].entries.count(), std::size_t {0});
        QVERIFY(record->diagnostics.count(DiagnosticKind::snapshot_field) >= 2);
    }

    // A few KB that unpack to many MB of nothing but objects: refused, long before memory runs out.
    void packedBombs()
    {
        for (const char opcode : {']', 'N', '}', ')'}) {
            std::string bomb = "\x80\x04";
            bomb.append(std::size_t {20} << 20U, opcode);
            const auto record = read(gzipMember(bomb, {9, false}));
            QVERIFY(!record);
            QCOMPARE(record.error().errorClass, ErrorClass::OutOfMemory);
        }
    }

    void stopRequests()
    {
        std::stop_source stop;
        stop.request_stop();
        for (const std::string& content : {PickleWriter(PickleStyle::CPython).write(sample()), "{\"segments\": []}"s}) {
            const auto record = read(content, stop.get_token());
            QVERIFY(!record);
            QCOMPARE(record.error().errorClass, ErrorClass::Cancelled);
        }
    }

    void filesAreToldByTheirContent()
    {
        using load::Content;
        struct Case
        {
            const char* text;
            Content content;
        };
        for (const Case& c : {
                 Case {"{\"segments\": []}", Content::Snapshot},
                 Case {" \n{\"x\": {\"traceEvents\": []}, \"device_traces\": []}", Content::Snapshot},
                 Case {"{\"x\": \"\\\"segments\\\": [\", \"traceEvents\": []}", Content::Trace},
                 Case {"{\"traceEvents\": [], \"segments\": []}", Content::Trace},
                 Case {"{\"x\": [\"segments\"]}", Content::Trace},
                 Case {"[{\"device\": 0, \"total_size\": 5}]", Content::Snapshot},
                 Case {"[{\"ph\": \"X\", \"blocks\": 1}]", Content::Trace},
                 Case {"[{\"args\": {\"blocks\": 1}, \"name\": \"x\"}, {\"blocks\": []}]", Content::Trace},
                 Case {"[1, 2]", Content::Trace},
                 Case {" [ [1, 2], [[0, 1]]]", Content::Timeline},
                 Case {"", Content::Trace},
                 Case {"{\"seg", Content::Trace},
             })
            QVERIFY2(load::jsonContent(c.text) == c.content, c.text);
    }

    void loadFileOpensBoth()
    {
        TemporaryFiles files;
        const std::string pickle = PickleWriter(PickleStyle::CPython).write(sample());
        const std::string trace
            = "{\"traceEvents\": [{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 1, \"pid\": 1, \"tid\": 1}]}";
        for (const std::string& content : {pickle, gzipMember(pickle), zstdFrame(pickle)}) {
            Progress progress;
            const auto loaded = load::loadFile(files.write(content, "trace.json"), progress);
            QVERIFY(loaded && std::holds_alternative<load::SnapshotPtr>(*loaded));
        }
        for (const std::string& content : {trace, gzipMember(trace)}) {
            Progress progress;
            const auto loaded = load::loadFile(files.write(content, "snapshot.pickle"), progress);
            QVERIFY(loaded && std::holds_alternative<load::TracePtr>(*loaded));
        }
        Progress progress;
        const auto zip = load::loadFile(files.write("PK\x03\x04..."), progress);
        QVERIFY(!zip && zip.error().message.find("torch.save") != std::string::npos);
        QVERIFY(!load::loadFile(files.write(""), progress));
        QVERIFY(!load::loadFile("/no/such/file", progress));
    }
};

STEPSCOPE_TEST(TestSnapshotDamage)

#include "tst_snapshot_damage.moc"
