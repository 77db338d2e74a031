// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of real traces against values that were computed independently of this program (exact ns).
#include "core/analysis/trace_figures.h"
#include "core/json/trace_loader.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QFileInfo>
#include <QTest>

using namespace stepscope;

namespace {

struct Reference
{
    const char* file;
    std::int32_t device;
    std::uint64_t gpuWork;
    std::int64_t span;
    std::int64_t busy;
    std::int64_t compute;
    std::int64_t comm;
    std::int64_t overlap;
    std::int64_t medianDelay;
};

constexpr Reference kReferences[] = {
    {"hta-nccl_data.json.gz", 0, 3774, 660551005, 157500014, 115655847, 46876493, 7317025, 12254},
    {"hta-df_index_resolver.json.gz", 1, 22290, 1732965000, 1000613000, 620516000, 357343000, 0, 15000},
    {"hta-negative_queue_length_rank0.json.gz", 0, 7747, 1231461000, 438424000, 210998000, 187870000, 2553000,
        162366000},
    {"hta-mi250_minitoy_train_ROCm6_2_kineto.json.gz", 2, 16, 8911887, 149042, 110881, 0, 0, 13357},
};

std::shared_ptr<const model::Trace> loadReference(const QString& path)
{
    Progress progress;
    auto trace = json::loadTrace(path.toStdString(), progress);
    return trace ? *trace : nullptr;
}

// What must hold for any trace.
void checkInvariants(const model::Trace& trace, const analysis::TraceFigures& figures)
{
    for (const analysis::DeviceUse& device : figures.gpu.devices) {
        QCOMPARE(device.busyNs + device.idleNs, device.window.length());
        QCOMPARE(device.commOverlapNs + device.exposedCommNs, device.commNs);
        QVERIFY(std::max({device.computeNs, device.commNs, device.copyNs}) <= device.busyNs);
        for (const analysis::StreamUse& stream : device.streams)
            QVERIFY(stream.busyNs <= stream.sumNs && stream.busyNs <= device.busyNs);
    }
    double share = 0;
    for (const analysis::KernelRow& row : figures.kernels.rows) {
        QVERIFY(row.timedCalls <= row.calls && row.share >= 0 && row.share <= 1);
        share += row.share;
        if (row.minNs)
            QVERIFY(*row.minNs <= *row.p50Ns && *row.p50Ns <= *row.p99Ns && *row.p99Ns <= *row.maxNs);
    }
    QVERIFY(figures.kernels.totalNs == 0 || std::abs(share - 1) < 1e-9);
    for (const analysis::Wall& wall : figures.walls) {
        QVERIFY(wall.kernels >= 50 && wall.shortKernels * 10 >= wall.kernels * 9);
        QVERIFY(wall.busyNs + wall.launchBoundNs <= wall.span.length());
        QVERIFY(wall.shareOfStep.value_or(0) <= 1 && wall.elementwiseShare <= 1 && wall.topOps.size() <= 3);
    }
    for (const analysis::RedundantCopyRow& row : figures.redundantCopies)
        QVERIFY(row.totalNs <= figures.kernels.totalNs + figures.gpu.devices.front().copyNs);
    for (const analysis::OperatorRow& row : figures.operators)
        QVERIFY(row.cpuSelfNs >= 0 && row.cpuSelfNs <= row.cpuTotalNs && row.deviceSelfNs <= row.deviceTotalNs);
    QCOMPARE(figures.launches.withGpuWork, std::uint64_t {trace.launches.launches.size()});
    for (const analysis::StepFigures& step : figures.steps.steps) {
        if (step.gpuBusyNs)
            QCOMPARE(*step.gpuBusyNs + *step.gpuIdleNs,
                step.span.gpu->length() * static_cast<std::int64_t>(figures.gpu.devices.size()));
    }
}

// Empty where the file is not in the collection, or there is none.
QString realTrace(const char* file)
{
    const std::optional<QString> shared = tests::sharedDir();
    const QString path = shared.value_or(QString()) + QStringLiteral("/data/traces/") + QLatin1String(file);
    return shared && QFileInfo::exists(path) ? path : QString();
}

analysis::TraceFigures figuresOf(const model::Trace& trace)
{
    return analysis::computeFigures(trace, analysis::buildStepIndex(trace), analysis::Window());
}

} // namespace

class TestReferenceValues : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void referenceFiles_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < 4; ++i)
            QTest::newRow(kReferences[i].file) << i;
    }

    void referenceFiles()
    {
        QFETCH(int, index);
        const Reference& expected = kReferences[index];
        const QString path = realTrace(expected.file);
        if (path.isEmpty())
            QSKIP("this file is not in the collection");
        const auto trace = loadReference(path);
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        QCOMPARE(figures.gpu.devices.size(), 1U);
        const analysis::DeviceUse& device = figures.gpu.devices[0];
        QCOMPARE(device.device, expected.device);
        QCOMPARE(trace->gpuWork.size(), std::size_t {expected.gpuWork});
        QCOMPARE(device.window.length(), expected.span);
        QCOMPARE(device.busyNs, expected.busy);
        QCOMPARE(device.computeNs, expected.compute);
        QCOMPARE(device.commNs, expected.comm);
        QCOMPARE(device.commOverlapNs, expected.overlap);
        QCOMPARE(*figures.launches.delayMedianNs, expected.medianDelay);
    }

    // 968 pieces of GPU work were launched before the recording: each step has the same work all the same.
    void workOfBeforeTheRecordingIsOfNoStep()
    {
        const QString path = realTrace("tracelens-mi300-resnet_act_checkpoint.json.gz");
        if (path.isEmpty())
            QSKIP("this file is not in the collection");
        const auto trace = loadReference(path);
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        QCOMPARE(figures.steps.steps.size(), 3U);
        for (const analysis::StepFigures& step : figures.steps.steps) {
            QCOMPARE(step.kernels, 746U);
            QVERIFY(step.span.gpu->length() > 18'000'000 && step.span.gpu->length() < 19'500'000);
        }
        const auto& findings = figures.judgement.findings;
        QVERIFY(!findings.empty() && findings[0].rule == "comm.exposed");
        QCOMPARE(findings[0].steps.size(), 3U);
    }

    // Copies to pageable memory block the CPU for two thirds of each step here, yet the GPU waits for other ranks all
    // the while: work that was launched before the calls. They cost next to no idle time, so they are no finding by the
    // rule of sync.in_step, and the checklist says that they are there and that they cost little.
    void blockingCallsThatCostNoIdleTimeAreNoFinding()
    {
        const QString path = realTrace("hta-negative_queue_length_rank0.json.gz");
        if (path.isEmpty())
            QSKIP("this file is not in the collection");
        const auto trace = loadReference(path);
        QVERIFY(trace);
        const analysis::TraceFigures figures = figuresOf(*trace);
        std::int64_t blocked = 0;
        std::int64_t idleAfter = 0;
        for (const analysis::SyncMarker& marker : figures.syncs) {
            constexpr std::int64_t kLong = 100'000'000;
            const bool isInside = marker.step != analysis::StepIndex::kNone && !marker.atStepEnd.value_or(true);
            if (!isInside || marker.blockedNs() < kLong)
                continue;
            blocked += marker.blockedNs();
            idleAfter += marker.idleAfterNs.value_or(0);
        }
        std::int64_t steps = 0;
        for (const analysis::StepFigures& step : figures.steps.steps)
            steps += step.span.gpu->length();
        QVERIFY(blocked > steps / 2);
        QVERIFY(idleAfter < steps / 50);
        for (const analysis::Finding& finding : figures.judgement.findings)
            QVERIFY2(finding.rule != "sync.in_step" && finding.rule != "idle.sync", finding.headline.c_str());
        const auto& checks = figures.judgement.checklist;
        const auto syncs = std::find_if(
            checks.begin(), checks.end(), [](const auto& item) { return item.check == "steps without hidden syncs"; });
        QVERIFY(syncs != checks.end() && syncs->state == analysis::CheckState::NotSeen);
        QVERIFY2(syncs->evidence.find("; the GPU hardly idles because of them") != std::string::npos,
            syncs->evidence.c_str());
    }

    void invariantsHoldOnAllRealTraces()
    {
        const std::optional<QString> shared = tests::sharedDir();
        if (!shared || !QDir(*shared + QStringLiteral("/data/traces")).exists())
            QSKIP("the collection of real traces is not here");
        const QDir dir(*shared + QStringLiteral("/data/traces"));
        int opened = 0;
        for (const QString& name : dir.entryList(QDir::Files)) {
            const auto trace = loadReference(dir.filePath(name));
            if (!trace)
                continue;
            ++opened;
            checkInvariants(
                *trace, analysis::computeFigures(*trace, analysis::buildStepIndex(*trace), analysis::Window()));
            const std::int64_t third = (trace->rangeEnd - trace->rangeStart) / 3;
            const Interval middle {trace->rangeStart + third, trace->rangeEnd - third};
            const analysis::TraceFigures part
                = analysis::computeFigures(*trace, analysis::buildStepIndex(*trace), analysis::cutTo(middle));
            for (const analysis::DeviceUse& device : part.gpu.devices) {
                QCOMPARE(device.busyNs + device.idleNs, device.window.length());
                QVERIFY(device.window.length() <= middle.length());
            }
            if (QTest::currentTestFailed())
                QFAIL(qPrintable(name));
        }
        QVERIFY(opened > 50);
    }
};

STEPSCOPE_TEST(TestReferenceValues)
#include "tst_reference_values.moc"
