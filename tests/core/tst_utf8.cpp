// SPDX-License-Identifier: GPL-3.0-or-later
// UTF-8 and escapes byte by byte: all code points, all pairs of bytes, and texts of random bytes.
#include "core/json/utf8.h"
#include "core/util/json_text.h"
#include "tests/support/test_registry.h"

#include <QObject>
#include <QTest>

#include <random>

using namespace stepscope;
using namespace stepscope::json;

namespace {

const std::string kReplacement = "\xEF\xBF\xBD";

std::size_t escape(std::string_view text)
{
    return escapeLength(text.data(), text.data() + text.size());
}

std::string cleaned(std::string_view text, StringFlaws& flaws)
{
    std::string out;
    for (std::size_t at = 0; at < text.size();)
        at = appendCleaned(out, text, at, flaws);
    return out;
}

/// Contents of a valid JSON string: UTF-8, known escapes, no bare quote, no control character.
bool isValidContents(std::string_view text)
{
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '"' || static_cast<unsigned char>(text[at]) < 0x20)
            return false;
        const std::size_t length = text[at] == '\\' ? escape(text.substr(at)) : utf8Length(text.substr(at));
        if (length == 0)
            return false;
        at += length;
    }
    return true;
}

std::string randomBytes(std::mt19937_64& random)
{
    static const std::string kLikely = "\\\"u{}abdDcC01289fF\x01\n\xC3\xA9\xF0\x9F\x98\x80\xED\xA0\xE2\x82";
    std::string text(random() % 24, ' ');
    for (char& c : text)
        c = random() % 4 == 0 ? static_cast<char>(random() % 256) : kLikely[random() % kLikely.size()];
    return text;
}

} // namespace

class TestUtf8 : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyCodePoint()
    {
        for (char32_t c = 0; c <= 0x10FFFF; ++c) {
            std::string text;
            appendUtf8(text, c);
            const std::size_t expected = c >= 0xD800 && c <= 0xDFFF ? 3
                : c < 0x80                                          ? 1
                : c < 0x800                                         ? 2
                : c < 0x10000                                       ? 3
                                                                    : 4;
            if (text.size() != expected || utf8Length(text) != expected || utf8Length(text + "\x80") != expected
                || (expected > 1 && utf8Length(std::string_view(text).substr(0, expected - 1)) != 0))
                QFAIL(qPrintable(QString::number(c, 16)));
        }
        std::string beyond;
        appendUtf8(beyond, 0x110000);
        appendUtf8(beyond, 0xD800);
        appendUtf8(beyond, 0xDFFF);
        QCOMPARE(beyond, kReplacement + kReplacement + kReplacement);
    }

    void notUtf8_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, const char* bytes) { QTest::newRow(name) << QByteArray(bytes); };
        row("nothing", "");
        row("tail alone", "\x80");
        row("overlong of two", "\xC0\x80");
        row("overlong of two, last", "\xC1\xBF");
        row("overlong of three", "\xE0\x9F\xBF");
        row("overlong of four", "\xF0\x8F\xBF\xBF");
        row("first surrogate", "\xED\xA0\x80");
        row("last surrogate", "\xED\xBF\xBF");
        row("beyond the last", "\xF4\x90\x80\x80");
        row("lead of five", "\xF8\x88\x80\x80\x80");
        row("FE", "\xFE");
        row("FF", "\xFF");
        row("no tail", "\xC3(");
        row("bad second of three", "\xE2(\xA1");
        row("bad third of three", "\xE2\x82(");
        row("bad fourth of four", "\xF0\x9F\x98(");
    }
    void notUtf8()
    {
        QFETCH(const QByteArray, bytes);
        QCOMPARE(utf8Length(bytes.toStdString()), std::size_t {0});
    }

    void pairsOfBytes()
    {
        for (int a = 0; a < 256; ++a) {
            for (int b = 0; b < 256; ++b) {
                const std::string text {static_cast<char>(a), static_cast<char>(b)};
                const bool two = a >= 0xC2 && a <= 0xDF && b >= 0x80 && b <= 0xBF;
                QCOMPARE(utf8Length(text), std::size_t(a < 0x80 ? 1 : two ? 2 : 0));
            }
        }
    }

    void escapes()
    {
        for (const char c : std::string_view("\"\\/bfnrt"))
            QCOMPARE(escape(std::string {'\\', c, 'x'}), std::size_t {2});
        for (const char c : std::string("'aexvBFNRTU01 \n", 15) + '\0')
            QCOMPARE(escape(std::string {'\\', c, '0', '0', '4', '1'}), std::size_t {0});
        QCOMPARE(escape("\\"), std::size_t {0});
        QCOMPARE(escape("\\u0041"), std::size_t {6});
        QCOMPARE(escape("\\uAbCf0"), std::size_t {6});
        QCOMPARE(escape("\\ud7ff"), std::size_t {6});
        QCOMPARE(escape("\\ue000"), std::size_t {6});
        QCOMPARE(escape("\\ud83d\\ude00"), std::size_t {12});
        QCOMPARE(escape("\\uD83D\\uDE00x"), std::size_t {12});
        for (const char* none : {"\\u", "\\u004", "\\u00g1", "\\u 041", "\\u+041", "\\ud83d", "\\ud83dxxxxxx",
                 "\\ud83d\\u0041", "\\ud83d\\ud83d", "\\ude00", "\\ud83d\\ude0", "\\ud83d\\nde00"})
            QVERIFY2(escape(none) == 0, none);
    }

    void halvesOfPairs()
    {
        for (const char* half : {"\\ud800", "\\uDBFF", "\\udc00", "\\uDFFF", "\\ud83d\\ude00"})
            QVERIFY2(isLoneSurrogate(half), half);
        for (const char* other : {"", "\\ud80", "\\ud7ff", "\\ue000", "ud800xx", "\\xd800", "\\u00d8"})
            QVERIFY2(!isLoneSurrogate(other), other);
    }

    void cleaning_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("clean");
        QTest::addColumn<int>("controls");
        QTest::addColumn<int>("badUtf8");
        QTest::addColumn<int>("badEscapes");
        const auto row
            = [](const char* name, const QByteArray& text, const QByteArray& clean, int controls, int badUtf8,
                  int badEscapes) { QTest::newRow(name) << text << clean << controls << badUtf8 << badEscapes; };
        row("plain", "abc \xC3\xA9 \\n \\u0041 \x7F", "abc \xC3\xA9 \\n \\u0041 \x7F", 0, 0, 0);
        row("tab and newline", "a\tb\n",
            "a\xE2\x90\x89"
            "b\xE2\x90\x8A",
            2, 0, 0);
        row("NUL", QByteArray("a\0b", 3),
            "a\xE2\x90\x80"
            "b",
            1, 0, 0);
        row("quote", "a\"b", "a\\\"b", 0, 0, 0);
        row("Windows path", "C:\\windows", "C:\\\\windows", 0, 0, 1);
        row("backslash at the end", "a\\", "a\\\\", 0, 0, 1);
        row("bad hex", "\\u00zz", "\\\\u00zz", 0, 0, 1);
        row("Latin-1", "caf\xE9!", "caf\xEF\xBF\xBD!", 0, 1, 0);
        row("cut", "\xF0\x9F\x98", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD", 0, 3, 0);
        row("half pair", "\\ud83d!", "\xEF\xBF\xBD!", 0, 1, 0);
        row("halves the wrong way round", "\\ude00\\ud83d", "\xEF\xBF\xBD\xEF\xBF\xBD", 0, 2, 0);
        row("half before a pair", "\\ud83d\\ud83d\\ude00", "\xEF\xBF\xBD\\ud83d\\ude00", 0, 1, 0);
        row("pair", "\\ud83d\\ude00", "\\ud83d\\ude00", 0, 0, 0);
    }
    void cleaning()
    {
        QFETCH(const QByteArray, text);
        StringFlaws flaws;
        const std::string clean = cleaned(text.toStdString(), flaws);
        QTEST(QByteArray::fromStdString(clean), "clean");
        QTEST(static_cast<int>(flaws.controls), "controls");
        QTEST(static_cast<int>(flaws.badUtf8), "badUtf8");
        QTEST(static_cast<int>(flaws.badEscapes), "badEscapes");
    }

    void randomBytesBecomeValid()
    {
        std::mt19937_64 random(5);
        for (int i = 0; i < 50000; ++i) {
            const std::string text = randomBytes(random);
            StringFlaws flaws;
            const std::string clean = cleaned(text, flaws);
            QVERIFY2(isValidContents(clean), QByteArray::fromStdString(text).toHex());
            StringFlaws none;
            QVERIFY2(cleaned(clean, none) == clean, QByteArray::fromStdString(text).toHex());
            const bool sound = flaws.controls + flaws.badUtf8 + flaws.badEscapes == 0 && clean == text;
            QVERIFY2(isValidContents(text) == sound, QByteArray::fromStdString(text).toHex());
            QCOMPARE(none.controls + none.badUtf8 + none.badEscapes, std::size_t {0});
            const QByteArray visible = QByteArray::fromStdString(visibleText(text));
            QVERIFY2(QString::fromUtf8(visible).toUtf8() == visible, QByteArray::fromStdString(text).toHex());
        }
    }

    void bytesForAPerson()
    {
        QCOMPARE(visibleText(""), std::string());
        QCOMPARE(visibleText("a \"b\" \\n \xC3\xA9"), std::string("a \"b\" \\n \xC3\xA9"));
        QCOMPARE(visibleText(std::string_view("\0\x1F", 2)), std::string("\xE2\x90\x80\xE2\x90\x9F"));
        QCOMPARE(visibleText("\xFF\xC3"), kReplacement + kReplacement);
    }
};

STEPSCOPE_TEST(TestUtf8)

#include "tst_utf8.moc"
