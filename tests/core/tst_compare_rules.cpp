// SPDX-License-Identifier: GPL-3.0-or-later
// Which steps are compared, what is said of runs that differ in more than one thing, and the loader experiment.
#include "tests/core/compared_loop.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace stepscope;
using namespace stepscope::tests;
using compare::StepPair;

namespace {

analysis::StepList stepsOf(const std::vector<std::int64_t>& numbers, bool warmUp = false)
{
    analysis::StepList list;
    for (const std::int64_t number : numbers) {
        list.steps.emplace_back();
        list.steps.back().span.number = number;
    }
    if (warmUp)
        list.steps.front().warmUp = true;
    return list;
}

const compare::Warning* warningOf(const compare::Comparison& comparison, const std::string& what)
{
    for (const compare::Warning& warning : comparison.warnings) {
        if (warning.what == what)
            return &warning;
    }
    return nullptr;
}

// Operators with shapes, in the middle of each step.
void addShapes(EventList& list, std::int64_t at, const char* shapes)
{
    for (int i = 0; i < 4; ++i)
        list.op("aten::mm", 100, at - 50 * kUs + std::int64_t {i} * 10 * kUs, 5 * kUs).args
            = std::string("\"Input Dims\": ") + shapes;
}

} // namespace

class TestCompareRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stepsOfEqualNumberAreAPair()
    {
        const compare::StepAlignment alignment = compare::alignSteps(stepsOf({3, 4, 5, 6}), stepsOf({5, 6, 7}), false);
        QVERIFY(alignment.byNumber);
        QCOMPARE(alignment.pairs, (std::vector<StepPair> {{2, 0}, {3, 1}}));
        QCOMPARE(alignment.compared[0].size(), 4U);
        QVERIFY(!alignment.leftOut);
    }

    void withoutCommonNumbersTheOrderDecides()
    {
        const compare::StepAlignment alignment
            = compare::alignSteps(stepsOf({3, 4, 5}), stepsOf({100, 101, 102, 103}), false);
        QVERIFY(!alignment.byNumber);
        QCOMPARE(alignment.pairs, (std::vector<StepPair> {{0, 0}, {1, 1}, {2, 2}}));
    }

    void bothLeaveOutTheFirst()
    {
        const auto warm = compare::alignSteps(stepsOf({1, 2, 3}, true), stepsOf({1, 2, 3}), false);
        QVERIFY(warm.warmUp && warm.leftOut);
        QCOMPARE(warm.compared[1], (std::vector<std::uint32_t> {1, 2}));
        QCOMPARE(warm.pairs, (std::vector<StepPair> {{1, 1}, {2, 2}}));
        const auto gpu = compare::alignSteps(stepsOf({1, 2, 3}), stepsOf({1, 2, 3}), true);
        QVERIFY(!gpu.warmUp && gpu.leftOut);
        QCOMPARE(gpu.compared[0].size(), 2U);
        const auto alone = compare::alignSteps(stepsOf({1}, true), stepsOf({1, 2}), true);
        QVERIFY(!alone.leftOut);
        QCOMPARE(alone.pairs.size(), 1U);
    }

    void noStepsNoPairs()
    {
        const compare::StepAlignment alignment = compare::alignSteps({}, stepsOf({1, 2}), true);
        QVERIFY(alignment.pairs.empty());
        QVERIFY(alignment.compared[0].empty());
    }

    void onlyStepsThatFollowEachOtherAreCompared()
    {
        const auto gap
            = compare::alignSteps(stepsOf({1, 2, 5, 6, 7, 8}, true), stepsOf({1, 2, 3, 4, 5, 6, 7, 8}), true);
        QCOMPARE(gap.compared[0], (std::vector<std::uint32_t> {3, 4, 5})); // #6, #7, #8: #5 begins in the dark
        QCOMPARE(gap.pairs, (std::vector<StepPair> {{3, 5}, {4, 6}, {5, 7}}));
        QVERIFY(!gap.warmUp); // it is not among them
        QCOMPARE(*gap.leftOut, (StepPair {2, 0}));
        // Of equals the last: it holds no warm-up.
        QCOMPARE(compare::alignSteps(stepsOf({1, 3}), stepsOf({1, 3}), true).pairs, (std::vector<StepPair> {{1, 1}}));
    }

    // The work of a step without a mark is counted for nobody, neither as time nor in tables.
    void aMissingMarkIsNoRegression()
    {
        Loop after;
        after.unmarked = {2};
        const compare::Comparison comparison = compared(Told(Loop()), Told(after));
        QVERIFY(comparison.perStep);
        // The last step of a recording is a little shorter, and now one of fewer.
        QVERIFY(
            std::abs(*comparison.noise.meanNs[1] - *comparison.noise.meanNs[0]) < 0.001 * *comparison.noise.meanNs[0]);
        QVERIFY(comparison.differences.empty());
        for (const compare::Topic topic :
            {compare::Topic::Kernels, compare::Topic::Launches, compare::Topic::Operators}) {
            const compare::Table* table = tableOf(comparison, topic);
            QVERIFY(table != nullptr);
            for (const compare::Row& row : table->rows)
                QCOMPARE(row.change, 0.0);
        }
        const compare::Warning* marks = warningOf(comparison, "step marks");
        QVERIFY(marks != nullptr && marks->severe);
        QCOMPARE(marks->before, std::string("all of 8"));
        QCOMPARE(marks->after, std::string("1 missing, between #11 and #13"));
        after.unmarked = {1, 2, 5};
        QCOMPARE(warningOf(compared(Told(after), Told(after)), "step marks")->after,
            std::string("3 missing, first between #10 and #13")); // both alike: said all the same
    }

    void withoutMarksInOneRunNothingIsSaidOfSteps()
    {
        Loop after;
        after.marks = false;
        after.steps = 16;
        const compare::Comparison comparison = compared(Told(Loop()), Told(after));
        QVERIFY(!comparison.perStep);
        QVERIFY(comparison.alignment.pairs.empty());
        const compare::Warning* marks = warningOf(comparison, "step marks");
        QVERIFY(marks != nullptr && marks->severe);
        QCOMPARE(marks->after, std::string("not recorded"));
        QVERIFY(marks->effect.find("longer recording") != std::string::npos);
        QCOMPARE(comparison.headline.substr(0, 15), std::string("Whole recording"));
        for (const compare::Difference& difference : comparison.differences)
            QVERIFY(difference.sentence.find("step") == std::string::npos);
    }

    void aStepThatStandsAloneIsSaid()
    {
        Loop after;
        after.steps = 1;
        const compare::Warning* steps = nullptr;
        const compare::Comparison comparison = compared(Told(Loop()), Told(after));
        steps = warningOf(comparison, "number of compared steps");
        QVERIFY(steps != nullptr && steps->severe);
        after.steps = 5;
        const compare::Comparison several = compared(Told(Loop()), Told(after));
        QVERIFY(!warningOf(several, "number of compared steps")->severe);
    }

    void equalRunsHaveNoWarnings()
    {
        const Told told((Loop()));
        QVERIFY(compared(told, told).warnings.empty());
    }

    void anotherGpuIsSaid()
    {
        Loop before;
        before.topLevel = R"("deviceProperties": [{"id": 0, "name": "GPU A"}], "cuda_runtime_version": 12040, )";
        Loop after;
        after.topLevel = R"("deviceProperties": [{"id": 0, "name": "GPU B"}], "cuda_runtime_version": 12060, )";
        const compare::Comparison comparison = compared(Told(before), Told(after));
        const compare::Warning* gpu = warningOf(comparison, "GPU");
        QVERIFY(gpu != nullptr);
        QCOMPARE(gpu->before, std::string("GPU A"));
        QCOMPARE(gpu->after, std::string("GPU B"));
        QVERIFY(gpu->severe);
        const compare::Warning* runtime = warningOf(comparison, "runtime");
        QVERIFY(runtime != nullptr);
        QCOMPARE(runtime->before, std::string("CUDA 12.4"));
        QVERIFY(!runtime->severe);
        QVERIFY(comparison.warnings.front().severe);
    }

    void whatOnlyOneFileSaysIsNotRecordedInTheOther()
    {
        Loop after;
        after.topLevel = R"("distributedInfo": {"rank": 3, "world_size": 8}, )";
        const compare::Comparison comparison = compared(Told(Loop()), Told(after));
        const compare::Warning* world = warningOf(comparison, "world size");
        QVERIFY(world != nullptr);
        QCOMPARE(world->before, std::string("not recorded"));
        QCOMPARE(world->after, std::string("8"));
        QVERIFY(!world->severe);
    }

    void versionsAreReadable()
    {
        Loop before;
        before.topLevel = R"("hip_runtime_version": 60443483, )";
        Loop after;
        after.topLevel = R"("hip_runtime_version": 70253211, )";
        const compare::Comparison comparison = compared(Told(before), Told(after));
        QVERIFY(warningOf(comparison, "runtime") != nullptr);
        QCOMPARE(warningOf(comparison, "runtime")->before, std::string("HIP 6.4.43483"));
        QCOMPARE(warningOf(comparison, "runtime")->after, std::string("HIP 7.2.53211"));
    }

    void twoProgramsAreToldApart()
    {
        Loop after;
        after.op = "aten::other";
        const compare::Comparison comparison = compared(Told(Loop()), Told(after));
        QVERIFY(warningOf(comparison, "program") != nullptr);
        QVERIFY(warningOf(comparison, "program")->severe);
    }

    void otherInputShapesAreSaidWithAnExample()
    {
        Loop before;
        before.more = [](EventList& list, int, std::int64_t at) { addShapes(list, at, "[[8, 64], [64, 64]]"); };
        Loop after;
        after.more = [](EventList& list, int, std::int64_t at) { addShapes(list, at, "[[16, 64], [64, 64]]"); };
        const compare::Comparison comparison = compared(Told(before), Told(after));
        const compare::Warning* shapes = warningOf(comparison, "input shapes");
        QVERIFY(shapes != nullptr);
        QVERIFY(shapes->severe);
        QCOMPARE(shapes->before, std::string("aten::mm [[8, 64], [64, 64]]"));
        QCOMPARE(shapes->after, std::string("aten::mm [[16, 64], [64, 64]]"));
        QVERIFY(warningOf(compared(Told(before), Told(before)), "input shapes") == nullptr);
        // Not recorded in one of them: another thing to say.
        after.topLevel = "\"record_shapes\": 1, ";
        const compare::Comparison unknown = compared(Told(Loop()), Told(after));
        QVERIFY(warningOf(unknown, "input shapes") != nullptr);
        QCOMPARE(warningOf(unknown, "input shapes")->before, std::string("not recorded"));
    }

    void pythonStacksOfOneRunAreSaid()
    {
        Loop after;
        after.more = [](EventList& list, int, std::int64_t at) {
            list.add("python_function", "train.py(7): step", kCpu, 100, at - 100 * kUs, 50 * kUs);
        };
        const compare::Comparison comparison = compared(Told(Loop()), Told(after));
        const compare::Warning* stacks = warningOf(comparison, "Python stacks");
        QVERIFY(stacks != nullptr);
        QCOMPARE(stacks->after, std::string("recorded"));
    }

    void settingsOfOtherWritersAreNotGuessed()
    {
        const auto trace = EventList::loadText(
            R"([{"ph": "X", "cat": "toplevel", "name": "work", "pid": 1, "tid": 1, "ts": 0, "dur": 50}])");
        QVERIFY(trace);
        const analysis::TraceFigures figures
            = analysis::computeFigures(*trace, analysis::buildStepIndex(*trace), analysis::Window());
        const Told told((Loop()));
        const compare::Comparison comparison
            = compare::compareRuns({compare::Run {"A", trace.get(), &figures, nullptr, nullptr}, told.run("B")});
        QVERIFY(warningOf(comparison, "Python stacks") == nullptr);
        QVERIFY(warningOf(comparison, "written by") != nullptr);
    }

    void aRepeatedBatchShowsWhatTheInputCosts()
    {
        Loop real;
        real.inputNs = 150 * kUs;
        Loop synthetic;
        synthetic.inputNs = 0;
        const compare::Comparison comparison = compared(Told(real), Told(synthetic));
        QVERIFY(comparison.loaderExperiment.has_value());
        QCOMPARE(comparison.loaderExperiment->synthetic, compare::kAfter);
        QVERIFY(std::abs(comparison.loaderExperiment->savedPerStepNs - 150e3) < 1);
        QVERIFY(std::abs(comparison.loaderExperiment->shareOfStep - 150e3 / *comparison.noise.meanNs[0]) < 1e-9);
        const compare::Comparison back = compared(Told(synthetic), Told(real));
        QVERIFY(back.loaderExperiment.has_value());
        QCOMPARE(back.loaderExperiment->synthetic, compare::kBefore);
    }

    void aFasterLoaderIsNoExperiment()
    {
        Loop slow;
        slow.inputNs = 150 * kUs;
        Loop fast;
        fast.inputNs = 2 * kUs;
        QVERIFY(!compared(Told(slow), Told(fast)).loaderExperiment.has_value());
        QVERIFY(!compared(Told(slow), Told(slow)).loaderExperiment.has_value());
    }

    void aTraceAndNothingAreNotCompared()
    {
        const Told told((Loop()));
        const compare::Comparison comparison
            = compare::compareRuns({told.run("A"), compare::Run {"B", nullptr, nullptr, nullptr, nullptr}});
        QVERIFY(comparison.tables.empty());
        QVERIFY(comparison.differences.empty());
        QCOMPARE(comparison.unmatched, (std::vector<std::string> {"time: B has no trace"}));
        QVERIFY(!comparison.headline.empty());
    }
};

STEPSCOPE_TEST(TestCompareRules)
#include "tst_compare_rules.moc"
