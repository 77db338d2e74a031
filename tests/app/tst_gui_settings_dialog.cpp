// SPDX-License-Identifier: GPL-3.0-or-later
// The settings dialog as people use it: choices take effect at once in open pages, are kept, and can be taken back.
#include "app/gui/go_to_time.h"
#include "app/gui/preferences.h"
#include "app/gui/settings_dialog.h"
#include "tests/app/desk.h"
#include "tests/support/loaded_trace.h"
#include "tests/support/test_registry.h"
#include "widgets/pages/trace_page.h"
#include "widgets/timeline/time_ruler.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

using namespace stepscope;
using namespace stepscope::app;
using tests::Desk;

namespace {

template <class Widget> Widget* named(QWidget& parent, const char* name)
{
    for (Widget* widget : parent.findChildren<Widget*>()) {
        if (widget->accessibleName() == QLatin1String(name))
            return widget;
    }
    return nullptr;
}

} // namespace

class TestGuiSettingsDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void choicesTakeEffectAtOnceAndAreKept()
    {
        Desk desk;
        desk.window.openFiles({desk.file("a.json")});
        QVERIFY(desk.settled());
        desk.window.actions().settings->trigger();
        auto* dialog = desk.window.findChild<SettingsDialog*>();
        QVERIFY(dialog != nullptr && dialog->isVisible());
        const view::TrackLayout& layout = desk.trace()->timeline().content().layout();
        auto* height = named<QComboBox>(*dialog, "Row height");
        height->setFocus();
        QTest::keyClick(height, Qt::Key_Down); // from normal to tall
        QCOMPARE(layout.rowHeight(), view::RowHeight::Tall);
        auto* gap = named<QDoubleSpinBox>(*dialog, "Smallest gap");
        gap->setValue(250);
        QCOMPARE(desk.trace()->timeline().display().gaps.ns, std::int64_t {250'000});
        auto* shortKernels = named<QDoubleSpinBox>(*dialog, "Short kernels last less than");
        shortKernels->setValue(5);
        QCOMPARE(desk.trace()->figures().options().walls.shortKernelNs, std::int64_t {5000});
        QVERIFY(desk.settled());
        // The next trace, and the next run, begin with it.
        desk.window.openFiles({desk.file("b.json")});
        QVERIFY(desk.settled());
        QCOMPARE(desk.trace()->timeline().content().layout().rowHeight(), view::RowHeight::Tall);
        QCOMPARE(desk.settings.preferences().timeline.gaps.ns, std::int64_t {250'000});
        for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
            if (button->text().contains(QStringLiteral("Defaults")))
                QTest::mouseClick(button, Qt::LeftButton);
        }
        QVERIFY(desk.settings.preferences() == Preferences());
        QCOMPARE(desk.trace()->timeline().content().layout().rowHeight(), view::RowHeight::Normal);
        QCOMPARE(gap->value(), 0.0);
    }

    void theSmallestGapIsTypedOrFollowsTheZoom()
    {
        Desk desk;
        desk.window.openFiles({desk.file("a.json")});
        QVERIFY(desk.settled());
        desk.window.actions().settings->trigger();
        auto* dialog = desk.window.findChild<SettingsDialog*>();
        QVERIFY(dialog != nullptr);
        auto* gap = named<QDoubleSpinBox>(*dialog, "Smallest gap");
        const auto shown = [&desk]() { return desk.trace()->timeline().display().gaps.ns; };
        QCOMPARE(gap->text(), QStringLiteral("follows the zoom"));
        gap->setFocus();
        gap->selectAll();
        QTest::keyClicks(gap, QStringLiteral("12"));
        QTest::keyClick(gap, Qt::Key_Return);
        QCOMPARE(shown(), std::int64_t {12'000});
        QVERIFY(gap->text().endsWith(QStringLiteral("µs")));
        QVERIFY(dialog->isVisible()); // Enter ends the typing, not the dialog
        gap->selectAll();
        QTest::keyClicks(gap, QStringLiteral("0"));
        QTest::keyClick(gap, Qt::Key_Return);
        QCOMPARE(shown(), std::int64_t {0});
        QCOMPARE(gap->text(), QStringLiteral("follows the zoom"));
    }

    void bytesThatSayNothingGiveDefaults()
    {
        Preferences some;
        some.timeline = {widgets::TimeDisplay::WallClock, view::RowHeight::Compact, {3, 77}};
        some.shortKernelNs = 1234;
        const QByteArray bytes = toBytes(some);
        QVERIFY(preferencesFrom(bytes) == some);
        for (qsizetype length = 0; length < bytes.size(); ++length)
            QVERIFY(preferencesFrom(bytes.left(length)) == Preferences());
        QByteArray other = bytes;
        other[5] = 9; // no such height
        QVERIFY(preferencesFrom(other) == Preferences());
    }

    void theWallClockIsOnTheRulerAndCanBeGoneTo()
    {
        QByteArray json = tests::smallTraceJson();
        json.replace(json.indexOf('{'), 1, "{\"baseTimeNanoseconds\":1700000000000000000,");
        Desk desk;
        desk.window.openFiles({desk.file("a.json", json)});
        QVERIFY(desk.settled());
        const model::Trace& trace = desk.trace()->trace();
        QVERIFY(trace.baseTimeNs.has_value());
        auto* ruler = desk.trace()->timeline().findChild<widgets::TimeRuler*>();
        const QImage before = ruler->grab().toImage();
        Preferences preferences;
        preferences.timeline.time = widgets::TimeDisplay::WallClock;
        desk.settings.setPreferences(preferences);
        QVERIFY(ruler->grab().toImage() != before);

        GoToTimeDialog dialog(trace.rangeStart, trace.rangeEnd, trace.baseTimeNs);
        const auto clock = widgets::localClock(trace.baseTimeNs, trace.rangeStart);
        QVERIFY(clock.has_value());
        const std::int64_t wanted = trace.rangeStart + (trace.rangeEnd - trace.rangeStart) / 3;
        dialog.findChild<QLineEdit*>()->setText(QString::fromStdString(view::clockText(wanted, *clock, 1)));
        QCOMPARE(dialog.time(), std::optional(wanted));
        dialog.findChild<QLineEdit*>()->setText(QStringLiteral("25:00:00"));
        QVERIFY(!dialog.time());
    }
};

STEPSCOPE_TEST(TestGuiSettingsDialog)
#include "tst_gui_settings_dialog.moc"
