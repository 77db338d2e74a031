// SPDX-License-Identifier: GPL-3.0-or-later
// The panels below the timeline as widgets: they follow the selection, read arguments, lead to events, tell what is
// wrong.
#include "tests/support/loaded_trace.h"
#include "tests/support/test_registry.h"
#include "tests/support/trace_fixture.h"
#include "widgets/common/theme.h"
#include "widgets/details/event_details.h"
#include "widgets/details/file_health.h"
#include "widgets/details/metadata_view.h"
#include "widgets/details/value_tree_model.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeView>

using namespace stepscope;
using namespace stepscope::widgets;

namespace {

template <class T> T* named(QWidget& parent, const char* accessibleName)
{
    for (T* child : parent.findChildren<T*>()) {
        if (child->accessibleName() == QLatin1String(accessibleName))
            return child;
    }
    return nullptr;
}

QString text(QWidget& panel, const char* accessibleName)
{
    auto* browser = named<QTextBrowser>(panel, accessibleName);
    return browser != nullptr ? browser->toPlainText() : QString();
}

QStringList keys(const QAbstractItemModel& model)
{
    QStringList keys;
    for (int row = 0; row < model.rowCount(); ++row)
        keys << model.index(row, 0).data().toString();
    return keys;
}

// Follows the n-th link of a browser by the keyboard alone.
void followLink(QTextBrowser& browser, int n)
{
    browser.setFocus();
    for (int i = 0; i <= n; ++i)
        QTest::keyClick(&browser, Qt::Key_Tab);
    QTest::keyClick(&browser, Qt::Key_Return);
}

} // namespace

class TestDetailPanels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void nothingSelected();
    void showsSelectionAndArguments();
    void linksCanBeFollowedByKeyboard();
    void rangeAloneAndWithAnItem();
    void anOldRangeIsNoConnection();
    void longNamesLeaveRoomForTheFacts();
    void longNamesNeedNoScrolling();
    void copies();
    void changedFileIsSaid();
    void lastSelectionWins();
    void narrowPanelKeepsTheLinks();
    void themeChangeKeepsContent();
    void healthListsWarningsFirst();
    void healthSampleLeadsToItsEvent();
    void healthOfAGoodFile();
    void metadataTree();
    void metadataOfOddFiles();

private:
    std::unique_ptr<tests::LoadedTrace> m_small;
    Selection m_selection;
    ThemeSource m_theme;
};

void TestDetailPanels::init()
{
    m_small = std::make_unique<tests::LoadedTrace>(tests::smallTraceJson());
    QVERIFY(m_small->ok());
    m_selection.clear();
    m_selection.setRange(std::nullopt);
}

void TestDetailPanels::nothingSelected()
{
    EventDetails details(m_small->trace(), &m_selection, &m_theme);
    details.resize(900, 240);
    details.show();
    auto* note = details.findChild<QWidget*>(QStringLiteral("emptySelection"));
    QVERIFY(note != nullptr && note->isVisible());
    QVERIFY(details.isIdle());
    QVERIFY(details.plainText().isEmpty());
    m_selection.select(m_small->slice("aten::mm"));
    QVERIFY(!note->isVisible());
    QTRY_VERIFY(details.isIdle());
    m_selection.clear();
    QVERIFY(note->isVisible());
}

void TestDetailPanels::showsSelectionAndArguments()
{
    EventDetails details(m_small->trace(), &m_selection, &m_theme);
    details.resize(1200, 300);
    details.show(); // links are cut to the width of their column
    m_selection.select(m_small->slice("aten::mm"));
    QVERIFY(!details.isIdle());
    QVERIFY(text(details, "Facts about the selection").contains(QStringLiteral("aten::mm")));
    QTRY_VERIFY(details.isIdle());
    auto* arguments = named<QTreeView>(details, "Arguments");
    QVERIFY(arguments != nullptr);
    const QAbstractItemModel& model = *arguments->model();
    QCOMPARE(keys(model).mid(0, 5),
        QStringList({QStringLiteral("External id"), QStringLiteral("Input Dims"), QStringLiteral("note"),
            QStringLiteral("note"), QStringLiteral("nested")}));
    QCOMPARE(model.index(3, 1).data().toString(), QStringLiteral("second"));
    QVERIFY(text(details, "Facts about the selection").contains(QStringLiteral("89 750 ns")));
    QVERIFY(text(details, "Events connected with the selection").contains(QStringLiteral("train.py(12): step")));
}

void TestDetailPanels::linksCanBeFollowedByKeyboard()
{
    EventDetails details(m_small->trace(), &m_selection, &m_theme);
    details.resize(900, 300);
    details.show();
    QSignalSpy activated(&details, &EventDetails::itemActivated);
    m_selection.select(m_small->slice("void gemm<float, 128>(int*)"));
    QTRY_VERIFY(details.isIdle());
    auto* browser = named<QTextBrowser>(details, "Events connected with the selection");
    QVERIFY(browser != nullptr);
    followLink(*browser, 0); // Python
    QCOMPARE(activated.size(), 1);
    QCOMPARE(m_selection.slice(), m_small->slice("train.py(12): step"));
    QTRY_VERIFY(details.isIdle());
}

void TestDetailPanels::rangeAloneAndWithAnItem()
{
    EventDetails details(m_small->trace(), &m_selection, &m_theme);
    m_selection.setRange(TimeRange {1'000'000, 1'050'000});
    QTRY_VERIFY(details.isIdle());
    QString facts = text(details, "Facts about the selection");
    QVERIFY2(facts.contains(QStringLiteral("50 000 ns")), qPrintable(facts));
    QVERIFY(details.plainText().contains(QStringLiteral("50 µs")));
    m_selection.select(m_small->slice("load"));
    QTRY_VERIFY(details.isIdle());
    facts = text(details, "Facts about the selection");
    QVERIFY(facts.contains(QStringLiteral("load")) && facts.contains(QStringLiteral("50 000 ns")));
}

void TestDetailPanels::anOldRangeIsNoConnection()
{
    EventDetails details(m_small->trace(), &m_selection, &m_theme);
    details.resize(1200, 240);
    details.show();
    details.setRangeReport([](const TimeRange&) {
        return QList<DetailSection> {{QStringLiteral("Idle: for a reason"), {detailLine({}, QStringLiteral("why"))}}};
    });
    const SliceId slice = m_small->slice("aten::mm");
    const auto& slices = m_small->trace()->slices;
    const auto connected = [&details]() {
        return text(details, "Events connected with the selection").contains(QStringLiteral("Idle: "));
    };
    m_selection.setRange(TimeRange {slices.end(slice) + 10, slices.end(slice) + 20});
    QVERIFY(connected());
    m_selection.select(slice);
    QVERIFY(!connected());
    m_selection.setRange(TimeRange {slices.start[slice.index()], slices.end(slice) + 20});
    m_selection.clear();
    m_selection.select(slice);
    QVERIFY(connected()); // it lies over it
}

void TestDetailPanels::longNamesLeaveRoomForTheFacts()
{
    const QString name
        = QStringLiteral("void cutlass::Kernel<") + QString(600, QLatin1Char('x')) + QStringLiteral("_tail>");
    tests::TraceFixture fixture;
    const TrackId stream = fixture.stream(fixture.process("0", "GPU 0"), 0, 7);
    const auto kernel = fixture.slice(stream, name.toStdString(), model::EventKind::Kernel, 100, 50);
    const auto trace = fixture.build();
    EventDetails details(trace, &m_selection, &m_theme);
    details.resize(1200, 240);
    details.show();
    m_selection.select(fixture.id(kernel));
    auto* facts = named<QTextBrowser>(details, "Facts about the selection");
    const QStringList lines = facts->toPlainText().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QVERIFY(lines.value(0).contains(QChar(0x2026)) && lines.value(0).endsWith(QStringLiteral("_tail>")));
    QVERIFY(
        facts->toPlainText().indexOf(QStringLiteral("Stream")) < facts->toPlainText().indexOf(QStringLiteral("End")));
    bool hasTip = false;
    for (QTextBlock block = facts->document()->begin(); block.isValid(); block = block.next()) {
        for (auto at = block.begin(); !at.atEnd(); ++at)
            hasTip = hasTip || at.fragment().charFormat().toolTip() == name;
    }
    QVERIFY(hasTip);
    QVERIFY(details.plainText().contains(name));
    QTRY_VERIFY(details.isIdle());
}

// Names of AMD's kernels are one word of hundreds of characters.
void TestDetailPanels::longNamesNeedNoScrolling()
{
    const QString name = QStringLiteral("Cijk_Ailk_Bljk_HHS_BH_") + QString(30, QLatin1Char('x'))
        + QStringLiteral("_MT128x128x16_SE_1LDSB0_APM1_ABV0_ACED0_AF0EM1_AF1EM1_AMAS3_ASE_ASGT_ASAE01_")
        + QString(60, QLatin1Char('y'));
    tests::TraceFixture fixture;
    const ProcessId process = fixture.process("1", "python");
    const auto op
        = fixture.slice(fixture.thread(process, "1", "main"), name.toStdString(), model::EventKind::CpuOp, 50, 40);
    const auto call = fixture.slice(TrackId(0U), "hipExtModuleLaunchKernel", model::EventKind::Runtime, 60, 5, 1);
    const auto kernel
        = fixture.slice(fixture.stream(process, 0, 7), name.toStdString(), model::EventKind::Kernel, 100, 50);
    fixture.launch(call, kernel);
    const auto trace = fixture.build();
    EventDetails details(trace, &m_selection, &m_theme);
    details.resize(1200, 240);
    details.show();
    for (const auto slice : {kernel, call, op}) {
        m_selection.select(fixture.id(slice));
        QTRY_VERIFY(details.isIdle());
        for (const int width : {1200, 820, 500}) {
            details.resize(width, 240);
            QCoreApplication::processEvents();
            for (const QTextBrowser* browser : details.findChildren<QTextBrowser*>())
                QVERIFY2(browser->horizontalScrollBar()->maximum() == 0, qPrintable(browser->accessibleName()));
        }
        QVERIFY(details.plainText().count(name) >= 2); // whole where it is copied: its own, and a link's
    }
}

void TestDetailPanels::copies()
{
    EventDetails details(m_small->trace(), &m_selection, &m_theme);
    auto* json = named<QToolButton>(details, "Copy the event, or the range, as JSON");
    auto* plain = named<QToolButton>(details, "Copy everything shown here as text");
    QVERIFY(json != nullptr && plain != nullptr);
    QVERIFY(!json->isEnabled() && !plain->isEnabled());
    m_selection.select(m_small->slice("cudaLaunchKernel"));
    QTRY_VERIFY(json->isEnabled());
    json->click();
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("\"correlation\": 42")));
    plain->click();
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("cudaLaunchKernel\n")));
}

void TestDetailPanels::changedFileIsSaid()
{
    EventDetails details(m_small->trace(), &m_selection, &m_theme);
    QVERIFY(tests::writeFile(m_small->path(), "something else now"));
    m_selection.select(m_small->slice("aten::mm"));
    QTRY_VERIFY(details.isIdle());
    auto* arguments = named<QTreeView>(details, "Arguments");
    QCOMPARE(arguments->model()->rowCount(), 0);
    bool said = false;
    for (const QLabel* label : details.findChildren<QLabel*>())
        said = said || label->text().contains(QStringLiteral("since it was opened"));
    QVERIFY(said);
    QVERIFY(text(details, "Facts about the selection").contains(QStringLiteral("aten::mm"))); // what is in memory stays
}

void TestDetailPanels::lastSelectionWins()
{
    EventDetails details(m_small->trace(), &m_selection, &m_theme);
    for (int i = 0; i < 5; ++i) {
        m_selection.select(m_small->slice("aten::mm"));
        m_selection.select(m_small->slice("cudaLaunchKernel"));
    }
    QTRY_VERIFY(details.isIdle());
    QCOMPARE(keys(*named<QTreeView>(details, "Arguments")->model()).constFirst(), QStringLiteral("correlation"));
}

void TestDetailPanels::narrowPanelKeepsTheLinks()
{
    EventDetails details(m_small->trace(), &m_selection, &m_theme);
    details.resize(1000, 240);
    details.show();
    m_selection.select(m_small->slice("aten::mm"));
    QTRY_VERIFY(details.isIdle());
    const QString link = QStringLiteral("train.py(12): step");
    QVERIFY(!text(details, "Facts about the selection").contains(link));
    details.resize(500, 240);
    QVERIFY(text(details, "Facts about the selection").contains(link));
    QVERIFY(!named<QTextBrowser>(details, "Events connected with the selection")->isVisible());
    details.resize(1000, 240);
    QVERIFY(!text(details, "Facts about the selection").contains(link));
}

void TestDetailPanels::themeChangeKeepsContent()
{
    EventDetails details(m_small->trace(), &m_selection, &m_theme);
    m_selection.select(m_small->slice("aten::mm"));
    QTRY_VERIFY(details.isIdle());
    const QString before = text(details, "Facts about the selection");
    m_theme.setTheme(darkTheme());
    QCOMPARE(text(details, "Facts about the selection"), before);
    QVERIFY(named<QTextBrowser>(details, "Facts about the selection")->toHtml().contains(darkTheme().text.name()));
    m_theme.setTheme(lightTheme());
}

void TestDetailPanels::healthListsWarningsFirst()
{
    FileHealth health(m_small->trace(), &m_selection, &m_theme);
    QTRY_VERIFY(health.isIdle());
    const QString anomalies = text(health, "Warnings and notes about the file");
    for (const char* kind : {"negative_duration", "unfinished_begin", "launch_without_gpu_record"})
        QVERIFY2(anomalies.contains(QLatin1String(kind)), kind);
    const QList<HealthEntry> entries = healthEntries(m_small->trace()->diagnostics);
    bool notesBegan = false;
    for (const HealthEntry& entry : entries) {
        QVERIFY(!(notesBegan && entry.level == DiagnosticLevel::Warning));
        notesBegan = notesBegan || entry.level == DiagnosticLevel::Note;
    }
    Diagnostics sound; // what sound files have by the thousand, and nothing of it is lost
    sound.add(DiagnosticKind::alloc_not_in_history, 5, {}, 1745);
    sound.add(DiagnosticKind::crossing, 5, {}, 60);
    for (const HealthEntry& entry : healthEntries(sound))
        QVERIFY(entry.level == DiagnosticLevel::Note);
    const QString missing = text(health, "What was not recorded");
    QVERIFY2(
        missing.contains(QStringLiteral("profile_memory=True")) == !m_small->trace()->names.find("[memory]").valid(),
        qPrintable(missing));
    const QString contents = text(health, "What the file holds");
    QVERIFY2(contents.contains(QStringLiteral("complete slices")), qPrintable(contents));
}

void TestDetailPanels::healthSampleLeadsToItsEvent()
{
    FileHealth health(m_small->trace(), &m_selection, &m_theme);
    health.resize(900, 300);
    health.show();
    QTRY_VERIFY(health.isIdle());
    QSignalSpy activated(&health, &FileHealth::itemActivated);
    followLink(*named<QTextBrowser>(health, "Warnings and notes about the file"), 0);
    QTRY_COMPARE(activated.size(), 1);
    QVERIFY(m_selection.item().valid());
}

void TestDetailPanels::healthOfAGoodFile()
{
    const tests::LoadedTrace good(R"json({"schemaVersion": 1, "traceEvents": [
{"ph": "X", "cat": "cpu_op", "name": "aten::add", "pid": 1, "tid": 1, "ts": 1.5, "dur": 2.25, "args": {}}]})json");
    QVERIFY(good.ok());
    FileHealth health(good.trace(), &m_selection, &m_theme);
    QTRY_VERIFY(health.isIdle());
    QVERIFY(text(health, "Warnings and notes about the file").contains(QStringLiteral("Nothing")));
    QVERIFY(text(health, "What was not recorded").contains(QStringLiteral("with_stack=True")));
}

void TestDetailPanels::metadataTree()
{
    MetadataView view(m_small->trace(), &m_theme);
    auto* tree = named<QTreeView>(view, "Top-level keys of the file");
    QVERIFY(tree != nullptr);
    QCOMPARE(tree->model()->rowCount(), 0); // not before it is looked at
    view.show();
    const QAbstractItemModel& model = *tree->model();
    const QStringList all = keys(model);
    const int big = static_cast<int>(all.indexOf(QStringLiteral("big")));
    QVERIFY(big >= 0);
    QCOMPARE(model.index(big, 1).data().toString(), QStringLiteral("12345678901234567890")); // no double in between
    const int distributed = static_cast<int>(all.indexOf(QStringLiteral("distributedInfo")));
    QVERIFY(distributed >= 0);
    QCOMPARE(model.rowCount(model.index(distributed, 0)), 3);
    const QString run = text(view, "When and on what the trace was recorded");
    QVERIFY2(
        run.contains(QStringLiteral("2023-11-14 22:13:20.001 000 000 UTC")), qPrintable(run)); // base + first event
    QVERIFY2(run.contains(QStringLiteral("Test GPU")) && run.contains(QStringLiteral("of 8")), qPrintable(run));
}

void TestDetailPanels::metadataOfOddFiles()
{
    model::MetadataEntry entry;
    entry.key = "odd";
    entry.json = "{\"a\": ";
    entry.valid = false;
    QVERIFY(metadataValue(entry).kind == model::ArgValue::Kind::Bare);
    QCOMPARE(QString::fromStdString(metadataValue(entry).text), QStringLiteral("{\"a\": "));
    entry.valid = true; // cut at the limit, so it does not parse
    QVERIFY(metadataValue(entry).kind == model::ArgValue::Kind::Bare);
    entry.json = "[1, 9007199254740993, 0.5, null, true]";
    const model::ArgValue value = metadataValue(entry);
    QVERIFY(value.kind == model::ArgValue::Kind::Array);
    QCOMPARE(QString::fromStdString(value.toText()), QStringLiteral("[1, 9007199254740993, 0.5, null, true]"));
    QCOMPARE(unixTimeText(0), QStringLiteral("1970-01-01 00:00:00.000 000 000 UTC"));
    QCOMPARE(unixTimeText(-1), QStringLiteral("1969-12-31 23:59:59.999 999 999 UTC"));
}

STEPSCOPE_TEST(TestDetailPanels)
#include "tst_detail_panels.moc"
