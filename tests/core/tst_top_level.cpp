// SPDX-License-Identifier: GPL-3.0-or-later
// What stands around the events of a file: every form of head and tail, damage in it, and what is refused.
#include "core/json/top_level.h"
#include "tests/support/as_json.h"
#include "tests/support/test_registry.h"

#include <QObject>
#include <QTest>

#include <cstring>

using namespace stepscope;
using namespace stepscope::json;
using stepscope::tests::asJson;
using Form = Head::Form;

namespace {

const std::string kEvent = "{'ph': 'X', 'ts': 1}";

Head head(std::string_view text, bool whole = true)
{
    return readHead(asJson(text), whole);
}
Tail tail(std::string_view text, Form form = Form::Object, std::uint64_t offset = 0)
{
    return readTail(asJson(text), offset, form);
}

/// "key=json@offset+bytes", with a `!` for what is not valid, one a line.
std::string listed(const std::vector<model::MetadataEntry>& metadata)
{
    std::string text;
    for (const model::MetadataEntry& entry : metadata) {
        text += text.empty() ? "" : "\n";
        text += entry.key + "=" + entry.json + "@" + std::to_string(entry.offset) + "+" + std::to_string(entry.bytes)
            + (entry.valid ? "" : "!");
    }
    return text;
}

std::uint64_t total(const Diagnostics& diagnostics)
{
    std::uint64_t sum = 0;
    for (std::size_t kind = 0; kind < kDiagnosticKinds; ++kind)
        sum += diagnostics.count(static_cast<DiagnosticKind>(kind));
    return sum;
}

} // namespace

class TestTopLevel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void arrays()
    {
        for (const char* text : {"[", "[]", "[{'ph': 'X'}]", "[ \n{", "[,,{", "[ , ", "[oops, {'ph': 'X', 'ts': 1}]"}) {
            const Head array = head(text);
            QVERIFY2(array.form == Form::Array, text);
            QCOMPARE(array.eventsAt, std::uint64_t {1});
            QCOMPARE(total(array.diagnostics), std::uint64_t {0});
        }
        QCOMPARE(head(" \n[{").eventsAt, std::uint64_t {3});
        for (const char* text : {"", " ", "[", "[ \n", "[ , ,", "[1, 2", "[oops, {'ph'"})
            QVERIFY2(head(text, false).form == Form::NeedMore, text);
    }

    void objects()
    {
        const std::string before = "{'schemaVersion': 1, 'list': [{'a': ']'}, 2] ,\n'traceEvents' : [";
        for (const bool whole : {false, true}) {
            for (const std::string& events : {std::string(), kEvent, std::string("]}")}) {
                const Head object = head(before + events, whole);
                QCOMPARE(static_cast<int>(object.form), static_cast<int>(Form::Object));
                QCOMPARE(object.eventsAt, std::uint64_t {before.size()});
                QCOMPARE(listed(object.metadata), asJson("schemaVersion=1@18+1\nlist=[{'a': ']'}, 2]@29+15"));
                QCOMPARE(total(object.diagnostics), std::uint64_t {0});
            }
        }
        for (std::size_t size = 0; size < before.size(); ++size)
            QVERIFY2(head(before.substr(0, size), false).form == Form::NeedMore, before.substr(0, size).c_str());
    }

    void oddButSoundMetadata()
    {
        const Head object = head("{,'a': NaN,, 'b\\u0041': [-inf, 99999999999999999999], 'a': 'x', 'traceEvents': [");
        QCOMPARE(static_cast<int>(object.form), static_cast<int>(Form::Object));
        QCOMPARE(listed(object.metadata), asJson("a=NaN@7+3\nbA=[-inf, 99999999999999999999]@24+28\na='x'@59+3"));
        QCOMPARE(object.diagnostics.count(DiagnosticKind::nonfinite_number), std::uint64_t {2});
        QCOMPARE(object.diagnostics.entry(DiagnosticKind::nonfinite_number).samples[0].offset, std::int64_t {7});
        QCOMPARE(object.diagnostics.entry(DiagnosticKind::nonfinite_number).samples[1].offset, std::int64_t {25});
        QCOMPARE(object.diagnostics.count(DiagnosticKind::int_out_of_range), std::uint64_t {1});
    }

    void byteOrderMark()
    {
        const std::string mark = "\xEF\xBB\xBF";
        Head marked = head(mark + "[" + kEvent);
        QCOMPARE(static_cast<int>(marked.form), static_cast<int>(Form::Array));
        QCOMPARE(marked.eventsAt, std::uint64_t {4});
        QCOMPARE(marked.diagnostics.count(DiagnosticKind::encoding), std::uint64_t {1});
        marked = head(mark + " {'traceEvents': [");
        QCOMPARE(static_cast<int>(marked.form), static_cast<int>(Form::Object));
        QCOMPARE(marked.eventsAt, std::uint64_t {21});
        QCOMPARE(marked.diagnostics.count(DiagnosticKind::encoding), std::uint64_t {1});
        QCOMPARE(static_cast<int>(head(mark, false).form), static_cast<int>(Form::NeedMore));
    }

    void damagedMetadata_data()
    {
        QTest::addColumn<QByteArray>("before"); // the events begin behind it
        QTest::addColumn<QByteArray>("metadata");
        QTest::addColumn<int>("damaged");
        const auto row = [](const char* name, const char* before, const char* metadata, int damaged) {
            QTest::newRow(name) << QByteArray(before) << QByteArray(metadata) << damaged;
        };
        row("two words", "{'a': x y, 'traceEvents': [", "a='a': x y, @1+10!", 1);
        row("no comma", "{'v': 1, 'a': 2 'b': 3, 'traceEvents': [", "v=1@6+1\na='a': 2 'b': 3, @9+15!", 1);
        row("a brace too many", "{'v': {'a': 1}}, 'traceEvents': [", "v={'a': 1}@6+8\n?=}, @14+3!", 1);
        row("a letter of the key is lost", "{'v': 1, 'traceEvent': [", "v=1@6+1", 1);
        row("a letter of the key is another", "{'v': 1, 'traceEvants': [", "v=1@6+1", 1);
        row("a string without end", "{'v': 1, 'a': 'b, 'traceEvents': [", "v=1@6+1\na='a': 'b, @9+9!", 1);
    }
    void damagedMetadata()
    {
        QFETCH(const QByteArray, before);
        const Head object = head(before.toStdString() + kEvent + "]}");
        QCOMPARE(static_cast<int>(object.form), static_cast<int>(Form::Object));
        QCOMPARE(object.eventsAt, std::uint64_t(before.size()));
        QFETCH(const QByteArray, metadata);
        QCOMPARE(listed(object.metadata), asJson(metadata.toStdString()));
        QTEST(static_cast<int>(object.diagnostics.count(DiagnosticKind::damaged_metadata)), "damaged");
    }

    void damagedStringsAreCleaned()
    {
        const Head object = head("{'a': 'x\ty', 'b': ['\xFF', '\\q'], 'traceEvents': [");
        QCOMPARE(listed(object.metadata), asJson("a='x\xE2\x90\x89y'@6+5\nb=['\xEF\xBF\xBD','\\\\q']@18+11"));
        QCOMPARE(object.diagnostics.count(DiagnosticKind::control_char), std::uint64_t {1});
        QCOMPARE(object.diagnostics.count(DiagnosticKind::bad_utf8), std::uint64_t {1});
        QCOMPARE(object.diagnostics.count(DiagnosticKind::bad_escape), std::uint64_t {1});
        QCOMPARE(object.diagnostics.entry(DiagnosticKind::control_char).samples[0].offset, std::int64_t {6});
    }

    void longValuesAreCut()
    {
        const std::string value = "'" + std::string(model::kMetadataTextLimit, 'x') + "'";
        const Head object = head("{'a': " + value + ", 'traceEvents': [");
        QCOMPARE(object.metadata.size(), std::size_t {1});
        QCOMPARE(object.metadata[0].bytes, std::uint64_t {value.size()});
        QCOMPARE(object.metadata[0].json.size(), model::kMetadataTextLimit);
        QVERIFY(!object.metadata[0].valid);
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("says");
        const auto row
            = [](const char* text, const char* says) { QTest::newRow(text) << QByteArray(text) << QByteArray(says); };
        row("", "holds no JSON");
        row(" \n", "holds no JSON");
        row("hello", "does not start like JSON");
        row("'traceEvents'", "does not start like JSON");
        row("[1, 2]", "does not hold events");
        row("[[1, 2, 3, 0]]", "export_memory_timeline");
        row("{}", "empty object");
        row("{'one': 1, 'two': {}}", "top-level keys are one, two.");
        row("{'schema': '1.0.1', 'nodes': []}", "execution trace");
        row("{'rocprofiler-sdk-tool': []}", "rocprofv3");
        row("{'segments': [], 'device_traces': []}", "memory snapshot");
        row("{'traceEvents': '# tracer: nop'}", "systrace");
        row("{'traceEvents': {'a': 1}}", "not an array");
        row("{'traceEvents': null}", "not an array");
        row("{'one': 1, ", "before any \"traceEvents\"");
        row("{'one': [1, 2", "before any \"traceEvents\"");
        row("{'one': 1 2}", "damaged");
        row("{one: 1}", "damaged");
    }
    void refused()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, says);
        const Head refused = head(text.toStdString());
        QCOMPARE(static_cast<int>(refused.form), static_cast<int>(Form::NotATrace));
        QCOMPARE(static_cast<int>(refused.error.errorClass), static_cast<int>(ErrorClass::NotATrace));
        QVERIFY2(QByteArray::fromStdString(refused.error.message).contains(says), refused.error.message.c_str());
        QVERIFY(refused.error.offset <= static_cast<std::int64_t>(text.size()));
    }

    void soundTails()
    {
        for (const char* text : {"}", " \n} \n", ",}", ""}) {
            const bool isObject = text[0] != '\0';
            const Tail sound = tail(text, isObject ? Form::Object : Form::Array);
            QVERIFY2(sound.closed, text);
            QVERIFY2(sound.metadata.empty(), text);
            QCOMPARE(total(sound.diagnostics), std::uint64_t {0});
        }
        const Tail more = tail(", 'traceName': 'a.json', 'b': NaN}\n", Form::Object, 1000);
        QVERIFY(more.closed);
        QCOMPARE(listed(more.metadata), asJson("traceName='a.json'@1015+8\nb=NaN@1030+3"));
        QCOMPARE(total(more.diagnostics), std::uint64_t {1});
        QCOMPARE(more.diagnostics.entry(DiagnosticKind::nonfinite_number).samples[0].offset, std::int64_t {1030});
    }

    void cutTails()
    {
        for (const char* text : {"", " ", ",", ", 'a': 1,"})
            QVERIFY2(!tail(text).closed, text);
        for (const char* text : {", 'a", ", 'a'", ", 'a':", ", 'a': ", ", 'a': [1, {", ", 'a': 'x", ", 'a': 12"}) {
            const Tail cut = tail(text, Form::Object, 10);
            QVERIFY2(!cut.closed, text);
            QCOMPARE(listed(cut.metadata),
                asJson((text[3] == 'a' && text[4] == '\'' ? "a=" : "?=") + std::string(text + 2) + "@12+"
                    + std::to_string(std::strlen(text) - 2) + "!"));
            QCOMPARE(total(cut.diagnostics), std::uint64_t {0});
        }
    }

    void oddTails()
    {
        const Tail damaged = tail(", 'a': 1, 'b': 2 3}", Form::Object, 100);
        QVERIFY(damaged.closed);
        QCOMPARE(listed(damaged.metadata), asJson("a=1@107+1\nb='b': 2 3}@110+9!"));
        QCOMPARE(damaged.diagnostics.count(DiagnosticKind::damaged_metadata), std::uint64_t {1});
        QCOMPARE(damaged.diagnostics.entry(DiagnosticKind::damaged_metadata).samples[0].offset, std::int64_t {110});

        const Tail trailing = tail("} {'ph': 'X'}", Form::Object, 100);
        QVERIFY(trailing.closed);
        QCOMPARE(trailing.diagnostics.count(DiagnosticKind::trailing_data), std::uint64_t {1});
        QCOMPARE(trailing.diagnostics.entry(DiagnosticKind::trailing_data).samples[0].offset, std::int64_t {102});
        QCOMPARE(tail(" x", Form::Array).diagnostics.count(DiagnosticKind::trailing_data), std::uint64_t {1});

        const Tail twice = tail(", 'traceEvents': [{'ph': 'X'}]}");
        QVERIFY(twice.closed);
        QCOMPARE(twice.diagnostics.count(DiagnosticKind::damaged_metadata), std::uint64_t {1});
    }

    void meaningOfMetadata()
    {
        model::Trace trace;
        trace.metadata = head("{'deviceProperties': [{'id': 3, 'name': 'GPU X', 'totalGlobalMem': 85899345920, "
                              "'computeMajor': 9, 'computeMinor': 1, 'numSms': 132}], "
                              "'distributedInfo': {'backend': 'nccl', 'rank': 5, 'world_size': 8}, "
                              "'baseTimeNanoseconds': 1700000000000000001, 'traceEvents': [")
                             .metadata;
        interpretMetadata(trace);
        QCOMPARE(trace.devices.size(), std::size_t {1});
        QCOMPARE(trace.devices[0].id, 3);
        QCOMPARE(trace.devices[0].name, std::string("GPU X"));
        QCOMPARE(trace.devices[0].totalMemory, std::uint64_t {85899345920});
        QCOMPARE(trace.devices[0].computeMajor, 9);
        QCOMPARE(trace.devices[0].computeMinor, 1);
        QCOMPARE(trace.devices[0].multiprocessors, 132);
        QCOMPARE(trace.rank.value(), std::int64_t {5});
        QCOMPARE(trace.worldSize.value(), std::int64_t {8});
        QCOMPARE(trace.baseTimeNs.value(), std::int64_t {1700000000000000001});

        model::Trace odd; // nothing is guessed from what has another shape
        odd.metadata = head("{'deviceProperties': 7, 'distributedInfo': [1], 'baseTimeNanoseconds': 'x', "
                            "'traceEvents': [")
                           .metadata;
        interpretMetadata(odd);
        QVERIFY(odd.devices.empty() && !odd.rank && !odd.worldSize && !odd.baseTimeNs);
    }
};

STEPSCOPE_TEST(TestTopLevel)

#include "tst_top_level.moc"
