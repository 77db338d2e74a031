// SPDX-License-Identifier: GPL-3.0-or-later
// A report as HTML: complete, with nothing from elsewhere, and nothing of what a file says is taken for markup.
#include "core/export/sections_html.h"
#include "tests/support/test_registry.h"

#include <QRegularExpression>
#include <QTest>

using namespace stepscope::exporting;

namespace {

const std::string kHostile = "</title><script>alert(1)</script>\" onload='x'&amp;";

QString htmlOf(const HtmlPage& page)
{
    return QString::fromStdString(pageHtml(page));
}

Section findings()
{
    Section section;
    section.sentence = "GPU 0 is idle for 38 % of the step.";
    section.items = {{"38.0 %", "idle, waiting for the DataLoader", "at 12 ms, stream 7", "num_workers=4"},
        {"—", "no share is known", "", ""}};
    return section;
}

Section figures()
{
    Table table;
    table.columns = {{"name", "kernel", CellType::Text, true, true},
        {"total_ns", "total", CellType::Duration, true, false}, {"empty", "empty", CellType::Text, true, false}};
    table.rows = {{std::string("gemm<float>"), std::int64_t {1'500'000}, std::monostate {}}};
    table.total = 7;
    Section section;
    section.heading = "Kernels";
    section.table = table;
    section.folded = true;
    return section;
}

} // namespace

class TestSectionsHtml : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysEverythingOnce()
    {
        const QString html = htmlOf({"a.json", {findings(), figures()}, {}, "Stepscope"});
        for (const char* text : {"<title>a.json</title>", "<h1>GPU 0 is idle for 38 % of the step.</h1>",
                 "idle, waiting for the DataLoader", "at 12 ms, stream 7", "num_workers=4", "width: 38.0%",
                 "<h3>Kernels</h3>", "gemm&lt;float&gt;", "1.50 ms", "the first 1 of 7", "<footer>Stepscope</footer>"})
            QCOMPARE(html.count(QLatin1String(text)), 1);
        QCOMPARE(html.count(QStringLiteral("class=\"bar\"")), 1); // a mark that is no share has none
        QVERIFY(!html.contains(QStringLiteral(">empty<")));       // nor has a column without values a place
        QCOMPARE(html.count(QStringLiteral("<details open>")), 1);
        QCOMPARE(html.count(QStringLiteral("</details>")), 1);
    }

    void picturesStandBelowTheFindings()
    {
        const QString html = htmlOf({"a", {findings(), figures()},
            {{"data:image/png;base64,AAAA", "step 12"}, {"https://example.com/x.png", "from elsewhere"}}, ""});
        const auto picture = html.indexOf(QStringLiteral("<img src=\"data:image/png;base64,AAAA\" alt=\"step 12\">"));
        QVERIFY(picture > html.indexOf(QStringLiteral("num_workers=4")));
        QVERIFY(picture < html.indexOf(QStringLiteral("<details")));
        QVERIFY(!html.contains(QStringLiteral("https:")));
        // Also where no other section follows.
        QVERIFY(
            htmlOf({"a", {findings()}, {{"data:image/png;base64,AAAA", "x"}}, ""}).contains(QStringLiteral("<img")));
    }

    void whatAFileSaysIsNoMarkup()
    {
        Section section;
        section.sentence = kHostile;
        section.heading = kHostile;
        section.lines = {kHostile};
        section.items = {{kHostile, kHostile, kHostile, kHostile}};
        section.table = Table {"t", {{"k", kHostile, CellType::Text, true, false}}, {{kHostile}}, 1};
        const QString html = htmlOf({kHostile, {section}, {{"data:image/png;base64,\"><script>", kHostile}}, kHostile});
        static const QRegularExpression tag(QStringLiteral("<[^>]*>"));
        auto tags = tag.globalMatch(html);
        while (tags.hasNext()) {
            const QString one = tags.next().captured();
            QVERIFY2(
                !one.contains(QStringLiteral("script")) || one.contains(QStringLiteral("&lt;script")), qPrintable(one));
            QVERIFY2(!one.contains(QStringLiteral("onload='")), qPrintable(one));
        }
        QVERIFY(html.contains(QStringLiteral("Content-Security-Policy")));
        QCOMPARE(html.count(QStringLiteral("alert(1)")), 13);
    }
};

STEPSCOPE_TEST(TestSectionsHtml)

#include "tst_sections_html.moc"
