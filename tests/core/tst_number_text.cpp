// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and ids as JSON text: what is taken, what is refused, and that nothing is rounded.
#include "core/json/number_text.h"
#include "tests/support/test_registry.h"

#include <QObject>
#include <QTest>

#include <random>

using namespace stepscope;
using namespace stepscope::json;

Q_DECLARE_METATYPE(stepscope::json::ScalarKind)

class TestNumberText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void scalars_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<ScalarKind>("kind");
        const auto rows = [](ScalarKind kind, std::initializer_list<const char*> texts) {
            for (const char* text : texts)
                QTest::addRow("'%s' is %d", text, static_cast<int>(kind)) << QByteArray(text) << kind;
        };
        rows(ScalarKind::Number,
            {"0", "-0", "7", "-12", "1.5", "0.0", "-0.25", "1e5", "1E+5", "1e-05", "12.5e300", "18446744073709551615",
                "-9223372036854775808", "123456789012345678901.5", "1e99"});
        rows(ScalarKind::HugeInteger,
            {"18446744073709551616", "-9223372036854775809", "99999999999999999999", "123456789012345678901234567890",
                "-18446744073709551615"});
        rows(ScalarKind::Literal, {"true", "false", "null"});
        rows(ScalarKind::BareWord,
            {"NaN", "nan", "-nan", "inf", "-inf", "Infinity", "-Infinity", "N/A", "None", "True", "0x10", "12ms", "a_b",
                "nullx", "tru"});
        rows(ScalarKind::None,
            {"", "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "1-2", "1..2", "12@3", "a b", "a'b", "N\\A", "1 2",
                "\xC3\xA9", "--1", "e", "E5"});
    }
    void scalars()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const ScalarKind, kind);
        QCOMPARE(static_cast<int>(scalarKind(text.toStdString())), static_cast<int>(kind));
    }

    void integers()
    {
        for (const char* yes : {"0", "-1", "007", "123456789012345678901234567890"})
            QVERIFY2(isInteger(yes), yes);
        for (const char* no : {"", "-", "+1", "1.0", "1e3", " 1", "1 ", "0x1", "--1"})
            QVERIFY2(!isInteger(no), no);
    }

    void wholeNumbers_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("asUnsigned"); // empty: none
        QTest::addColumn<QByteArray>("asSigned");
        const auto row = [](const char* text, const char* asUnsigned, const char* asSigned) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(asUnsigned) << QByteArray(asSigned);
        };
        row("0", "0", "0");
        row("-0", "", "0");
        row("007", "7", "7");
        row("-5", "", "-5");
        row("9223372036854775807", "9223372036854775807", "9223372036854775807");
        row("9223372036854775808", "9223372036854775808", "");
        row("-9223372036854775808", "", "-9223372036854775808");
        row("-9223372036854775809", "", "");
        row("18446744073709551615", "18446744073709551615", "");
        row("18446744073709551616", "", "");
        row("0x10", "16", "16");
        row("0XfF", "255", "255");
        row("0x7fffffffffffffff", "9223372036854775807", "9223372036854775807");
        row("0xffffffffffffffff", "18446744073709551615", "");
        row("0x10000000000000000", "", "");
        for (const char* none : {"", "-", "+1", "1.0", "1e3", " 1", "1 ", "0x", "0xg", "0x-1", "-0x1", "abc", "12a"})
            row(none, "", "");
    }
    void wholeNumbers()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, asUnsigned);
        QFETCH(const QByteArray, asSigned);
        const auto positive = parseUnsigned(text.toStdString());
        const auto any = parseSigned(text.toStdString());
        QCOMPARE(positive ? QByteArray::number(qulonglong(*positive)) : QByteArray(""), asUnsigned);
        QCOMPARE(any ? QByteArray::number(qlonglong(*any)) : QByteArray(""), asSigned);
    }

    void randomNumbersComeBack()
    {
        std::mt19937_64 random(11);
        for (int i = 0; i < 2000; ++i) {
            const std::uint64_t number = random() >> (random() % 64);
            const std::string decimal = std::to_string(number);
            const std::string hex = "0x" + QByteArray::number(qulonglong(number), 16).toStdString();
            QCOMPARE(parseUnsigned(decimal).value(), number);
            QCOMPARE(parseUnsigned(hex).value(), number);
            QCOMPARE(idKey(decimal), number);
            QCOMPARE(idKey(hex), number);
            const auto negative = static_cast<std::int64_t>(number);
            QCOMPARE(parseSigned(std::to_string(negative)).value(), negative);
        }
    }

    void finiteNumbers()
    {
        QCOMPARE(parseFinite("1.5").value(), 1.5);
        QCOMPARE(parseFinite("-2e3").value(), -2000.0);
        QCOMPARE(parseFinite("0.1").value(), 0.1);
        QCOMPARE(parseFinite("18446744073709551616").value(), 18446744073709551616.0);
        for (const char* none :
            {"", "+1", "NaN", "nan", "inf", "-inf", "Infinity", "1e999", "-1e999", "1x", " 1", "1 ", "--1", "true"})
            QVERIFY2(!parseFinite(none), none);
    }

    void keysOfIds()
    {
        QCOMPARE(idKey("12"), idKey("0xc"));
        QCOMPARE(idKey("0X0C"), idKey("0xc"));
        QCOMPARE(idKey("abc"), idKey(std::string("abc")));
        const std::string_view different[] = {"", "abc", "abd", "-1", "18446744073709551616", "1.0", "0", "1"};
        for (const std::string_view a : different) {
            for (const std::string_view b : different)
                QCOMPARE(idKey(a) == idKey(b), a == b);
        }
    }
};

STEPSCOPE_TEST(TestNumberText)

#include "tst_number_text.moc"
