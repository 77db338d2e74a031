// SPDX-License-Identifier: GPL-3.0-or-later
// Searching as people do: typing, Enter and Shift+Enter, switches, the list of names, Esc.
#include "tests/support/loaded_trace.h"
#include "tests/support/test_registry.h"
#include "tests/support/trace_fixture.h"
#include "widgets/pages/trace_page.h"
#include "widgets/search/search_bar.h"
#include "widgets/tables/table_tabs.h"
#include "widgets/timeline/overview_bar.h"
#include "widgets/timeline/timeline_painter.h"
#include "widgets/timeline/timeline_view.h"

#include <fmt/format.h>

#include <QComboBox>
#include <QLineEdit>
#include <QListView>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

using namespace stepscope;
using namespace stepscope::tests;
using namespace stepscope::widgets;

namespace {

// Reads no more than so many events before it is opened.
class GatedArgs : public model::ArgsProvider
{
public:
    GatedArgs(std::shared_ptr<const model::ArgsProvider> args, std::size_t free)
        : m_args(std::move(args))
        , m_free(free)
    {
    }
    void open()
    {
        const std::lock_guard lock(m_mutex);
        m_isOpen = true;
        m_opened.notify_all();
    }
    [[nodiscard]] Expected<model::ArgValue> eventAt(std::uint64_t offset) const override
    {
        std::unique_lock lock(m_mutex);
        if (++m_read > m_free)
            m_opened.wait_for(lock, std::chrono::seconds(20), [this] { return m_isOpen; });
        return m_args->eventAt(offset);
    }
    [[nodiscard]] Expected<std::string> rawEventAt(std::uint64_t offset, std::size_t limit) const override
    {
        return m_args->rawEventAt(offset, limit);
    }
    [[nodiscard]] Expected<void> eachEvent(const TakeEvent& take) const override { return m_args->eachEvent(take); }

private:
    std::shared_ptr<const model::ArgsProvider> m_args;
    std::size_t m_free;
    mutable std::mutex m_mutex;
    mutable std::condition_variable m_opened;
    mutable std::size_t m_read = 0;
    bool m_isOpen = false;
};

struct Searching
{
    explicit Searching(std::shared_ptr<const model::Trace> shown)
        : trace(std::move(shown))
        , page(trace, &theme)
    {
        page.resize(1100, 700);
        page.show();
        page.activateWindow();
        ready = QTest::qWaitForWindowActive(&page);
        page.searchBar().open();
        text = page.searchBar().findChild<QLineEdit*>();
    }
    [[nodiscard]] bool settled()
    {
        return QTest::qWaitFor([this]() { return !page.search().isBusy(); });
    }
    bool type(const char* typed)
    {
        text->selectAll();
        QTest::keyClicks(text, QString::fromLatin1(typed));
        return settled();
    }
    void enter(Qt::KeyboardModifiers modifiers = Qt::NoModifier) { QTest::keyClick(text, Qt::Key_Return, modifiers); }
    [[nodiscard]] QString status() { return page.searchBar().statusText(); }
    [[nodiscard]] std::string selectedName()
    {
        const SliceId slice = page.selection().slice();
        return slice.valid() ? std::string(trace->nameOf(slice)) : std::string();
    }
    QToolButton* button(const char* name)
    {
        for (QToolButton* found : page.searchBar().findChildren<QToolButton*>()) {
            if (found->accessibleName().contains(QLatin1String(name)))
                return found;
        }
        return nullptr;
    }

    ThemeSource theme;
    std::shared_ptr<const model::Trace> trace;
    TracePage page;
    QLineEdit* text = nullptr;
    bool ready = false;
};

std::size_t eventsWith(const model::Trace& trace, std::string_view part)
{
    std::size_t count = 0;
    for (const NameId name : trace.instants.name)
        count += analysis::containsIgnoringCase(trace.names.view(name), part) ? 1 : 0;
    for (std::size_t i = 0; i < trace.slices.size(); ++i)
        count += analysis::containsIgnoringCase(trace.nameOf(SliceId(i)), part) ? 1 : 0;
    return count;
}

} // namespace

class TestSearch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void enterWalksThroughTheHitsInTime()
    {
        Searching s(sampleTrace().trace);
        QVERIFY(s.ready && s.text->hasFocus());
        QVERIFY(s.type("profilerstep"));
        QCOMPARE(s.status(), QStringLiteral("12 hits"));
        QVERIFY(!s.page.selection().slice().valid()); // typing alone goes nowhere
        s.enter();
        QCOMPARE(s.status(), QStringLiteral("1 of 12"));
        const SliceId first = s.page.selection().slice();
        s.enter();
        s.enter();
        QCOMPARE(s.status(), QStringLiteral("3 of 12"));
        QVERIFY(s.trace->slices.start[s.page.selection().slice().index()] > s.trace->slices.start[first.index()]);
        s.enter(Qt::ShiftModifier);
        QCOMPARE(s.status(), QStringLiteral("2 of 12"));
        s.enter(Qt::ShiftModifier);
        s.enter(Qt::ShiftModifier); // round the end
        QCOMPARE(s.status(), QStringLiteral("12 of 12"));
        QVERIFY(s.text->hasFocus());
    }

    void aHitIsDescribedUnlessPeopleWriteBelow()
    {
        Searching s(sampleTrace().trace);
        s.page.showPanel(TracePage::Panel::Kernels);
        QVERIFY(s.type("profilerstep"));
        QCOMPARE(s.page.shownPanel(), TracePage::Panel::Kernels); // typing alone shows nothing
        s.enter();
        QCOMPARE(s.page.shownPanel(), TracePage::Panel::Selection);
        s.page.showPanel(TracePage::Panel::Kernels);
        QTest::mouseClick(s.button("Next hit"), Qt::LeftButton);
        QCOMPARE(s.page.shownPanel(), TracePage::Panel::Selection);
        s.page.showPanel(TracePage::Panel::Kernels);
        s.page.tables().panel(TableKind::Kernels).filterBox().setFocus();
        QTest::keyClicks(&s.page.tables().panel(TableKind::Kernels).filterBox(), QStringLiteral("ge"));
        s.page.search().go(1, s.page.selection().item(), 0); // from elsewhere, as an answer that comes late does
        QCOMPARE(s.page.shownPanel(), TracePage::Panel::Kernels);
    }

    void enterBeforeTheAnswerGoesThereOnceItIsThere()
    {
        Searching s(sampleTrace().trace);
        QTest::keyClicks(s.text, QStringLiteral("ProfilerStep"));
        s.enter();
        QVERIFY(s.settled());
        QCOMPARE(s.status(), QStringLiteral("1 of 12"));
    }

    void hiddenRowsAreUnfolded()
    {
        SampleTrace sample = sampleTrace();
        Searching s(sample.trace);
        const std::string name(sample.trace->nameOf(sample.kernel));
        view::TrackLayout& layout = s.page.timeline().content().layout();
        for (std::size_t i = 0; i < layout.nodes().size(); ++i)
            s.page.timeline().setFolded(view::NodeId(i), true);
        const LaneId lane = sample.trace->laneOf(sample.kernel);
        QVERIFY(layout.rows()[layout.rowOfLane(lane).value()].kind != view::RowKind::Lane);
        QVERIFY(s.type(name.c_str()));
        s.enter();
        QCOMPARE(s.selectedName(), name);
        QCOMPARE(layout.rows()[layout.rowOfLane(lane).value()].kind, view::RowKind::Lane);
    }

    void patternsAndCategoriesNarrow()
    {
        Searching s(sampleTrace().trace);
        s.button("regular expression")->click();
        QVERIFY(s.type("^ProfilerStep#[0-9]$"));
        QCOMPARE(s.status(), QStringLiteral("12 hits"));
        QVERIFY(s.type("ProfilerStep#("));
        QVERIFY(s.status().startsWith(QStringLiteral("Not a pattern")));
        QVERIFY(!s.page.search().hits());
        s.button("regular expression")->click();
        QVERIFY(s.type("e"));
        const std::uint64_t all = s.page.search().total();
        QCOMPARE(all, eventsWith(*s.trace, "e"));
        auto* category = s.page.searchBar().findChild<QComboBox*>();
        category->setFocus();
        QTest::keyClick(category, Qt::Key_Down);
        QVERIFY(s.settled());
        QVERIFY(s.page.search().total() < all);
    }

    void namesAreListedAndLimit()
    {
        Searching s(sampleTrace().trace);
        QVERIFY(s.type("e"));
        auto* list = s.page.searchBar().findChild<QListView*>();
        QVERIFY(list->isVisible());
        const analysis::NameCount second = s.page.search().counts().byName.at(1);
        const QString shown = list->model()->index(1, 0).data().toString();
        QVERIFY(shown.contains(QString::fromStdString(std::string(s.trace->names.view(second.name)))));
        const QRect place = list->visualRect(list->model()->index(1, 0));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, place.center());
        QCOMPARE(s.page.search().total(), second.slices);
        QCOMPARE(s.page.search().hits()->inOrder.size(), second.slices);
        QCOMPARE(s.selectedName(), std::string(s.trace->names.view(second.name)));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, place.center());
        QCOMPARE(s.page.search().total(), s.page.search().counts().total);
        // The same by keyboard.
        s.text->setFocus();
        QTest::keyClick(s.text, Qt::Key_Down);
        QTest::keyClick(list, Qt::Key_Home);
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(s.page.search().limit(), s.page.search().counts().byName.at(0).name);
    }

    void argumentsAreSearchedToo()
    {
        const LoadedTrace loaded(smallTraceJson());
        QVERIFY(loaded.ok());
        Searching s(loaded.trace());
        QVERIFY(s.type("correlation"));
        QCOMPARE(s.status(), QStringLiteral("No hits"));
        s.button("arguments")->click();
        QVERIFY(s.settled());
        QVERIFY(s.page.search().total() >= 2);
        s.enter();
        QVERIFY(s.page.selection().slice().valid());
        QVERIFY(s.page.search().hits()->contains(s.page.selection().slice()));
        QVERIFY(!s.page.search().hits()->byNameOnly);
    }

    void instantsAreFoundAmongTheSlices()
    {
        TraceFixture f;
        const TrackId track = f.thread(f.process("1", "p"), "1", "main");
        f.slice(track, "mark one", model::EventKind::CpuOp, 0, 1000);
        f.instant(track, "mark two", 500'000);
        f.slice(track, "mark three", model::EventKind::CpuOp, 900'000, 1000);
        f.instant(track, "mark three", 900'000);
        f.instant(track, "other", 950'000);
        Searching s(f.build());
        QVERIFY(s.type("mark"));
        QCOMPARE(s.status(), QStringLiteral("4 hits"));
        std::vector<ItemKind> kinds;
        for (int i = 0; i < 5; ++i) {
            s.enter();
            kinds.push_back(s.page.selection().item().kind);
        }
        const std::vector<ItemKind> expected
            = {ItemKind::Slice, ItemKind::Instant, ItemKind::Slice, ItemKind::Instant, ItemKind::Slice};
        QCOMPARE(kinds, expected);
        QCOMPARE(s.status(), QStringLiteral("1 of 4"));
        s.enter(Qt::ShiftModifier);
        QCOMPARE(s.page.selection().item().kind, ItemKind::Instant);
        QCOMPARE(s.status(), QStringLiteral("4 of 4"));
        // One name counts both: the list limits to it.
        QCOMPARE(s.page.search().counts().byName.at(0).slices, 2U);
        s.page.search().limitTo(s.page.search().counts().byName.at(0).name);
        QCOMPARE(s.page.search().hits()->count(), 2U);
    }

    void hitsInArgumentsComeWhileTheFileIsRead()
    {
        constexpr std::size_t kEvents = 300;
        std::string json = "{\"traceEvents\":[";
        for (std::size_t i = 0; i < kEvents; ++i) {
            json += fmt::format(
                "{}{{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":{},\"dur\":1,\"name\":\"op\",\"args\":{{\"note\":"
                "\"wanted {}\"}}}}",
                i == 0 ? "" : ",", 2 * i, i);
        }
        json += "]}";
        const LoadedTrace loaded(QByteArray::fromStdString(json));
        QVERIFY(loaded.ok());
        const auto gate = std::make_shared<GatedArgs>(loaded.trace()->args, kEvents / 3);
        std::const_pointer_cast<model::Trace>(loaded.trace())->args = gate;
        Searching s(loaded.trace());
        std::vector<std::size_t> counts; // each time hits came
        connect(&s.page.search(), &TraceSearch::hitsChanged, this, [&] {
            if (!s.page.search().hits())
                return;
            counts.push_back(s.page.search().hits()->count());
            if (counts.back() > 0)
                gate->open(); // the file is read on once somebody has seen the first of them
        });
        s.button("arguments")->click();
        QVERIFY(s.type("wanted"));
        QCOMPARE(s.page.search().total(), kEvents);
        QVERIFY(std::is_sorted(counts.begin(), counts.end()));
        QVERIFY(std::any_of(counts.begin(), counts.end(), [](std::size_t n) { return n > 0 && n < kEvents; }));
    }

    void aClickOnAMarkInTheOverviewGoesToTheHit()
    {
        Searching s(sampleTrace().trace);
        OverviewBar& overview = s.page.timeline().overview();
        QVERIFY(s.type("ProfilerStep"));
        const SliceId hit = s.page.search().hits()->inOrder.at(4);
        const TimeRange bounds = s.page.axis().bounds();
        const double share = static_cast<double>(s.trace->slices.start[hit.index()] - bounds.start)
            / static_cast<double>(bounds.length());
        const QRectF strip = overview.stripRect();
        const QPoint at(static_cast<int>(strip.left() + strip.width() * share) + 2, static_cast<int>(strip.top()) + 2);
        QTest::mouseClick(&overview, Qt::LeftButton, {}, at);
        QCOMPARE(s.trace->slices.start[s.page.selection().slice().index()], s.trace->slices.start[hit.index()]);
        QVERIFY(s.page.axis().showsAll()); // it was in view: nothing moves
    }

    void hitsAreMarkedInTheOverview()
    {
        Searching s(sampleTrace().trace);
        OverviewBar& overview = s.page.timeline().overview();
        QVERIFY(s.type("ProfilerStep"));
        const SliceId hit = s.page.search().hits()->inOrder.at(2);
        const TimeRange bounds = s.page.axis().bounds();
        const double share = static_cast<double>(s.trace->slices.start[hit.index()] - bounds.start)
            / static_cast<double>(bounds.length());
        const QPoint at = (overview.stripRect().topLeft() + QPointF(overview.stripRect().width() * share, 2)).toPoint();
        const auto isMarked = [&]() {
            const QImage image = overview.grab().toImage();
            return image.pixelColor(at) == s.theme.theme().accent
                || image.pixelColor(at - QPoint(1, 0)) == s.theme.theme().accent;
        };
        QVERIFY(isMarked());
        QTest::keyClick(s.text, Qt::Key_Escape);
        QVERIFY(!isMarked());
    }

    void escapeClosesAndForgets()
    {
        Searching s(sampleTrace().trace);
        QVERIFY(s.type("e"));
        QTest::keyClick(s.text, Qt::Key_Escape);
        QVERIFY(!s.page.searchBar().isVisible());
        QVERIFY(!s.page.search().hits());
        QVERIFY(s.page.timeline().hasFocus());
        s.page.searchBar().open(); // with the same text, which is looked for anew
        QVERIFY(s.settled());
        QVERIFY(s.page.search().total() > 0);
        QCOMPARE(s.text->selectedText(), QStringLiteral("e"));
    }
};

STEPSCOPE_TEST(TestSearch)
#include "tst_search.moc"
