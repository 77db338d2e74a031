// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/step_parts.h"
#include "tests/core/compared_loop.h"
#include "tests/core/random_run.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

bool near(double value, double expected, double tolerance = 1)
{
    return std::abs(value - expected) <= tolerance;
}

} // namespace

class TestCompareTraces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalRunsDoNotDiffer()
    {
        const Told one((Loop()));
        const compare::Comparison comparison = compared(one, one);
        QVERIFY(comparison.perStep);
        QVERIFY(comparison.differences.empty());
        QVERIFY(comparison.unmatched.empty());
        QVERIFY(comparison.headline.find("no figure differs") != std::string::npos);
        for (const compare::Table& table : comparison.tables) {
            for (const compare::Row& row : table.rows)
                QCOMPARE(row.change, 0.0);
        }
    }

    void aLongerWaitForDataIsOneDifference()
    {
        Loop slow;
        slow.inputNs = 70 * kUs;
        const Told before((Loop()));
        const Told after(slow);
        const compare::Comparison comparison = compared(before, after);
        QCOMPARE(comparison.differences.size(), 1U);
        const compare::Difference& first = comparison.differences.front();
        QCOMPARE(first.kind, std::string("idle.input"));
        QVERIFY(near(first.change(), 50e3));
        QVERIFY(!first.withinNoise);
        QVERIFY(first.steps.empty());
        QVERIFY(first.row.has_value());
        const compare::Table* idle = tableOf(comparison, compare::Topic::Idle);
        QVERIFY(idle != nullptr);
        QCOMPARE(idle->rows[*first.row].name, std::string("waiting for training data"));
        QVERIFY(near(idle->rows[*first.row].change, first.change()));
        // Both runs show where they wait.
        for (const auto& [told, example] :
            {std::pair(&before, first.examples[0]), std::pair(&after, first.examples[1])}) {
            QVERIFY(example.valid());
            QVERIFY(told->trace->nameOf(example).substr(0, 9) == "enumerate");
        }
    }

    // Where the CPU waits for the GPU, what it does after that is part of its own step.
    void theEndOfAStepBelongsToIt()
    {
        const Told told((Loop()));
        const compare::Partition partition(*told.trace, told.figures, true);
        for (std::uint32_t step = 1; step + 1 < told.figures.steps.steps.size(); ++step)
            QCOMPARE(partition.spanOf(step), told.figures.steps.steps[step].span.cpu);
    }

    void directionsAreOpposite()
    {
        Loop slow;
        slow.inputNs = 70 * kUs;
        const Told before((Loop()));
        const Told after(slow);
        const compare::Comparison there = compared(before, after);
        const compare::Comparison back = compared(after, before);
        QCOMPARE(there.differences.size(), back.differences.size());
        QVERIFY(near(there.differences[0].change(), -back.differences[0].change()));
        QCOMPARE(there.differences[0].kind, back.differences[0].kind);
    }

    void oneOddStepIsADifferenceOfItsOwn()
    {
        Loop odd;
        odd.inputNsOf[5] = 620 * kUs;
        const Told before((Loop()));
        const Told after(odd);
        const compare::Comparison comparison = compared(before, after);
        QCOMPARE(comparison.differences.size(), 1U);
        const compare::Difference& first = comparison.differences.front();
        QCOMPARE(first.kind, std::string("idle.input"));
        QCOMPARE(first.steps.size(), 1U);
        QCOMPARE(first.steps[0].after, 5U);
        QVERIFY(near(first.change() * 7, 600e3));
        QVERIFY(first.sentence.find("ProfilerStep#15") != std::string::npos);
        // The wait of that step, and the same one of the other run, not the step that it is part of.
        for (const auto& [told, example] :
            {std::pair(&before, first.examples[0]), std::pair(&after, first.examples[1])}) {
            QVERIFY(example.valid());
            QVERIFY(told->trace->nameOf(example).substr(0, 9) == "enumerate");
            const Interval step = told->figures.steps.steps[5].span.cpu;
            QVERIFY(told->trace->slices.start[example.index()] >= step.start);
            QVERIFY(told->trace->slices.start[example.index()] < step.end);
        }
        QVERIFY(near(*comparison.noise.meanNs[1] - *comparison.noise.meanNs[0], first.change()));
    }

    void partsAddUpToTheStep()
    {
        Loop other;
        other.inputNs = 45 * kUs;
        other.kernelNs = 140 * kUs;
        other.kernels.emplace_back("gemm_d");
        const Told before((Loop()));
        const Told after(other);
        const compare::Comparison comparison = compared(before, after);
        double sum = 0;
        for (const compare::Difference& difference : comparison.differences) {
            if (difference.unit == compare::Unit::Nanoseconds)
                sum += difference.change();
        }
        const double change = *comparison.noise.meanNs[1] - *comparison.noise.meanNs[0];
        QVERIFY(near(sum, change, 0.01 * change)); // what is negligible is not listed
        QCOMPARE(comparison.differences[0].kind, std::string("kernels"));
        QVERIFY(near(comparison.differences[0].change(), 4 * 140e3 - 3 * 100e3));
    }

    void kernelsWithNewNamesAreMatchedThroughTheirOperator()
    {
        Loop other;
        other.kernels = {"gemm_a", "relu_b", "gemm_new"};
        other.kernelNsOf["gemm_new"] = 60 * kUs;
        const Told before((Loop()));
        const Told after(other);
        const compare::Comparison comparison = compared(before, after);
        const compare::Row* row = rowOf(tableOf(comparison, compare::Topic::Kernels), "gemm_new");
        QVERIFY(row != nullptr);
        QCOMPARE(row->match, compare::Match::Operator);
        QCOMPARE(row->nameBefore, std::string("gemm_c"));
        QVERIFY(near(row->change, -40e3));
        QVERIFY(rowOf(tableOf(comparison, compare::Topic::Kernels), "gemm_c") == nullptr);
    }

    // One meaning, one row: what changes is not that one vendor's calls go and the other's come.
    void callsOfCudaAndHipAreMatched()
    {
        Loop cuda;
        cuda.launchCalls = {"cudaLaunchKernel", "cudaLaunchKernelExC", "cudaLaunchKernel"};
        Loop hip;
        hip.launchCalls = {"hipExtModuleLaunchKernel", "hipLaunchKernel", "hipExtModuleLaunchKernel"};
        hip.syncCall = "hipDeviceSynchronize";
        const Told before(cuda);
        const Told after(hip);
        const compare::Comparison comparison = compared(before, after);
        const compare::Table* launches = tableOf(comparison, compare::Topic::Launches);
        QVERIFY(launches != nullptr);
        QCOMPARE(launches->rows.size(), 1U);
        const compare::Row& row = launches->rows.front();
        QCOMPARE(row.match, compare::Match::Meaning);
        QCOMPARE(row.nameBefore, std::string("cudaLaunchKernel, cudaLaunchKernelExC"));
        QCOMPARE(row.name, std::string("hipExtModuleLaunchKernel, hipLaunchKernel"));
        for (std::size_t side = 0; side < 2; ++side) {
            QCOMPARE(row.sides[side]->calls, 21U); // three in each of seven steps
            QVERIFY(near(row.sides[side]->perStep, 3));
            QVERIFY(row.sides[side]->example.valid());
        }
        QCOMPARE(row.change, 0.0);
        const compare::Table* syncs = tableOf(comparison, compare::Topic::Syncs);
        QVERIFY(syncs != nullptr);
        QCOMPARE(syncs->rows.size(), 1U);
        QCOMPARE(syncs->rows.front().nameBefore, std::string("cudaDeviceSynchronize (end of step)"));
        QCOMPARE(syncs->rows.front().name, std::string("hipDeviceSynchronize (end of step)"));
        // Of one vendor another call is another call.
        Loop other;
        other.launchCalls = {"cudaLaunchKernelExC"};
        const Told same((Loop()));
        const Told changed(other);
        QCOMPARE(tableOf(compared(same, changed), compare::Topic::Launches)->rows.size(), 2U);
    }

    void changedCallsAreNoNoise()
    {
        Loop before;
        Loop after;
        before.kernelNsOf["relu_b"] = after.kernelNsOf["relu_b"] = 2 * kUs;
        after.kernels.push_back("relu_b");
        for (int step = 1; step < before.steps; ++step)
            before.inputNsOf[step] = after.inputNsOf[step] = (20 + 7 * (step % 4)) * kUs;
        const Told one(before);
        const Told other(after);
        const compare::Comparison comparison = compared(one, other);
        const compare::Table* kernels = tableOf(comparison, compare::Topic::Kernels);
        const compare::Row* twice = rowOf(kernels, "relu_b");
        QVERIFY(twice != nullptr && near(twice->change, 2e3)); // less than the spread between steps
        QVERIFY(twice->callsChanged);
        QVERIFY(!twice->withinNoise);
        const compare::Row* same = rowOf(kernels, "gemm_a");
        QVERIFY(same != nullptr && same->withinNoise && !same->callsChanged);
        // Longer runs are no other program.
        Loop longer = before;
        longer.steps = 12;
        const compare::Comparison lengths = compared(one, Told(longer));
        QVERIFY(!rowOf(tableOf(lengths, compare::Topic::Kernels), "relu_b")->callsChanged);
    }

    // What the CPU did in the longest wait for its launches is another thing in each run: the gap itself is shown.
    void waitsForLaunchesLeadToTheirGap()
    {
        Loop starved;
        starved.kernelNs = 2 * kUs;
        Loop less = starved;
        less.kernelNs = 6 * kUs;
        const Told before(starved);
        const Told after(less);
        const compare::Comparison comparison = compared(before, after);
        const auto waits = std::find_if(comparison.differences.begin(), comparison.differences.end(),
            [](const compare::Difference& difference) { return difference.kind == "idle.host_dispatch"; });
        QVERIFY(waits != comparison.differences.end());
        for (const auto& [told, side] : {std::pair(&before, compare::kBefore), std::pair(&after, compare::kAfter)}) {
            const SliceId work = waits->examples[side];
            QVERIFY(work.valid() && model::isGpuWork(told->trace->kindOf(work)));
            QVERIFY(waits->gaps[side].has_value());
            QCOMPARE(waits->gaps[side]->end, told->trace->slices.start[work.index()]);
            // None is longer for that cause.
            const analysis::GapCauses& causes = told->figures.idle.causes;
            const auto longestOf = [&](const analysis::DeviceGap& gap) {
                std::int64_t longest = 0;
                for (const analysis::GapPart& part : causes.partsOf(gap)) {
                    if (part.cause == analysis::IdleCause::HostDispatch)
                        longest = std::max(longest, part.span.length());
                }
                return longest;
            };
            std::int64_t own = 0;
            std::int64_t longest = 0;
            for (const analysis::DeviceGap& gap : causes.gaps) {
                longest = std::max(longest, longestOf(gap));
                if (gap.span == *waits->gaps[side])
                    own = longestOf(gap);
            }
            QVERIFY(own > 0);
            QCOMPARE(own, longest);
        }
    }

    void addedAndRemovedKernelsAreRowsOfOneSide()
    {
        Loop other;
        other.kernels = {"gemm_a", "relu_b", "gemm_c", "softmax_d"};
        const Told before((Loop()));
        const Told after(other);
        const compare::Comparison there = compared(before, after);
        const compare::Comparison back = compared(after, before);
        const compare::Row* added = rowOf(tableOf(there, compare::Topic::Kernels), "softmax_d");
        const compare::Row* removed = rowOf(tableOf(back, compare::Topic::Kernels), "softmax_d");
        QVERIFY(added != nullptr && removed != nullptr);
        QCOMPARE(added->match, compare::Match::OnlyAfter);
        QVERIFY(!added->sides[compare::kBefore].has_value());
        QCOMPARE(removed->match, compare::Match::OnlyBefore);
        QVERIFY(near(added->change, 100e3));
        QCOMPARE(added->sides[compare::kAfter]->calls, 7U);
    }

    void changesWithinTheSpreadSaySo()
    {
        Loop before;
        Loop after;
        for (int step = 1; step < before.steps; ++step) {
            before.inputNsOf[step] = (20 + 7 * (step % 4)) * kUs;
            after.inputNsOf[step] = (20 + 7 * ((step + 2) % 4)) * kUs;
        }
        const Told one(before);
        const Told other(after);
        const compare::Comparison comparison = compared(one, other);
        QVERIFY(comparison.noise.withinNoise);
        for (const compare::Difference& difference : comparison.differences)
            QVERIFY2(difference.withinNoise, difference.sentence.c_str());
    }

    void withoutStepsTotalsAreCompared()
    {
        Loop plain;
        plain.marks = false;
        Loop slow = plain;
        slow.kernelNs = 150 * kUs;
        const Told before(plain);
        const Told after(slow);
        const compare::Comparison comparison = compared(before, after);
        QVERIFY(!comparison.perStep);
        QCOMPARE(comparison.differences[0].kind, std::string("kernels"));
        QVERIFY(near(comparison.differences[0].change(), 50e3 * 3 * 8));
        QVERIFY(!comparison.differences[0].withinNoise);
        const Told marked((Loop()));
        QCOMPARE(compared(before, marked).unmatched.size(), 1U);
        QVERIFY(!compared(before, marked).perStep);
    }

    // Whatever two files hold: rows are in order, and what one run has adds up to its figures.
    void randomRunsKeepTheirSums()
    {
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            std::array<std::shared_ptr<const model::Trace>, 2> traces;
            std::array<analysis::TraceFigures, 2> figures;
            compare::Runs runs;
            for (std::size_t side = 0; side < 2; ++side) {
                traces[side] = RandomRun(2 * seed + side, kUs).make().load();
                QVERIFY(traces[side]);
                figures[side] = analysis::computeFigures(
                    *traces[side], analysis::buildStepIndex(*traces[side]), analysis::Window());
                runs[side] = {side == 0 ? "A" : "B", traces[side].get(), &figures[side], nullptr, nullptr};
            }
            const compare::Comparison comparison = compare::compareRuns(runs);
            std::array<double, 2> parts {};
            for (const compare::Table& table : comparison.tables) {
                std::array<std::int64_t, 2> kernels {};
                for (std::size_t i = 0; i < table.rows.size(); ++i) {
                    const compare::Row& row = table.rows[i];
                    QVERIFY(row.sides[0] || row.sides[1]);
                    QVERIFY(i == 0 || std::abs(row.change) <= std::abs(table.rows[i - 1].change));
                    const bool isPart = table.topic == compare::Topic::Idle
                        || (table.topic == compare::Topic::StepTime && row.name.find("time") == std::string::npos);
                    for (std::size_t side = 0; side < 2; ++side) {
                        kernels[side] += row.sides[side] ? row.sides[side]->total : 0;
                        parts[side] += isPart && row.sides[side] ? row.sides[side]->perStep : 0;
                    }
                }
                if (table.topic == compare::Topic::Kernels && !comparison.perStep) {
                    QCOMPARE(kernels[0], figures[0].kernels.totalNs);
                    QCOMPARE(kernels[1], figures[1].kernels.totalNs);
                }
            }
            for (std::size_t side = 0; side < 2; ++side)
                QVERIFY(near(parts[side], *comparison.noise.meanNs[side], 2));
        }
    }

    void moreLaunchesAreSaidWhereTheyCostTime()
    {
        Loop many;
        many.kernels.assign(30, "tiny");
        many.kernelNs = 20 * kUs;
        const Told before((Loop()));
        const Told after(many);
        bool said = false;
        for (const compare::Difference& difference : compared(before, after).differences) {
            QVERIFY(difference.kind != "launches");
            said = said || difference.sentence.find("3 → 30 launches") != std::string::npos;
        }
        QVERIFY(said);
    }
};

STEPSCOPE_TEST(TestCompareTraces)
#include "tst_compare_traces.moc"
