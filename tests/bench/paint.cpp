// SPDX-License-Identifier: GPL-3.0-or-later
// How long a picture of the timeline takes while people pan and zoom through ten million slices, with gaps, walls,
// syncs and striped communication drawn, and how long the answer to a move of the pointer takes.
//
//     bench_paint [--slices N] [--size WxH] [--frames N] [--no-marks] [--smoke]
//
// Makes a trace of eight GPUs in memory (about sixty rows), its figures, and paints: at each zoom from all of it down
// to a few µs in small steps of pan and zoom, then one long zoom through all of them. Prints one line each, and one for
// the pointer: median, 95th percentile and highest, in ms of CPU time, of query and paint with labels on one thread.
// Without --size at 1920x1080 and at 3840x2160. --smoke: little of everything, and checks that marks were drawn.
#include "tests/bench/frame_times.h"
#include "tests/support/trace_fixture.h"
#include "widgets/timeline/timeline_marks.h"
#include "widgets/timeline/timeline_painter.h"
#include "widgets/timeline/timeline_view.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QMouseEvent>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <random>

using namespace stepscope;
using namespace stepscope::widgets;
using bench::FrameTimes;

namespace {

constexpr int kDevices = 8;
constexpr std::int64_t kUs = 1000;

class Training // eight GPUs, each with a thread that launches
{
public:
    explicit Training(std::int64_t slices)
    {
        for (int device = 0; device < kDevices; ++device)
            addDevice(device, slices / kDevices / 5);
    }
    std::shared_ptr<const model::Trace> build() { return m_fixture.build(); }

private:
    std::int64_t below(std::int64_t bound)
    {
        return static_cast<std::int64_t>(m_random() % static_cast<std::uint64_t>(bound));
    }
    void addDevice(int device, std::int64_t kernels)
    {
        static constexpr const char* kKernels[] = {"ampere_bf16_s16816gemm_bf16_128x128_ldg8_f2f_stages_32x5_tn",
            "vectorized_elementwise_kernel", "flash_fwd_kernel", "layer_norm_kernel", "multi_tensor_apply_kernel"};
        static constexpr const char* kOps[] = {"aten::mm", "aten::add_", "aten::gelu", "aten::native_layer_norm"};
        const ProcessId cpu = m_fixture.process(std::to_string(100 + device), "python");
        const ProcessId gpu = m_fixture.process(std::to_string(device), "python");
        const TrackId main = m_fixture.thread(cpu, std::to_string(100 + device), "pt_main_thread");
        const TrackId compute = m_fixture.stream(gpu, device, 7);
        const TrackId comm = m_fixture.stream(gpu, device, 20);
        std::int64_t at = 0;
        std::int64_t cpuAt = 0;
        std::int64_t step = 0;
        for (std::int64_t i = 0; i < kernels; ++i) {
            if (i % 2000 == 0 && i > 0) { // a step: a wait for the GPU, then for data
                const std::int64_t until = std::max(at, cpuAt + kUs);
                m_fixture.slice(main, "cudaDeviceSynchronize", model::EventKind::Runtime, cpuAt, until - cpuAt, 1);
                const std::int64_t load = (50 + below(900)) * kUs;
                m_fixture.slice(main, "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
                    model::EventKind::UserAnnotation, until, load, 1);
                cpuAt = until + load;
                m_fixture.slice(
                    main, "ProfilerStep#" + std::to_string(++step), model::EventKind::UserAnnotation, until, kUs, 0);
            }
            const bool isShort = i / 500 % 2 == 0;
            const std::int64_t opDur = (6 + below(isShort ? 6 : 30)) * kUs;
            m_fixture.slice(main, kOps[i % 4], model::EventKind::CpuOp, cpuAt, opDur, 1);
            m_fixture.slice(main, "aten::empty", model::EventKind::CpuOp, cpuAt + kUs / 2, kUs, 2);
            const auto call
                = m_fixture.slice(main, "cudaLaunchKernel", model::EventKind::Runtime, cpuAt + 2 * kUs, 3 * kUs, 2);
            const std::int64_t dur = isShort ? 2 * kUs + below(6 * kUs) : below(60 * kUs);
            at = std::max(at + below(300), cpuAt + 4 * kUs);
            m_fixture.launch(call, m_fixture.slice(compute, kKernels[i % 5], model::EventKind::Kernel, at, dur));
            if (i % 40 == 20)
                m_fixture.slice(comm, "ncclDevKernel_AllReduce_Sum_bf16_RING_LL", model::EventKind::Kernel, at,
                    std::min<std::int64_t>(dur, 5 * kUs) + kUs);
            at += dur;
            cpuAt += opDur + below(2 * kUs);
            m_fixture.slice(main, "aten::view", model::EventKind::CpuOp, cpuAt, 300, 1);
            cpuAt += 400;
        }
    }

    tests::TraceFixture m_fixture;
    std::mt19937_64 m_random {1};
};

class Bench
{
public:
    Bench(TimelinePainter& painter, TimelineData& data, QSize size)
        : m_painter(painter)
        , m_data(data)
        , m_frame({{}, size, 1, std::max(0, data.layout().height() - size.height()) / 2, 1})
        , m_whole(view::timeDifference(data.trace().rangeEnd, data.trace().rangeStart))
    {
    }

    void firstPicture()
    {
        FrameTimes measured;
        measured.add(paint(0, m_whole));
        measured.print("first picture");
    }
    void around(double share, int frames)
    {
        const double span = std::max(2000.0, m_whole * share);
        FrameTimes measured;
        for (int i = 0; i < frames; ++i) { // every picture is another one
            const double seen = span * (1 - 0.004 * (i % 20));
            measured.add(paint((m_whole - seen) * 0.37 + seen * 0.01 * i * (share < 1 ? 1 : 0), seen));
        }
        print(measured, fmt::format("{:.3f} ms in view", span / 1e6).c_str());
    }
    void through(double step)
    {
        FrameTimes measured;
        for (double seen = m_whole; seen > 5000; seen /= step)
            measured.add(paint((m_whole - seen) * 0.61, seen));
        print(measured, "one long zoom");
    }
    void all() { m_all.print("all"); }
    [[nodiscard]] std::size_t gaps() const { return m_gaps; }

private:
    std::clock_t paint(double from, double seen)
    {
        m_frame.window = {view::addTime(m_data.trace().rangeStart, from).whole, 0, seen};
        const std::clock_t before = std::clock();
        m_painter.paint(m_image, m_frame);
        const std::clock_t ticks = std::clock() - before;
        m_gaps += m_painter.stats().gaps;
        return ticks;
    }
    void print(FrameTimes& measured, const char* what)
    {
        m_all.add(measured);
        measured.print(what);
    }

    TimelinePainter& m_painter;
    TimelineData& m_data;
    FrameGeometry m_frame;
    double m_whole;
    QImage m_image;
    FrameTimes m_all;
    std::size_t m_gaps = 0;
};

// Moves of the pointer across a shown timeline: hit test, what lies over the picture, the ruler.
void measureHover(const Figures& figures, QSize size, int frames)
{
    const auto& trace = figures.sharedTrace();
    TimeAxis axis;
    axis.setBounds(trace->rangeStart, trace->rangeEnd);
    Selection selection;
    ThemeSource theme;
    TimelineView view(trace, &axis, &selection, &theme);
    view.setFigures(&figures);
    view.resize(size);
    view.setVisibleRange(trace->rangeStart, trace->rangeStart + (trace->rangeEnd - trace->rangeStart) / 1000);
    view.show();
    QApplication::processEvents();
    FrameTimes measured;
    for (int i = 0; i < frames; ++i) {
        const QPointF at(20 + 7.3 * i, 40 + (i * 37) % std::max(1, view.viewport()->height() - 80));
        QMouseEvent move(QEvent::MouseMove, at, view.viewport()->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
        const std::clock_t before = std::clock();
        QApplication::sendEvent(view.viewport(), &move);
        QApplication::processEvents();
        measured.add(std::clock() - before);
    }
    measured.print("pointer moved");
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication app(argc, argv);
    QCommandLineParser parser;
    parser.addOptions({{QStringLiteral("slices"), QString(), QStringLiteral("N"), QStringLiteral("10000000")},
        {QStringLiteral("size"), QString(), QStringLiteral("WxH")},
        {QStringLiteral("frames"), QString(), QStringLiteral("N"), QStringLiteral("40")},
        QCommandLineOption(QStringLiteral("no-marks")), QCommandLineOption(QStringLiteral("smoke"))});
    parser.process(app);
    const bool smoke = parser.isSet(QStringLiteral("smoke"));
    const std::int64_t slices = smoke ? 200'000 : parser.value(QStringLiteral("slices")).toLongLong();
    const int frames = smoke ? 2 : parser.value(QStringLiteral("frames")).toInt();
    std::vector<QSize> sizes = {QSize(1920, 1080), QSize(3840, 2160)};
    if (parser.isSet(QStringLiteral("size"))) {
        const QStringList size = parser.value(QStringLiteral("size")).split(QLatin1Char('x'));
        sizes = {QSize(size.value(0).toInt(), size.value(1).toInt())};
    }
    if (sizes.front().isEmpty() || slices < std::int64_t {kDevices} * 5 || frames < 1)
        return 2;

    const auto trace = Training(slices).build();
    Figures figures(trace);
    figures.start();
    while (!figures.whole() && figures.problem().isEmpty())
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    if (!figures.whole())
        return 1;
    const analysis::TraceFigures& whole = *figures.whole();
    const bool wantsMarks = !parser.isSet(QStringLiteral("no-marks"));
    std::size_t gaps = 0;
    for (const QSize size : sizes) {
        TimelineData data(trace);
        const TimelineMarks marks(data, figures.whole());
        data.layout().setBracketed(marks.tracksWithWalls());
        TimelinePainter painter(data, lightTheme());
        painter.setMarks(wantsMarks ? &marks : nullptr);
        std::printf("%dx%d: %zu slices, %zu gaps, %zu walls, %zu syncs, %zu rows\n", size.width(), size.height(),
            trace->slices.size(), marks.causes().gaps.size(), whole.walls.size(), whole.syncs.size(),
            data.layout().rows().size());
        Bench bench(painter, data, size);
        bench.firstPicture();
        for (const double share : {1.0, 0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6})
            bench.around(share, frames);
        bench.through(smoke ? 3 : 1.02);
        bench.all();
        gaps += bench.gaps();
        measureHover(figures, size, frames);
    }
    const bool hasAll = gaps > 0 && !whole.walls.empty() && !whole.syncs.empty();
    return hasAll || !wantsMarks ? 0 : 1;
}
