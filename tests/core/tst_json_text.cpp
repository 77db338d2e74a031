// SPDX-License-Identifier: GPL-3.0-or-later
// Texts into JSON strings and back.
#include "core/util/json_text.h"
#include "tests/support/test_registry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QObject>
#include <QTest>

#include <random>

using namespace stepscope;

class TestJsonText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void unescaping_data()
    {
        QTest::addColumn<QByteArray>("contents");
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* name, const QByteArray& contents, const QByteArray& text) {
            QTest::newRow(name) << contents << text;
        };
        row("nothing", "", "");
        row("plain", "aten::add", "aten::add");
        row("short escapes", "\\\"\\\\\\/\\b\\f\\n\\r\\t", "\"\\/\b\f\n\r\t");
        row("units", "\\u0041\\u00e9\\u20AC", "A\xC3\xA9\xE2\x82\xAC");
        row("NUL", "a\\u0000b", QByteArray("a\0b", 3));
        row("pair", "\\ud83d\\ude00", "\xF0\x9F\x98\x80");
        row("half", "\\ud83d!", "\xEF\xBF\xBD!");
        row("half before a letter", "\\ud83d\\u0041",
            "\xEF\xBF\xBD"
            "A");
        row("low half", "\\ude00", "\xEF\xBF\xBD");
        row("backslash before u", "\\\\u0041", "\\u0041");
        row("unknown escapes stay", "\\q\\x41", "\\q\\x41");
        row("bad units stay", "\\u00g1\\u12", "\\u00g1\\u12");
        row("signs are no digits", "\\u+041\\u-041", "\\u+041\\u-041");
        row("backslash at the end", "a\\", "a\\");
    }
    void unescaping()
    {
        QFETCH(const QByteArray, contents);
        QTEST(QByteArray::fromStdString(unescapeJson(contents.toStdString())), "text");
    }

    void escaping()
    {
        QCOMPARE(escapeJson("a/\xC3\xA9\x7F"), std::string("a/\xC3\xA9\x7F"));
        QCOMPARE(escapeJson("\"\\\n\x1F"), std::string("\\\"\\\\\\u000a\\u001f"));
        QCOMPARE(escapeJson(std::string_view("\0", 1)), std::string("\\u0000"));
        QCOMPARE(quoteJson("a\"b"), std::string("\"a\\\"b\""));
        QCOMPARE(quoteJson(""), std::string("\"\""));
    }

    void randomTextsComeBack()
    {
        std::mt19937_64 random(3);
        for (int i = 0; i < 5000; ++i) {
            std::string text;
            for (std::uint64_t n = random() % 20; n > 0; --n)
                appendUtf8(text, static_cast<char32_t>(random() >> (43 + random() % 21)));
            const QByteArray context = QByteArray::fromStdString(text).toHex();
            QVERIFY2(unescapeJson(escapeJson(text)) == text, context);
            // Another reader understands it the same way.
            const QByteArray document = "[" + QByteArray::fromStdString(quoteJson(text)) + "]";
            const QJsonDocument parsed = QJsonDocument::fromJson(document);
            QVERIFY2(parsed.array().size() == 1, context);
            QVERIFY2(parsed.array().at(0).toString().toUtf8().toStdString() == text, context);
        }
    }

    void randomEscapesAreReadAsOthersDo()
    {
        static const QList<QByteArray> kParts {"a", "\\n", "\\\\", "\\\"", "\\/", "\\u0041", "\\u20ac",
            "\\ud83d\\ude00", "\\u001f", "u0041", "\xC3\xA9", "\\t"};
        std::mt19937_64 random(4);
        for (int i = 0; i < 3000; ++i) {
            QByteArray contents;
            for (std::uint64_t n = random() % 12; n > 0; --n)
                contents += kParts[static_cast<int>(random() % static_cast<std::uint64_t>(kParts.size()))];
            const QJsonDocument parsed = QJsonDocument::fromJson("[\"" + contents + "\"]");
            QVERIFY2(parsed.array().size() == 1, contents);
            QCOMPARE(QString::fromStdString(unescapeJson(contents.toStdString())), parsed.array().at(0).toString());
        }
    }
};

STEPSCOPE_TEST(TestJsonText)

#include "tst_json_text.moc"
