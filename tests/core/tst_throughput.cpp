// SPDX-License-Identifier: GPL-3.0-or-later
// Rates of the job from numbers that the user gives.
#include "core/analysis/throughput.h"
#include "tests/support/test_registry.h"

#include <QObject>
#include <QTest>

using namespace stepscope::analysis;

class TestThroughput : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void nothingWithoutNumbers()
    {
        const Throughput rates = throughput(100'000'000, {}, 312);
        QVERIFY(!rates.stepsPerS && !rates.tokensPerS && !rates.samplesPerS && !rates.mfu);
        JobNumbers job;
        job.tokensPerStep = 1;
        QVERIFY(!throughput(std::nullopt, job, 312).stepsPerS);
        QVERIFY(!throughput(0, job, 312).stepsPerS);
    }

    void formulas()
    {
        JobNumbers job;
        job.tokensPerStep = 8192;
        job.samplesPerStep = 4;
        Throughput rates = throughput(250'000'000, job, 312);
        QCOMPARE(rates.stepsPerS.value_or(0), 4.0);
        QCOMPARE(rates.tokensPerS.value_or(0), 32768.0);
        QCOMPARE(rates.samplesPerS.value_or(0), 16.0);
        QVERIFY(!rates.mfu); // how large is the model?
        job.parameters = 1e9;
        rates = throughput(250'000'000, job, 312);
        QCOMPARE(rates.mfu.value_or(0), 6 * 1e9 * 32768 / 312e12);
        QVERIFY(!throughput(250'000'000, job, std::nullopt).mfu);
        job.peakTflops = 100; // what was given goes before what is known
        QCOMPARE(throughput(250'000'000, job, 312).mfu.value_or(0), 6 * 1e9 * 32768 / 100e12);
        job.tokensPerStep.reset();
        QVERIFY(!throughput(250'000'000, job, 312).mfu);
    }
};

STEPSCOPE_TEST(TestThroughput)

#include "tst_throughput.moc"
