// SPDX-License-Identifier: GPL-3.0-or-later
// What a frame of two compared traces costs: both timelines of a comparison page, panned and zoomed together.
//
//     bench_compare BEFORE AFTER [--size WxH] [--frames N]
//
// Loads both files, waits for the comparison, and shows the page offscreen. At each zoom from all of it down to a
// millionth prints one line: median, 95th percentile and highest, in ms of CPU time, of a step of pan and zoom until
// both are painted.
#include "core/load/load_file.h"
#include "tests/bench/frame_times.h"
#include "widgets/compare/compare_page.h"
#include "widgets/compare/timeline_pair.h"
#include "widgets/details/detail_text.h"
#include "widgets/timeline/timeline_view.h"

#include <QApplication>
#include <QCommandLineParser>
#include <fmt/format.h>

#include <ctime>

using namespace stepscope;
using namespace stepscope::widgets;

namespace {

CompareRun runOf(const QString& path)
{
    CompareRun run;
    run.label = run.path = path;
    Progress progress;
    auto loaded = load::loadFile(path.toStdString(), progress);
    if (auto* trace = loaded ? std::get_if<load::TracePtr>(&*loaded) : nullptr)
        run.trace = std::move(*trace);
    return run;
}

void measure(ComparePage& page, double share, int frames)
{
    TimelinePair& pair = *page.timelines();
    TimeAxis& axis = pair.axes().axis(compare::kBefore);
    const TimeRange all = axis.bounds();
    const double whole = view::timeDifference(all.end, all.start);
    bench::FrameTimes measured;
    for (int i = 0; i < frames; ++i) { // every picture is another one
        const double seen = std::max(2000.0, whole * share * (1 - 0.004 * (i % 20)));
        const double from = (whole - seen) * 0.37 + seen * 0.01 * i * (share < 1 ? 1 : 0);
        const std::clock_t before = std::clock();
        axis.setWindow({view::addTime(all.start, from).whole, 0, seen});
        for (const std::size_t side : {compare::kBefore, compare::kAfter})
            pair.timeline(side).viewport()->grab();
        measured.add(std::clock() - before);
    }
    measured.print(fmt::format("{:.3f} ms in view", whole * share / 1e6).c_str());
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication app(argc, argv);
    QCommandLineParser parser;
    parser.addOptions({{QStringLiteral("size"), QString(), QStringLiteral("WxH"), QStringLiteral("1920x1080")},
        {QStringLiteral("frames"), QString(), QStringLiteral("N"), QStringLiteral("40")}});
    parser.process(app);
    const QStringList files = parser.positionalArguments();
    const QStringList size = parser.value(QStringLiteral("size")).split(QLatin1Char('x'));
    const int frames = parser.value(QStringLiteral("frames")).toInt();
    if (files.size() != 2 || size.size() != 2 || frames < 1)
        return 2;
    CompareRuns runs {runOf(files[0]), runOf(files[1])};
    if (!runs[0].trace || !runs[1].trace)
        return 1;
    ThemeSource theme;
    ComparePage page(std::move(runs), &theme);
    page.resize(size[0].toInt(), size[1].toInt());
    page.show();
    while (!page.isIdle())
        QApplication::processEvents(QEventLoop::AllEvents, 20);
    std::printf(
        "%zu and %zu slices\n", page.source().run(0).trace->slices.size(), page.source().run(1).trace->slices.size());
    for (const double share : {1.0, 0.1, 0.01, 1e-3, 1e-4, 1e-5})
        measure(page, share, frames);
    return 0;
}
