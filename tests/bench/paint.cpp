// SPDX-License-Identifier: GPL-3.0-or-later
// How long a picture of the timeline takes while people pan and zoom through ten million slices, with gaps, walls,
// syncs and striped communication drawn.
//
//     bench_paint [--slices N] [--size WxH] [--frames N] [--no-marks] [--smoke]
//
// Makes a trace of eight GPUs in memory (about sixty rows), its figures, and paints: at each zoom from all of it down
// to a few µs, in small steps to the right. Prints one line a zoom and one for all: median, 95th percentile and
// highest, in ms, of query and paint with labels on one thread. --smoke: little of everything, and checks that marks
// were drawn.
#include "core/analysis/trace_figures.h"
#include "tests/bench/frame_times.h"
#include "tests/support/trace_fixture.h"
#include "widgets/timeline/timeline_marks.h"
#include "widgets/timeline/timeline_painter.h"

#include <QApplication>
#include <QCommandLineParser>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <random>

using namespace stepscope;
using namespace stepscope::widgets;

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

FiguresPtr figuresOf(const model::Trace& trace)
{
    return std::make_shared<const analysis::TraceFigures>(
        analysis::computeFigures(trace, analysis::buildStepIndex(trace), analysis::Window()));
}

struct Totals
{
    bench::FrameTimes all;
    std::size_t gaps = 0;
    std::size_t rows = 0;
};

void measureZoom(TimelinePainter& painter, TimelineData& data, QSize size, double share, int frames, Totals& totals)
{
    const model::Trace& trace = data.trace();
    const double whole = view::timeDifference(trace.rangeEnd, trace.rangeStart);
    const double span = std::max(2000.0, whole * share);
    FrameGeometry frame {{trace.rangeStart, 0, span}, size, 1, 0, 1};
    QImage image;
    bench::FrameTimes measured;
    const int scrollable = std::max(0, data.layout().height() - size.height());
    for (int i = 0; i < frames; ++i) {
        const double seen = span * (1 - 0.004 * i); // every picture is another one
        const double from = (whole - seen) * 0.37;
        frame.window = {view::addTime(trace.rangeStart, from).whole, 0, seen};
        frame.scroll = scrollable / 2;
        const std::clock_t before = std::clock();
        painter.paint(image, frame);
        measured.add(std::clock() - before);
        totals.gaps += painter.stats().gaps;
    }
    totals.all.add(measured);
    char what[64];
    std::snprintf(what, sizeof what, "%.3f ms in view", span / 1e6);
    measured.print(what);
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication app(argc, argv);
    QCommandLineParser parser;
    parser.addOptions({{QStringLiteral("slices"), QString(), QStringLiteral("N"), QStringLiteral("10000000")},
        {QStringLiteral("size"), QString(), QStringLiteral("WxH"), QStringLiteral("1920x1080")},
        {QStringLiteral("frames"), QString(), QStringLiteral("N"), QStringLiteral("40")},
        QCommandLineOption(QStringLiteral("no-marks")), QCommandLineOption(QStringLiteral("smoke"))});
    parser.process(app);
    const bool smoke = parser.isSet(QStringLiteral("smoke"));
    const std::int64_t slices = smoke ? 200'000 : parser.value(QStringLiteral("slices")).toLongLong();
    const int frames = smoke ? 2 : parser.value(QStringLiteral("frames")).toInt();
    const QStringList size = parser.value(QStringLiteral("size")).split(QLatin1Char('x'));
    if (size.size() != 2 || slices < std::int64_t {kDevices} * 5 || frames < 1)
        return 2;

    TimelineData data(Training(slices).build());
    const TimelineMarks marks(data, figuresOf(data.trace()));
    data.layout().setBracketed(marks.tracksWithWalls());
    TimelinePainter painter(data, lightTheme());
    const bool wantsMarks = !parser.isSet(QStringLiteral("no-marks"));
    painter.setMarks(wantsMarks ? &marks : nullptr);
    std::printf("%zu slices, %zu gaps, %zu walls, %zu syncs, %zu rows\n", data.trace().slices.size(),
        marks.causes().gaps.size(), marks.figures().walls.size(), marks.figures().syncs.size(),
        data.layout().rows().size());
    Totals totals;
    for (const double share : {1.0, 0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6})
        measureZoom(painter, data, QSize(size[0].toInt(), size[1].toInt()), share, frames, totals);
    totals.all.print("all");
    const bool hasAll = totals.gaps > 0 && !marks.figures().walls.empty() && marks.syncs().size() > 0;
    return hasAll || !wantsMarks ? 0 : 1;
}
