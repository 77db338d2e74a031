// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog that writes a part of a trace to be shared.
#include "app/gui/cut_dialog.h"
#include "app/gui/secret_table.h"
#include "tests/app/desk.h"
#include "tests/support/loaded_trace.h"
#include "tests/support/test_registry.h"

#include <QAction>
#include <QFile>
#include <QTest>

using namespace stepscope;
using namespace stepscope::app;
using tests::Desk;

namespace {

QByteArray secretTrace()
{
    QByteArray text = tests::smallTraceJson();
    const qsizetype start = text.indexOf('{');
    return text.insert(start + 1, "\"hostname\": \"fake-node-3\", \"password\": \"hunter2222\", ");
}

} // namespace

class TestGuiCut : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyForTraces()
    {
        Desk desk;
        QVERIFY(!desk.window.actions().shareCut->isEnabled());
        desk.window.openFiles({desk.file("a.json")});
        QVERIFY(desk.settled());
        QVERIFY(desk.window.actions().shareCut->isEnabled());
    }

    void partsAreWhatIsSeenAndSelected()
    {
        Desk desk;
        desk.window.openFiles({desk.file("a.json")});
        QVERIFY(desk.settled());
        QCOMPARE(partsOf(*desk.trace()).size(), std::size_t {2});
        desk.trace()->selection().setRange(widgets::TimeRange {1000, 5000});
        const std::vector<CutPart> parts = partsOf(*desk.trace());
        QCOMPARE(parts.size(), std::size_t {3});
        QCOMPARE(parts[2].window->start, std::int64_t {1000});
        QCOMPARE(parts[2].window->end, std::int64_t {5000});
    }

    void listsAndWritesACut()
    {
        Desk desk;
        desk.window.openFiles({desk.file("secret.json", secretTrace())});
        QVERIFY(desk.settled());
        CutDialog dialog(desk.window.currentPage()->document().trace(), partsOf(*desk.trace()));
        dialog.show();
        QTRY_VERIFY(dialog.isIdle());
        QCOMPARE(dialog.table().rowCount(), 2);
        QCOMPARE(dialog.table().item(0, 1)->text(), QStringLiteral("fake-node-3"));
        QCOMPARE(dialog.table().item(1, 1)->text(), QString::fromUtf8("hunt…")); // never whole
        QVERIFY(dialog.stateText().startsWith(QStringLiteral("2 found")));
        const QString path = desk.folder.filePath(QStringLiteral("cut.json"));
        dialog.write(path);
        QTRY_COMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
        QVERIFY(dialog.message().contains(QStringLiteral("cut.json")));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(text.contains("\"<host>\"") && !text.contains("fake-node-3") && !text.contains("hunter2222"));
    }

    void writesAsItIsAndSaysErrors()
    {
        Desk desk;
        desk.window.openFiles({desk.file("secret.json", secretTrace())});
        QVERIFY(desk.settled());
        CutDialog dialog(desk.window.currentPage()->document().trace(), partsOf(*desk.trace()));
        dialog.setScrubbing(false);
        QVERIFY(!dialog.table().isEnabled());
        dialog.write(desk.folder.filePath(QStringLiteral("none/cut.json")));
        QTRY_VERIFY(dialog.isIdle());
        QVERIFY(dialog.stateText().contains(QStringLiteral("cannot be written")));
        const QString path = desk.folder.filePath(QStringLiteral("cut.json"));
        dialog.write(path);
        QTRY_COMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll().contains("fake-node-3"));
    }
};

STEPSCOPE_TEST(TestGuiCut)
#include "tst_gui_cut.moc"
