// SPDX-License-Identifier: GPL-3.0-or-later
// Notes as a person makes them in the whole window: by key, by the menu of the tool bar, and back again.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "app/gui/status_line.h"
#include "tests/app/desk.h"
#include "tests/support/test_registry.h"
#include "widgets/annotate/annotation_layer.h"
#include "widgets/annotate/annotator.h"
#include "widgets/annotate/note_editor.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QMenu>
#include <QToolBar>
#include <QToolButton>

using namespace stepscope;
using namespace stepscope::app;
using tests::Desk;
using Command = widgets::AnnotationCommand;

namespace {

QAction* actionOf(Desk& desk, Command command)
{
    for (const Actions::AnnotateAction& entry : desk.window.actions().annotate) {
        if (entry.command == command)
            return entry.action;
    }
    return nullptr;
}

widgets::NoteEditor& editorOf(Desk& desk)
{
    return desk.trace()->timeline().viewport()->findChild<widgets::AnnotationLayer*>()->editor();
}

// Of the tool bar, by name.
QStringList partsCutOff(Desk& desk)
{
    QStringList cut;
    const auto* bar = desk.window.findChild<QToolBar*>();
    for (QAction* action : bar->actions()) {
        const QWidget* part = bar->widgetForAction(action);
        if (!part->isVisible() || !bar->rect().contains(part->geometry()))
            cut << part->accessibleName() + QLatin1Char(' ') + QString::fromLatin1(part->metaObject()->className());
    }
    return cut;
}

} // namespace

class TestGuiAnnotate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keysMakeEditAndTakeBack()
    {
        Desk desk;
        desk.window.openFiles({desk.file("a.json")});
        QVERIFY(desk.settled());
        widgets::TimelineView& timeline = desk.trace()->timeline();
        timeline.setFocus();
        QVERIFY(!actionOf(desk, Command::Undo)->isEnabled());
        QTest::keyClick(&timeline, Qt::Key_T);
        QVERIFY(editorOf(desk).hasFocus());
        // Letters that are keys of the window are letters here.
        QTest::keyClicks(&editorOf(desk), QStringLiteral("twb1"));
        QTest::keyClick(&editorOf(desk), Qt::Key_Return);
        const auto& all = desk.trace()->annotations()->annotations();
        QCOMPARE(all.size(), std::size_t {1});
        QCOMPARE(QString::fromStdString(all[0].text), QStringLiteral("twb1"));
        QVERIFY(timeline.hasFocus());
        QTest::keyClick(&timeline, Qt::Key_2);
        QCOMPARE(int {all[0].colour}, 1);
        QTest::keyClick(&timeline, Qt::Key_Delete);
        QVERIFY(all.empty());
        QTest::keyClick(&timeline, Qt::Key_Z, Qt::ControlModifier);
        QTest::keyClick(&timeline, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(int {all[0].colour}, 0);
        QTest::keyClick(&timeline, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(int {all[0].colour}, 1);
    }

    void theToolBarHasThemAndSaysWhatToDo()
    {
        Desk desk;
        QVERIFY(!desk.window.actions().annotateMenu->isEnabled()); // nothing is open
        desk.window.openFiles({desk.file("a.json")});
        QVERIFY(desk.settled());
        QVERIFY(desk.window.actions().annotateMenu->isEnabled());
        QAction* box = actionOf(desk, Command::DrawBox);
        box->trigger();
        QVERIFY(box->isChecked());
        QVERIFY(!desk.window.statusLine().currentMessage().isEmpty());
        QTest::keyClick(&desk.trace()->timeline(), Qt::Key_Escape);
        QVERIFY(!box->isChecked());
        QVERIFY(desk.window.statusLine().currentMessage().isEmpty());
    }

    void theToolBarIsWhollySeen()
    {
        Desk desk;
        desk.window.openFiles({desk.file("a.json")});
        QVERIFY(desk.settled());
        for (const int width : {640, 960, 1280}) {
            desk.window.resize(width, 720);
            QTRY_COMPARE(desk.window.width(), width);
            QTRY_COMPARE(partsCutOff(desk), QStringList());
        }
    }
};

STEPSCOPE_TEST(TestGuiAnnotate)
#include "tst_gui_annotate.moc"
