// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/sections.h"
#include "core/export/table.h"
#include "tests/support/test_registry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>
#include <QTest>

using namespace stepscope::exporting;

namespace {

Table sample()
{
    Table table;
    table.name = "kernels";
    table.columns
        = {{"name", "kernel", CellType::Text, true, true}, {"total_ns", "total", CellType::Duration, true, false},
            {"calls", "calls", CellType::Count, true, false}, {"share", "share", CellType::Share, true, false},
            {"hidden", "", CellType::Text, true, false}, {"", "remark", CellType::Text, false, false}};
    table.rows = {
        {std::string("short"), std::int64_t {1'500'000}, std::int64_t {12}, 0.25, std::string("a,\"b\""),
            std::monostate {}},
        {std::string("a_very_long_name_of_a_kernel_that_goes_on_and_on_tail"), std::int64_t {900}, std::int64_t {1234},
            0.75, std::monostate {}, std::monostate {}},
        {std::string("none"), std::monostate {}, std::int64_t {0}, std::monostate {}, std::monostate {},
            std::monostate {}},
    };
    table.total = 3;
    return table;
}

QStringList linesOf(const std::string& text)
{
    return QString::fromStdString(text).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
}

} // namespace

class TestTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void textIsAlignedAndKeepsTheWidth()
    {
        const QStringList lines = linesOf(tableText(sample(), 60, "  "));
        QCOMPARE(lines.size(), 4);
        for (const QString& line : lines) {
            QVERIFY2(line.size() <= 60, qPrintable(line));
            QVERIFY(line.startsWith(QLatin1String("  ")));
        }
        QVERIFY(!lines[0].contains(QLatin1String("remark"))); // no value in any row
        QVERIFY(lines[2].contains(QChar(0x2026)));
        QVERIFY(lines[2].contains(QLatin1String("_on_tail")));
        // Right-aligned: the ends of numbers and of their title stand below each other.
        const qsizetype end = lines[0].indexOf(QLatin1String("calls")) + 5;
        QCOMPARE(lines[1].mid(end - 2, 2), QStringLiteral("12"));
        QCOMPARE(lines[2].mid(end - 5, 5), QStringLiteral("1 234"));
        QCOMPARE(lines[1].indexOf(QLatin1String("1.50 ms")) + 5, lines[2].indexOf(QLatin1String("900 ns")) + 4);
    }

    void elisionKeepsBothEnds_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("width");
        QTest::addColumn<QString>("expected");
        QTest::newRow("fits") << "abcdef" << 6 << "abcdef";
        QTest::newRow("elided") << "abcdefghijk" << 6 << QString::fromUtf8("ab…ijk");
        QTest::newRow("tight") << "abcdef" << 1 << QString::fromUtf8("…");
        QTest::newRow("nothing") << "abcdef" << 0 << "";
        QTest::newRow("utf8") << QString::fromUtf8("äöüßéèê") << 4 << QString::fromUtf8("ä…èê");
    }

    void elisionKeepsBothEnds()
    {
        QFETCH(QString, text);
        QFETCH(int, width);
        QFETCH(QString, expected);
        const std::string elided = elideMiddle(text.toStdString(), static_cast<std::size_t>(width));
        QCOMPARE(QString::fromStdString(elided), expected);
        QVERIFY(displayWidth(elided) <= static_cast<std::size_t>(width));
    }

    // A name from a file must not write on the terminal, nor end a row.
    void namesStayOnTheirLine()
    {
        QCOMPARE(onOneLine("a\x1b[31mb\nc\x7f"), std::string("a\u241b[31mb\u240ac\u2421"));
        QCOMPARE(onOneLine("\u00e4 \u009b1m"), std::string("\u00e4 \ufffd1m"));
        Table table;
        table.columns = {{"name", "name", CellType::Text}};
        table.rows = {{std::string("a\x1b]0;x\x07\nb")}};
        for (const std::string& text :
            {tableText(table, 80), tableMarkdown(table), sectionsText({{"s\x1b", "h", {"l\nm"}, {}, table}}, 80),
                sectionsMarkdown({{"s\x1b", "h", {"l\nm"}, {}, table}})}) {
            QVERIFY(text.find('\x1b') == std::string::npos);
            QVERIFY(text.find("\nb") == std::string::npos && text.find("\nm") == std::string::npos);
        }
    }

    void csvQuotesAndLeavesUnknownEmpty()
    {
        const std::string csv = tableCsv(sample());
        const QStringList lines = QString::fromStdString(csv).split(QStringLiteral("\r\n"));
        QCOMPARE(lines[0], QStringLiteral("name,total_ns,calls,share,hidden"));
        QCOMPARE(lines[1], QStringLiteral("short,1500000,12,0.25,\"a,\"\"b\"\"\""));
        QCOMPARE(lines[3], QStringLiteral("none,,0,,"));
        QCOMPARE(lines.size(), 5);
    }

    void jsonHasExactValuesAndNull()
    {
        const QJsonDocument document
            = QJsonDocument::fromJson(QByteArray::fromStdString(tableJson(sample(), "x.json")));
        QCOMPARE(document[QStringLiteral("schema")].toString(), QStringLiteral("stepscope.kernels/1"));
        const QJsonArray rows = document[QStringLiteral("kernels")].toArray();
        QCOMPARE(rows.size(), 3);
        QCOMPARE(rows[0][QStringLiteral("total_ns")].toInteger(), 1500000);
        QVERIFY(rows[2][QStringLiteral("share")].isNull());
        QVERIFY(!rows[0].toObject().contains(QString()));
    }

    void sortingPutsUnknownLast()
    {
        Table table = sample();
        QVERIFY(sortTable(table, "calls"));
        QCOMPARE(std::get<std::int64_t>(table.rows[0][2]), 1234);
        QVERIFY(sortTable(table, "total_ns"));
        QCOMPARE(std::get<std::string>(table.rows[0][0]), std::string("short"));
        QCOMPARE(std::get<std::string>(table.rows[2][0]), std::string("none"));
        QVERIFY(sortTable(table, "name"));
        QCOMPARE(std::get<std::string>(table.rows[1][0]), std::string("none"));
        QVERIFY(!sortTable(table, "remark"));
        QVERIFY(!sortTable(table, ""));
        limitTable(table, 1);
        QCOMPARE(table.rows.size(), 1U);
        QCOMPARE(table.total, 3U);
    }

    void markdownEscapesWhatItWouldRead()
    {
        Table table = sample();
        table.rows[0][0] = std::string("a|b<c>");
        const QStringList lines = linesOf(tableMarkdown(table));
        QCOMPARE(lines[1], QStringLiteral("| --- | ---: | ---: | ---: |"));
        QVERIFY(lines[2].startsWith(QLatin1String("| a\\|b\\<c> |")));
    }

    void longLinesAreWrappedAtBlanks()
    {
        Section section;
        section.heading = "Heading";
        section.lines = {"one two three four five six seven eight nine ten eleven twelve"};
        for (const QString& line : linesOf(sectionsText({section}, 30)))
            QVERIFY2(line.size() <= 30, qPrintable(line));
    }
};

STEPSCOPE_TEST(TestTable)
#include "tst_table.moc"
