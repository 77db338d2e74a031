// SPDX-License-Identifier: GPL-3.0-or-later
// Single events read again from the file of a loaded trace.
#include "core/json/args_reader.h"
#include "tests/support/as_json.h"
#include "tests/support/test_registry.h"
#include "tests/support/trace_files.h"

#include <QObject>
#include <QTest>

using namespace stepscope;
using stepscope::tests::asJson;

class TestArgsReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fieldsAreAsInTheFile()
    {
        const std::string event = asJson("{'ph': 'X', 'ts': 1.50, 'dur': 2, 'z': 99999999999999999999, "
                                         "'args': {'b': 0.10, 'a': NaN, 'b': 'x\\u0041'}}");
        for (const tests::Packing packing : tests::kPackings) {
            const auto trace = tests::loadText(tests::traceOf({event}), {1, std::size_t {2} << 20U, packing});
            QVERIFY(trace);
            const std::uint64_t offset = (*trace)->slices.offset(SliceId(0U));
            QCOMPARE((*trace)->args->rawEventAt(offset, 1000).value(), event);
            QCOMPARE((*trace)->args->rawEventAt(offset, 5).value(), event.substr(0, 5));
            const auto value = (*trace)->args->eventAt(offset);
            QVERIFY(value);
            std::string keys;
            for (const auto& member : value->members)
                keys += member.first + " ";
            QCOMPARE(keys, std::string("ph ts dur z args "));
            QCOMPARE(value->find("ts")->text, std::string("1.50"));
            QCOMPARE(value->find("z")->text, std::string("99999999999999999999"));
            const model::ArgValue* args = value->find("args");
            QCOMPARE(args->members.size(), std::size_t {3});
            QCOMPARE(args->members[0].second.text, std::string("0.10"));
            QVERIFY(args->members[1].second.kind == model::ArgValue::Kind::Bare);
            QCOMPARE(args->find("b")->text, std::string("xA"));
        }
    }

    void damagedEvents()
    {
        const std::string event = asJson("{'ph': 'X', 'name': 'a'b', 'ts': 1,, 'dur': 2}");
        const auto trace = tests::loadText(tests::traceOf({event}));
        QVERIFY(trace);
        const std::uint64_t offset = (*trace)->slices.offset(SliceId(0U));
        QCOMPARE((*trace)->args->rawEventAt(offset, 1000).value(), event);
        QCOMPARE((*trace)->args->eventAt(offset).value().find("name")->text, asJson("a'b"));
    }

    void changedFilesAreNoticed()
    {
        const std::string event = asJson("{'ph': 'X', 'name': 'a', 'ts': 1, 'dur': 2}");
        const std::string path = tests::writeTemporary("changed.json", tests::traceOf({event}));
        const auto trace = tests::loadFile(path);
        QVERIFY(trace);
        const std::uint64_t offset = (*trace)->slices.offset(SliceId(0U));
        QVERIFY((*trace)->args->eventAt(offset));
        tests::writeTemporary("changed.json", tests::traceOf({event, event}));
        const auto value = (*trace)->args->eventAt(offset);
        QVERIFY(!value);
        QVERIFY(value.error().errorClass == ErrorClass::Changed);
        const auto raw = (*trace)->args->rawEventAt(offset, 10);
        QVERIFY(!raw);
        QVERIFY(raw.error().errorClass == ErrorClass::Changed);
    }
};

STEPSCOPE_TEST(TestArgsReader)

#include "tst_args_reader.moc"
