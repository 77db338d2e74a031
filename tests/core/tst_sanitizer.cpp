// SPDX-License-Identifier: GPL-3.0-or-later
// Damaged objects and what becomes of them: the clean text, and every change as an anomaly.
#include "core/json/sanitizer.h"
#include "core/json/value_reader.h"
#include "tests/support/as_json.h"
#include "tests/support/random_trace.h"
#include "tests/support/test_registry.h"

#include <QObject>
#include <QTest>

#include <map>
#include <random>

using namespace stepscope;
using namespace stepscope::json;
using stepscope::tests::asJson;

namespace {

using Status = SanitizedObject::Status;

SanitizedObject sanitized(std::string_view text, ObjectIs objectIs = ObjectIs::Event, std::size_t at = 0)
{
    LookAhead lookAhead;
    return sanitizeObject(text, at, objectIs, lookAhead);
}

/// "bad_string 1, stray_comma 2", by name.
std::string counts(const SanitizedObject& object)
{
    std::map<std::string, std::uint64_t> byName;
    for (const Anomaly& anomaly : object.anomalies)
        byName[diagnosticName(anomaly.kind)] += anomaly.count;
    std::string text;
    for (const auto& [name, count] : byName)
        text += (text.empty() ? "" : ", ") + name + " " + std::to_string(count);
    return text;
}

/// One to three bytes removed, put in or replaced.
std::string damaged(std::string text, std::mt19937_64& random)
{
    static const std::string kBytes = "\"\"\"\\,,:{}[] x1\n\x01\xFF";
    for (std::uint64_t n = random() % 3 + 1; n > 0 && text.size() > 1; --n) {
        const std::size_t at = 1 + random() % (text.size() - 1);
        const char byte = kBytes[random() % kBytes.size()];
        switch (random() % 3) {
        case 0:
            text.erase(at, 1);
            break;
        case 1:
            text.insert(at, 1, byte);
            break;
        default:
            text[at] = byte;
        }
    }
    return text;
}

} // namespace

class TestSanitizer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void events_data()
    {
        soundAndStrings();
        commasAndValues();
    }
    void events()
    {
        QFETCH(const QByteArray, text);
        const std::string input = text.toStdString();
        const SanitizedObject object = sanitized(input);
        QCOMPARE(static_cast<int>(object.status), static_cast<int>(Status::Complete));
        QTEST(QByteArray::fromStdString(object.json), "json");
        QTEST(QByteArray::fromStdString(counts(object)), "anomalies");
        QCOMPARE(object.end, input.size());
        QVERIFY(readValue(object.json));
        // What is clean stays as it is, and the place of the object in a text means nothing.
        const SanitizedObject again = sanitized(object.json);
        QCOMPARE(again.json, object.json);
        QCOMPARE(counts(again), std::string());
        const SanitizedObject amid = sanitized("[{}, " + input + ", {}]", ObjectIs::Event, 5);
        QCOMPARE(amid.json, object.json);
        QCOMPARE(amid.end, input.size() + 5);
        for (std::size_t i = 0; i < object.anomalies.size(); ++i)
            QCOMPARE(amid.anomalies[i].offset, object.anomalies[i].offset + 5);
    }

    void values()
    {
        const std::string array = asJson("['a'b', 'c']");
        SanitizedObject object = sanitized(array, ObjectIs::AnyValue);
        QCOMPARE(object.json, std::string("[\"a\\\"b\",\"c\"]"));
        QCOMPARE(counts(object), std::string("bad_string 1"));
        // Any member may follow in an object that is no event, but no such one in an event.
        const std::string missing = asJson("{'one': 1 'two': 2}");
        object = sanitized(missing, ObjectIs::AnyValue);
        QCOMPARE(object.json, asJson("{'one':1,'two':2}"));
        QCOMPARE(counts(object), std::string("damaged_event 1"));
        QCOMPARE(static_cast<int>(sanitized(missing).status), static_cast<int>(Status::Broken));
    }

    void placesAndDetails()
    {
        const std::string text = asJson("{'ts': 1,, 'name': 'a\tb', 'dur': 1@2}");
        const SanitizedObject object = sanitized(text);
        QCOMPARE(object.anomalies.size(), std::size_t {3});
        QCOMPARE(object.anomalies[0].offset, text.find(",,") + 1);
        QCOMPARE(object.anomalies[1].offset, text.find(asJson("'a\tb")));
        QCOMPARE(object.anomalies[1].detail, asJson("'a\tb'"));
        QCOMPARE(object.anomalies[2].offset, text.find("1@2"));
        QCOMPARE(object.anomalies[2].detail, std::string("1@2"));
    }

    void manyAnomaliesAreCounted()
    {
        std::string text = "{";
        for (int i = 0; i < 1000; ++i)
            text += asJson("'ts': 1,,");
        const SanitizedObject object = sanitized(text + asJson("'name': 'a\nb'}"));
        QCOMPARE(counts(object), std::string("control_char 1, stray_comma 1000"));
        QCOMPARE(object.anomalies.size(), Diagnostics::kMaxSamples + 1);
    }

    void nesting()
    {
        const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
        const SanitizedObject deep = sanitized(nested(500), ObjectIs::AnyValue);
        QCOMPARE(static_cast<int>(deep.status), static_cast<int>(Status::Complete));
        QCOMPARE(deep.json, nested(500));
        QCOMPARE(static_cast<int>(sanitized(nested(501), ObjectIs::AnyValue).status), static_cast<int>(Status::Broken));
        QCOMPARE(static_cast<int>(sanitized(std::string(1'000'000, '[')).status), static_cast<int>(Status::Broken));
    }

    void broken_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("end");
        const auto row = [](const char* name, const char* text, int end) {
            QTest::newRow(name) << QByteArray::fromStdString(asJson(text)) << end;
        };
        row("no key", "{'ts': 1, 2}", 10);
        row("no comma in an array", "{'args': [1 2]}", 12);
        row("wrong bracket", "{'args': [1}, 'ts': 2}", 11);
        row("colon as value", "{'ts': : 1}", 7);
        row("string that never ends", "{'name': 'abc},\n{'ph': 'X', 'ts': 2}", 16);
        row("string that never ends, without comma", "{'name': 'abc}\n{'ph': 'X', 'ts': 2}", 15);
        row("end of the array in a string", "{'name': 'abc}\n], 'pid': 1}", 15);
    }
    void broken()
    {
        QFETCH(const QByteArray, text);
        const SanitizedObject object = sanitized(text.toStdString());
        QCOMPARE(static_cast<int>(object.status), static_cast<int>(Status::Broken));
        QTEST(static_cast<int>(object.end), "end");
    }

    void everyPrefixAsksForMore()
    {
        const std::string text
            = asJson("{'name': 'a\\u00e9\\ud83d\\ude00', 'args': {'x': [1, NaN, ''], 'y': {}}, 'ts': 12.5 }");
        QCOMPARE(static_cast<int>(sanitized(text).status), static_cast<int>(Status::Complete));
        for (std::size_t size = 0; size < text.size(); ++size) {
            const SanitizedObject object = sanitized(text.substr(0, size));
            QVERIFY2(object.status == Status::EndOfText, text.substr(0, size).c_str());
            QCOMPARE(object.end, size);
        }
    }

    void soundEventsStay()
    {
        for (const tests::Style style : tests::kStyles) {
            for (const tests::GeneratedEvent& event : tests::randomEvents(8, 300)) {
                const std::string text = tests::writeEvent(event, style);
                const std::size_t at = text.find('{');
                const SanitizedObject object = sanitized(text, ObjectIs::Event, at);
                QVERIFY2(object.status == Status::Complete, text.c_str());
                QVERIFY2(object.anomalies.empty(), text.c_str());
                QCOMPARE(readValue(object.json).value().toText(),
                    readValue(text.substr(at, object.end - at)).value().toText());
            }
        }
    }

    void randomDamageBecomesStrictOrIsRefused()
    {
        std::mt19937_64 random(21);
        int complete = 0;
        const std::vector<tests::GeneratedEvent> events = tests::randomEvents(9, 200);
        for (int i = 0; i < 40000; ++i) {
            const std::string sound = tests::writeEvent(events[random() % events.size()], tests::Style::Compact);
            const std::string text = damaged(sound.substr(sound.find('{')), random);
            const SanitizedObject object = sanitized(text);
            QVERIFY2(object.end <= text.size(), text.c_str());
            if (object.status != Status::Complete)
                continue;
            ++complete;
            const auto value = readValue(object.json);
            QVERIFY2(value, text.c_str());
            if (!object.anomalies.empty())
                continue;
            const auto same = readValue(text.substr(0, object.end)); // nothing was changed
            QVERIFY2(same && same->toText() == value->toText(), text.c_str());
        }
        QVERIFY(complete > 10000);
        QVERIFY(complete < 39000);
    }

private:
    static void row(const char* name, std::string_view text, std::string_view json, const char* anomalies)
    {
        QTest::newRow(name) << QByteArray::fromStdString(asJson(text)) << QByteArray::fromStdString(asJson(json))
                            << QByteArray(anomalies);
    }
    static void soundAndStrings()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("anomalies");
        row("empty", "{}", "{}", "");
        row("blanks go", "{ 'ts' : 1 ,\n 'args' : [ ] }", "{'ts':1,'args':[]}", "");
        row("numbers stay", "{'ts': 0.10, 'dur': -1E+05, 'id': 99999999999999999999}",
            "{'ts':0.10,'dur':-1E+05,'id':99999999999999999999}", "");
        row("duplicates stay", "{'ts': 1, 'ts': 2}", "{'ts':1,'ts':2}", "");
        row("bare words stay", "{'args': {'a': NaN, 'b': -inf, 'c': N/A, 'd': true}}",
            "{'args':{'a':NaN,'b':-inf,'c':N/A,'d':true}}", "");
        row("quotes around a word", "{'name': 'say 'hi' now', 'ts': 1}", "{'name':'say \\'hi\\' now','ts':1}",
            "bad_string 1");
        row("quotes and commas", "{'name': 'f('a', 'b')', 'ph': 'X'}", "{'name':'f(\\'a\\', \\'b\\')','ph':'X'}",
            "bad_string 1");
        row("quotes and a brace", "{'args': {'s': 'd['k']}'}}", "{'args':{'s':'d[\\'k\\']}'}}", "bad_string 1");
        row("members that cannot be", "{'name': 'a', 'b': c', 'ts': 1}", "{'name':'a\\', \\'b\\': c','ts':1}",
            "bad_string 1");
        row("two strings", "{'name': 'a'b', 'cat': 'c'd'}", "{'name':'a\\'b','cat':'c\\'d'}", "bad_string 2");
        row("control characters", "{'name': 'a\tb\nc'}",
            "{'name':'a\xE2\x90\x89"
            "b\xE2\x90\x8A"
            "c'}",
            "control_char 1");
        row("in a key", "{'args': {'a\tb': 1}}",
            "{'args':{'a\xE2\x90\x89"
            "b':1}}",
            "control_char 1");
        row("Latin-1", "{'name': 'caf\xE9'}", "{'name':'caf\xEF\xBF\xBD'}", "bad_utf8 1");
        row("half a pair", "{'name': '\\ud83d!', 'ts': 1}", "{'name':'\xEF\xBF\xBD!','ts':1}", "bad_utf8 1");
        row("Windows path", "{'name': 'C:\\windows'}", "{'name':'C:\\\\windows'}", "bad_escape 1");
        row("everything in one", "{'name': '\\q\t\xFF'x'}", "{'name':'\\\\q\xE2\x90\x89\xEF\xBF\xBD\\'x'}",
            "bad_escape 1, bad_string 1, bad_utf8 1, control_char 1");
    }
    static void commasAndValues()
    {
        row("stray commas", "{,'ts': 1,,'dur': 2,}", "{'ts':1,'dur':2}", "stray_comma 3");
        row("only a comma", "{,}", "{}", "stray_comma 1");
        row("stray commas in an array", "{'args': [,1,,2,]}", "{'args':[1,2]}", "stray_comma 3");
        row("missing comma", "{'ts': 1 'dur': 2}", "{'ts':1,'dur':2}", "damaged_event 1");
        row("missing comma behind a string", "{'name': 'a' 'ph': 'X'}", "{'name':'a','ph':'X'}", "damaged_event 1");
        row("missing comma behind an object", "{'args': {} 'ph': 'X'}", "{'args':{},'ph':'X'}", "damaged_event 1");
        row("missing colon", "{'ts' 1, 'name' 'a'}", "{'ts':1,'name':'a'}", "damaged_event 2");
        row("missing values", "{'ts': , 'dur': }", "{'ts':null,'dur':null}", "damaged_event 2");
        row("no number", "{'ts': 12@3, 'dur': +1}", "{'ts':'12@3','dur':'+1'}", "damaged_event 2");
        row("leading zero", "{'ts': 012}", "{'ts':'012'}", "damaged_event 1");
    }
};

STEPSCOPE_TEST(TestSanitizer)

#include "tst_sanitizer.moc"
