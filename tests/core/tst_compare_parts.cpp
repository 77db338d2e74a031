// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the step time against an oracle that asks what each device does in every moment; spreads against their
// definition.
#include "core/compare/noise.h"
#include "core/compare/step_parts.h"
#include "tests/core/compared_loop.h"
#include "tests/core/random_run.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace stepscope;
using namespace stepscope::tests;
using compare::Part;
using compare::TimeParts;

namespace {

constexpr std::int64_t kUnit = 1000;

// Moments of each kind, summed over the devices, then averaged.
struct Moments
{
    double compute = 0;
    double comm = 0;
    double copies = 0;
    double idle = 0;
    double outside = 0;
};

Moments momentsOf(const model::Trace& trace, const analysis::GpuUse& use, Interval interval)
{
    Moments moments;
    for (const analysis::DeviceUse& device : use.devices) {
        for (std::int64_t at = interval.start; at < interval.end; at += kUnit) {
            bool compute = false;
            bool comm = false;
            bool copy = false;
            for (const SliceId id : trace.gpuWork.slice) {
                const model::Track& track = trace.tracks[trace.trackOf(id).index()];
                if (track.device != device.device || !trace.slices.placed(id) || at < trace.slices.start[id.index()]
                    || at >= trace.slices.end(id))
                    continue;
                copy = copy || trace.categoryOf(id) == "gpu_memcpy";
                comm = comm || trace.nameOf(id).substr(0, 4) == "nccl";
                compute = compute || (trace.categoryOf(id) == "kernel" && trace.nameOf(id).substr(0, 4) != "nccl");
            }
            const bool inside = at >= device.window.start && at < device.window.end;
            (compute         ? moments.compute
                    : comm   ? moments.comm
                    : copy   ? moments.copies
                    : inside ? moments.idle
                             : moments.outside)
                += static_cast<double>(kUnit);
        }
    }
    const auto devices = static_cast<double>(use.devices.size());
    return {moments.compute / devices, moments.comm / devices, moments.copies / devices, moments.idle / devices,
        moments.outside / devices};
}

double idleOf(const TimeParts& parts)
{
    double idle = 0;
    for (std::size_t i = 0; i < compare::kParts; ++i)
        idle += compare::isIdle(static_cast<Part>(i)) ? parts.ns[i] : 0;
    return idle;
}

bool equal(double a, double b)
{
    return std::abs(a - b) < 1e-3;
}

} // namespace

class TestCompareParts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void partsOfStepsAreTheMomentsOfTheDevices()
    {
        int compared = 0;
        for (std::uint64_t seed = 1; seed <= 12; ++seed) {
            const auto trace = RandomRun(seed, kUnit).make().load();
            QVERIFY(trace);
            const analysis::TraceFigures figures
                = analysis::computeFigures(*trace, analysis::buildStepIndex(*trace), analysis::Window());
            const compare::Partition partition(*trace, figures, true);
            for (std::uint32_t step = 0; step < figures.steps.steps.size(); ++step) {
                const Interval span = partition.spanOf(step);
                if (step > 0)
                    QCOMPARE(partition.spanOf(step - 1).end, span.start);
                const TimeParts parts = partition.ofStep(step);
                const Moments moments = momentsOf(*trace, figures.gpu, span);
                QVERIFY(equal(parts.of(Part::Compute), moments.compute));
                QVERIFY(equal(parts.of(Part::Communication), moments.comm));
                QVERIFY(equal(parts.of(Part::Copies), moments.copies));
                QVERIFY(equal(idleOf(parts), moments.idle));
                QVERIFY(equal(parts.of(Part::Unrecorded), moments.outside));
                double sum = 0;
                for (const double part : parts.ns)
                    sum += part;
                QVERIFY(equal(sum, parts.lengthNs));
                ++compared;
            }
        }
        QVERIFY(compared > 5);
    }

    void withoutGpusTheSpanOfTheCpuIsLoadingAndTheRest()
    {
        const Told told((Loop()));
        const compare::Partition partition(*told.trace, told.figures, false);
        const analysis::StepFigures& step = told.figures.steps.steps[3];
        const TimeParts parts = partition.ofStep(3);
        QCOMPARE(parts.lengthNs, static_cast<double>(step.span.cpu.length()));
        QCOMPARE(parts.of(Part::Loading), 20e3);
        QCOMPARE(parts.of(Part::Cpu), parts.lengthNs - 20e3);
        QCOMPARE(parts.of(Part::Compute), 0.0);
    }

    void spreadIsTheScaledMedianDistance()
    {
        std::mt19937 random(5);
        for (int round = 0; round < 100; ++round) {
            std::vector<double> values(1 + random() % 12);
            for (double& value : values)
                value = static_cast<double>(random() % 50);
            // By sorting, the way it is defined.
            const auto median = [](std::vector<double> of) {
                std::sort(of.begin(), of.end());
                return (of[(of.size() - 1) / 2] + of[of.size() / 2]) / 2;
            };
            std::vector<double> distances;
            distances.reserve(values.size());
            for (const double value : values)
                distances.push_back(std::abs(value - median(values)));
            QCOMPARE(compare::medianOf(values), median(values));
            const std::optional<double> spread = compare::spreadOf(values);
            QCOMPARE(spread.has_value(), values.size() >= 3);
            if (spread)
                QCOMPARE(*spread, 1.4826 * median(distances));
        }
        QCOMPARE(compare::medianOf({}), 0.0);
    }

    void whatIsWithinTheSpread()
    {
        QVERIFY(compare::withinSpread(-3, 2.0, 3.0));
        QVERIFY(!compare::withinSpread(3.1, 2.0, 3.0));
        QVERIFY(!compare::withinSpread(0.1, std::nullopt, 3.0)); // unknown: nothing is noise
    }

    void oneOddStepDoesNotMoveTheSpread()
    {
        const std::vector<double> steps {10, 11, 10, 12, 11, 10, 11, 12, 10, 11};
        std::vector<double> odd = steps;
        odd[4] = 500;
        QVERIFY(*compare::spreadOf(odd) <= 2 * *compare::spreadOf(steps));
    }
};

STEPSCOPE_TEST(TestCompareParts)
#include "tst_compare_parts.moc"
