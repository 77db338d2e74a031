// SPDX-License-Identifier: GPL-3.0-or-later
// Times are read exactly, whatever form their text has, and written in the unit that fits.
#include "core/util/bandwidth.h"
#include "core/util/time.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <limits>
#include <random>

using namespace stepscope;

namespace {

__extension__ using Wide = __int128;

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();

// digits * 10^exponent µs in ns, rounded half away from zero at the first digit that does not count.
std::int64_t expectedNs(std::uint64_t digits, int exponent)
{
    Wide value = digits;
    for (exponent += 3; exponent > 0; --exponent)
        value *= 10;
    for (; exponent < -1; ++exponent)
        value /= 10;
    if (exponent == -1)
        value = value / 10 + (value % 10 >= 5 ? 1 : 0);
    return static_cast<std::int64_t>(value);
}

// The digits with a point `decimals` from their end, behind zeros where they do not reach that far.
std::string withPoint(std::uint64_t digits, std::size_t decimals)
{
    std::string text = std::to_string(digits);
    if (text.size() <= decimals)
        text.insert(0, decimals + 1 - text.size(), '0');
    if (decimals > 0)
        text.insert(text.size() - decimals, 1, '.');
    return text;
}

bool same(const std::optional<ParsedTime>& a, const std::optional<ParsedTime>& b)
{
    return a.has_value() == b.has_value() && (!a || (a->ns == b->ns && a->hasFraction == b->hasFraction));
}

} // namespace

class TestTime : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsForms_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("ns");
        QTest::addColumn<bool>("fraction");
        const auto row = [](const char* text, qint64 ns, bool fraction) {
            QTest::newRow(text) << QString::fromUtf8(text) << ns << fraction;
        };
        row("0", 0, false);
        row("0.000", 0, false);
        row("-0.0", 0, false);
        row("12.5", 12'500, true);
        row("12.50", 12'500, true);
        row("1.234", 1'234, true);
        row("12.000", 12'000, false);
        row("-0.003", -3, true);
        row("+7", 7'000, false);
        row("-1e3", -1'000'000, false);
        row("1.5E+1", 15'000, false);
        row("1500e-3", 1'500, true);
        row("1000e-3", 1'000, false);
        row("12.0004", 12'000, true);
        row("12.0005", 12'001, true);
        row("-12.0005", -12'001, true);
        row("0.00049999", 0, true);
        row("0.9995", 1'000, true);
        row("5e-4", 1, true);
        row("4e-4", 0, true);
        row("9e-5", 0, true);
        row("0e999999999999999999999999", 0, false);
        row("1e-999999999999999999999999", 0, true);
        row("4458676983543.183", 4'458'676'983'543'183, true);
        row("1785000000123440.000", 1'785'000'000'123'440'000, false);
        row("1785000000123471", 1'785'000'000'123'471'000, false);
        row("9223372036854775.807", kMax, true);
        row("-9223372036854775.808", kMin, true);
        row("9223372036854775.8069", kMax, true);
        row("000000000000000000000000000000012.5", 12'500, true);
        row("0.00000000000000000000125e22", 12'500, true);
    }

    void readsForms()
    {
        QFETCH(QString, text);
        QFETCH(qint64, ns);
        QFETCH(bool, fraction);
        const std::optional<ParsedTime> time = parseMicroseconds(text.toStdString());
        QVERIFY(time);
        QCOMPARE(qint64 {time->ns}, ns);
        QCOMPARE(time->hasFraction, fraction);
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "-", "+", ".", "-.", "e5", "1e", "1e+", "1e1.5", "1.2.3", "12,5", "yesterday",
                 "NaN", "inf", "0x10", " 1", "1 ", "--1", "+-1", "1.23x", "12a.456", "123.4:6", "1234567x.123",
                 "9223372036854775.808", "-9223372036854775.809", "9223372036854775.8075", "9999999999999999.999",
                 "1e16", "1e9999999999999999999999", "99999999999999999999999999"})
            QTest::newRow(*text == '\0' ? "nothing" : text) << QString::fromUtf8(text);
    }

    void refuses()
    {
        QFETCH(QString, text);
        QVERIFY(!parseMicroseconds(text.toStdString()));
    }

    void everyNanosecondSurvives()
    {
        std::mt19937_64 random(1);
        for (int i = 0; i < 200'000; ++i) {
            const auto ns = static_cast<std::int64_t>(random()) >> (random() % 64);
            const std::string text = formatExactMicroseconds(ns);
            const std::optional<ParsedTime> time = parseMicroseconds(text);
            QVERIFY2(time && time->ns == ns && time->hasFraction == (ns % 1000 != 0), text.c_str());
        }
        for (const std::int64_t ns : {kMin, kMin + 1, kMax - 1, kMax})
            QCOMPARE(parseMicroseconds(formatExactMicroseconds(ns))->ns, ns);
    }

    void decimalsOfAnyLengthRoundAsSpecified()
    {
        std::mt19937_64 random(2);
        for (int i = 0; i < 200'000; ++i) {
            const std::uint64_t digits = random() % 10'000'000'000'000U >> (random() % 43);
            const auto decimals = static_cast<std::size_t>(random() % 12);
            const int exponent = static_cast<int>(random() % 9) - 6;
            std::string text = withPoint(digits, decimals);
            const bool plain = random() % 2 == 0;
            if (!plain) {
                text += random() % 2 == 0 ? 'e' : 'E';
                text += std::to_string(exponent);
            }
            const std::int64_t expected = expectedNs(digits, (plain ? 0 : exponent) - static_cast<int>(decimals));
            const std::optional<ParsedTime> up = parseMicroseconds(text);
            const std::optional<ParsedTime> down = parseMicroseconds('-' + text);
            QVERIFY2(up && up->ns == expected, text.c_str());
            QVERIFY2(down && down->ns == -expected, text.c_str());
        }
    }

    void shortCutsAgreeWithTheGeneralReader()
    {
        constexpr std::string_view kCharacters = "0123456789012345678901234567890123456789..-+eE :/;";
        std::mt19937_64 random(3);
        for (int i = 0; i < 500'000; ++i) {
            std::string text(random() % 24, '0');
            const bool digitsOnly = random() % 2 == 0;
            for (char& c : text)
                c = kCharacters[random() % (digitsOnly ? 40 : kCharacters.size())];
            if (text.size() > 4 && random() % 2 == 0)
                text[text.size() - 4] = '.';
            if (!text.empty() && random() % 16 == 0)
                text[random() % text.size()] = static_cast<char>(random());
            QVERIFY2(same(parseMicroseconds(text), detail::parseAnyMicroseconds(text)), text.c_str());
        }
    }

    void durationsFitTheirUnit_data()
    {
        QTest::addColumn<qint64>("ns");
        QTest::addColumn<QString>("text");
        const auto row = [](qint64 ns, const char* text) { QTest::newRow(text) << ns << QString::fromUtf8(text); };
        row(0, "0 ns");
        row(-3, "-3 ns");
        row(999, "999 ns");
        row(1'000, "1 µs");
        row(1'234, "1.23 µs");
        row(1'235, "1.24 µs");
        row(9'999, "10.0 µs");
        row(12'345, "12.3 µs");
        row(123'456, "123.5 µs");
        row(999'949, "999.9 µs");
        row(999'950, "1.00 ms");
        row(1'000'000, "1 ms");
        row(85'234'567, "85.2 ms");
        row(-85'234'567, "-85.2 ms");
        row(1'500'000'000, "1.50 s");
        row(61'000'000'000, "61 s");
        row(1'234'567'000'000, "1 235 s");
        row(kMin, "-9 223 372 037 s");
    }

    void durationsFitTheirUnit()
    {
        QFETCH(qint64, ns);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(formatDuration(ns)), text);
        const FormattedQuantity parts = splitDuration(ns);
        QCOMPARE(QString::fromStdString(parts.number + ' ' + parts.unit), text);
    }

    void bytesCountsAndShares()
    {
        QCOMPARE(formatBytes(0), std::string("0 B"));
        QCOMPARE(formatBytes(1023), std::string("1 023 B"));
        QCOMPARE(formatBytes(1024), std::string("1 KiB"));
        QCOMPARE(formatBytes(1536), std::string("1.50 KiB"));
        QCOMPARE(formatBytes((1U << 20U) - 1), std::string("1.00 MiB"));
        QCOMPARE(formatBytes(std::uint64_t {80} << 30U), std::string("80 GiB"));
        QCOMPARE(formatBytes(~std::uint64_t {0}), std::string("17 179 869 184 GiB"));
        QCOMPARE(formatCount(0), std::string("0"));
        QCOMPARE(formatCount(999), std::string("999"));
        QCOMPARE(formatCount(1'234'567), std::string("1 234 567"));
        QCOMPARE(formatPercent(0.384), std::string("38.4 %"));
        QCOMPARE(formatPercent(-0.0), std::string("0.0 %"));
        QCOMPARE(formatPercent(std::numeric_limits<double>::quiet_NaN()), std::string("unknown"));
    }

    void bandwidth()
    {
        QCOMPARE(formatBandwidth(0), std::string("0.00 GB/s"));
        QCOMPARE(formatBandwidth(12.34), std::string("12.3 GB/s"));
        QCOMPARE(formatBandwidth(5.94), std::string("5.94 GB/s"));
        QCOMPARE(formatBandwidth(0.1), std::string("0.10 GB/s"));
        QCOMPARE(formatBandwidth(0.0666), std::string("66.6 MB/s"));
        QCOMPARE(formatBandwidth(0.00000421), std::string("4.21 kB/s"));
    }
};

STEPSCOPE_TEST(TestTime)

#include "tst_time.moc"
