// SPDX-License-Identifier: GPL-3.0-or-later
// How long a picture of the memory timeline takes while people pan and zoom through a million entries.
//
//     bench_paint_memory [--entries N] [--live N] [--size WxH] [--frames N] [--smoke] [FILE]
//
// Makes a sawtooth history in memory, or opens a snapshot, and paints: at each zoom from all of it down to a few
// entries, in small steps to the right, each picture another one. Prints one line a zoom and one for all: median, 95th
// percentile and highest, in ms of CPU time on all threads, of layout and paint with names; then how long each
// frame takes in the window while it zooms and pans (wall clock), where long pictures are made on another thread.
// --smoke: little of everything, and checks that bands were drawn.
#include "core/pickle/snapshot_loader.h"
#include "tests/bench/frame_times.h"
#include "tests/support/random_history.h"
#include "widgets/memory/allocator_state_panel.h"
#include "widgets/memory/allocator_state_view.h"
#include "widgets/memory/memory_timeline_view.h"
#include "widgets/pages/memory_page.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>

#include <cstdio>
#include <ctime>

using namespace stepscope;
using namespace stepscope::widgets;

namespace {

struct Wanted
{
    QSize size;
    int frames = 0;
};

std::size_t measureZoom(MemoryTimelinePainter& painter, const MemoryTimelineData& data, const Wanted& wanted,
    double share, bench::FrameTimes& all)
{
    const view::EntryPositions& positions = data.positions();
    const double whole = view::timeDifference(positions.end(), positions.begin());
    const double span = std::max(40.0, whole * share);
    bench::FrameTimes measured;
    QImage image;
    MemoryFrame frame {{positions.begin(), 0, span}, wanted.size, 1, 1};
    std::size_t runs = 0;
    for (int i = 0; i < wanted.frames; ++i) {
        const double seen = span * (1 - 0.004 * i);
        frame.window = {view::addTime(positions.begin(), (whole - seen) * (0.37 + 0.0001 * i)).whole, 0, seen};
        const std::uint64_t top = std::max(data.device().active.peak, data.device().reserved.peak);
        frame.bytesPerPixel = view::bytesPerPixelFor(top, frame.bandLines());
        const std::clock_t before = std::clock();
        painter.paint(image, frame);
        measured.add(std::clock() - before);
        runs += painter.bands().runs.size();
    }
    all.add(measured);
    char what[64];
    std::snprintf(what, sizeof what, "%.0f entries in view", span / view::EntryPositions::kUnit);
    measured.print(what);
    return runs;
}

// A person who zooms in and out and drags: each frame of it, as long as the GUI thread takes for it.
void measureWindow(const std::shared_ptr<const model::MemorySnapshot>& snapshot, const Wanted& wanted)
{
    TimeAxis axis;
    MemoryCursor cursor;
    ThemeSource theme;
    cursor.setDevice(snapshot->defaultDevice);
    MemoryTimelineView view(snapshot, &axis, &cursor, &theme);
    view.resize(wanted.size);
    view.show();
    view.grab(); // the first picture
    bench::FrameTimes measured;
    for (int i = 0; i < 6 * wanted.frames; ++i) {
        const int phase = i / wanted.frames;
        if (phase % 2 == 0)
            axis.panByPixels(7);
        else
            axis.zoomAtPixel(wanted.size.width() / 3.0, phase == 3 ? 0.9 : 1.1);
        QElapsedTimer timer;
        timer.start();
        view.repaint();
        QApplication::processEvents();
        measured.addMs(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    measured.print("frames of the window");
}

// From entry to entry with the allocator's state in view: the state is laid out and painted anew each time.
void measureState(const std::shared_ptr<const model::MemorySnapshot>& snapshot, const Wanted& wanted)
{
    ThemeSource theme;
    MemoryPage page(snapshot, &theme);
    page.resize(wanted.size);
    page.show();
    page.showPanel(MemoryPage::Panel::State);
    QApplication::processEvents();
    page.grab();
    const std::int32_t entries = snapshot->devices[snapshot->defaultDevice].entryCount();
    bench::FrameTimes measured;
    for (int i = 0; i < wanted.frames; ++i) {
        QElapsedTimer timer;
        timer.start();
        page.cursor().setEntry(static_cast<std::int32_t>(std::int64_t {entries} * i / wanted.frames));
        page.statePanel().view().viewport()->repaint();
        measured.addMs(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    measured.print("allocator state");
}

std::shared_ptr<const model::MemorySnapshot> opened(const QString& path)
{
    Progress progress;
    auto snapshot = pickle::loadSnapshot(path.toStdString(), progress);
    return snapshot ? *snapshot : nullptr;
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication app(argc, argv);
    QCommandLineParser parser;
    parser.addOptions({{QStringLiteral("entries"), QString(), QStringLiteral("N"), QStringLiteral("1000000")},
        {QStringLiteral("live"), QString(), QStringLiteral("N"), QStringLiteral("2000")},
        {QStringLiteral("size"), QString(), QStringLiteral("WxH"), QStringLiteral("1920x1080")},
        {QStringLiteral("frames"), QString(), QStringLiteral("N"), QStringLiteral("40")},
        QCommandLineOption(QStringLiteral("smoke"))});
    parser.process(app);
    const bool smoke = parser.isSet(QStringLiteral("smoke"));
    const QStringList size = parser.value(QStringLiteral("size")).split(QLatin1Char('x'));
    tests::HistoryShape shape;
    shape.entries = smoke ? 20'000 : parser.value(QStringLiteral("entries")).toInt();
    shape.live = parser.value(QStringLiteral("live")).toULongLong();
    shape.initial = shape.live / 2;
    shape.largest = std::uint64_t {1} << 30U;
    shape.sawtooth = true;
    const Wanted wanted {size.size() == 2 ? QSize(size[0].toInt(), size[1].toInt()) : QSize(),
        smoke ? 2 : parser.value(QStringLiteral("frames")).toInt()};
    if (wanted.size.isEmpty() || wanted.frames < 1 || shape.entries < 1)
        return 2;
    const QStringList files = parser.positionalArguments();
    const auto snapshot = files.isEmpty() ? tests::randomHistory(1, shape) : opened(files[0]);
    if (!snapshot)
        return 2;

    MemoryTimelineData data(snapshot);
    data.showDevice(snapshot->defaultDevice);
    MemoryTimelinePainter painter(data, lightTheme());
    std::printf("%d entries, %zu allocations\n", data.device().entryCount(), data.device().allocations.count());
    bench::FrameTimes all;
    bool drawn = true;
    for (const double share : {1.0, 0.1, 0.01, 1e-3, 1e-4, 1e-5})
        drawn = measureZoom(painter, data, wanted, share, all) > 0 && drawn;
    all.print("all");
    measureWindow(snapshot, wanted);
    if (!files.isEmpty()) // made-up histories have no segments
        measureState(snapshot, wanted);
    return drawn ? 0 : 1;
}
