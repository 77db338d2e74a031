// SPDX-License-Identifier: GPL-3.0-or-later
// Summaries of ranks: from traces, as files, and which of them are one job.
#include "analysis_fixture.h"
#include "core/analysis/trace_figures.h"
#include "core/load/load_file.h"
#include "core/load/load_ranks.h"
#include "core/ranks/jobs.h"
#include "core/ranks/summary_json.h"
#include "rank_builder.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QFile>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace stepscope;
using namespace stepscope::ranks;
using namespace stepscope::tests;

namespace {

// A step with two collectives; before the second the GPU computes for 30 µs and waits for the CPU.
EventList traceOfRank(int rank)
{
    EventList list;
    list.topLevel = "\"distributedInfo\": {\"backend\": \"nccl\", \"rank\": " + std::to_string(rank)
        + ", \"world_size\": 2, \"pg_config\": [{\"pg_name\": \"7\", \"ranks\": [0, 1]}]}, "
          "\"baseTimeNanoseconds\": 1700000000000000000, ";
    list.add("user_annotation", "ProfilerStep#3", kCpu, kCpu, 0, 400'000);
    const std::string args = "\"Collective name\": \"AllReduce\", \"Process Group Name\": \"7\", \"In msg nelems\": "
                             "64, \"dtype\": \"Float\"";
    list.launch(kCpu, 1'000, 2'000, 1);
    list.kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)", 20, 10'000, 40'000, 1).args = args + ", \"Seq\": 11";
    list.launch(kCpu, 20'000, 2'000, 2);
    list.kernel("gemm", 7, 60'000, 30'000, 2);
    list.launch(kCpu, 150'000, 2'000, 3);
    list.kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)", 20, 160'000, 40'000, 3).args = args + ", \"Seq\": 12";
    list.launch(kCpu, 152'500, 2'000, 4);
    list.kernel("ncclDevKernel_SendRecv(x)", 21, 210'000, 10'000, 4).args = "\"Collective name\": \"send\"";
    return list;
}

} // namespace

class TestRankFiles : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void collectivesOfATrace()
    {
        const RankSummary rank = summaryOf(traceOfRank(1));
        QCOMPARE(rank.rank.value_or(-1), std::int64_t {1});
        QCOMPARE(rank.rankFrom, RankSource::Metadata);
        QCOMPARE(rank.worldSize.value_or(-1), std::int64_t {2});
        QCOMPARE(rank.collectives.size(), std::size_t {2});
        const Collective& second = rank.collectives[1];
        QCOMPARE(second.name, std::string("allreduce"));
        QCOMPARE(second.group, std::string("7 [0,1]"));
        QCOMPARE(second.sequence.value_or(-1), std::int64_t {12});
        QCOMPARE(second.step.value_or(-1), std::int64_t {3});
        QCOMPARE(second.span, (Interval {160'000, 200'000}));
        QCOMPARE(second.elements.value_or(0), std::uint64_t {64});
        QCOMPARE(second.type, std::string("Float"));
        QCOMPARE(second.before.lengthNs, std::int64_t {110'000});
        QCOMPARE(second.before.computeNs, std::int64_t {30'000});
        std::int64_t idle = 0;
        for (const std::int64_t ns : second.before.idle)
            idle += ns;
        QCOMPARE(idle, std::int64_t {80'000}); // what it did not compute
        QCOMPARE(rank.collectives[0].before.lengthNs, std::int64_t {0});
        QCOMPARE(rank.steps.size(), std::size_t {1});
        QCOMPARE(rank.steps[0].exposedCommNs, std::int64_t {90'000});
    }

    void severalKernelsOfOneNumber()
    {
        EventList list = traceOfRank(0);
        list.launch(kCpu, 156'000, 1'000, 5);
        list.kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)", 22, 170'000, 50'000, 5).args
            = "\"Collective name\": \"AllReduce\", \"Process Group Name\": \"7\", \"Seq\": 12";
        const RankSummary rank = summaryOf(list);
        QCOMPARE(rank.collectives.size(), std::size_t {2});
        QCOMPARE(rank.collectives[1].span, (Interval {160'000, 220'000}));
    }

    void namesWithoutArguments()
    {
        EventList list;
        list.add("cpu_op", "c10d::alltoall_base_", kCpu, kCpu, 0, 10'000);
        list.launch(kCpu, 1'000, 1'000, 1);
        list.kernel("ncclDevKernel_SendRecv(x)", 20, 10'000, 1'000, 1);
        list.launch(kCpu, 11'000, 1'000, 2);
        list.kernel("ncclKernel_AllGather_RING_LL_Sum_int8_t(x)", 20, 20'000, 1'000, 2);
        list.launch(kCpu, 13'000, 1'000, 3);
        list.kernel("ncclDevKernel_SendRecv(x)", 20, 30'000, 1'000, 3); // between two, for all we know
        const RankSummary rank = summaryOf(list);
        QCOMPARE(rank.collectives.size(), std::size_t {2});
        QCOMPARE(rank.collectives[0].name, std::string("alltoall_base"));
        QCOMPARE(rank.collectives[1].name, std::string("allgather"));
        QVERIFY(endsTogether("alltoall_base") && endsTogether("_reduce_scatter_base") && endsTogether("all_reduce"));
        QVERIFY(!endsTogether("broadcast") && !endsTogether("gather"));
    }

    void rankOfAFileName_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("rank"); // -1: none
        QTest::newRow("word") << "/jobs/9/rank_12.pt.trace.json" << 12;
        QTest::newRow("joined") << "rank3_trace.json.gz" << 3;
        QTest::newRow("dash") << "trace-rank-7.json" << 7;
        QTest::newRow("capitals") << "RANK4.json" << 4;
        QTest::newRow("letter") << "step5_r2.json" << 2;
        QTest::newRow("end") << "megatron_kineto_6.json" << 6;
        QTest::newRow("process") << "worker_85866.1698107929560561434.pt.trace.json" << -1;
        QTest::newRow("part of a word") << "prank3x.json" << -1;
        QTest::newRow("none") << "trace.json" << -1;
        QTest::newRow("too long") << "rank_99999999999999999999.json" << -1;
        QTest::newRow("only a number") << "5.json" << -1;
    }
    void rankOfAFileName()
    {
        QFETCH(QString, name);
        QFETCH(int, rank);
        QCOMPARE(rankOfFileName(name.toStdString()).value_or(-1), std::int64_t {rank});
    }

    void roundTrip()
    {
        RankSummary rank = summaryOf(traceOfRank(1));
        const std::string text = summaryJson(rank);
        QVERIFY(looksLikeSummary(text));
        const Expected<RankSummary> read = parseSummary(text);
        QVERIFY(read);
        QCOMPARE(summaryJson(*read), text); // nothing was lost on the way
        QCOMPARE(read->collectives.size(), rank.collectives.size());
        QCOMPARE(read->collectives[1].before.activity, rank.collectives[1].before.activity);
        QCOMPARE(read->steps[0].idle, rank.steps[0].idle);
        rank.rank = std::nullopt;
        rank.baseNs = std::nullopt;
        const Expected<RankSummary> unknown = parseSummary(summaryJson(rank));
        QVERIFY(unknown && !unknown->rank && !unknown->baseNs);
    }

    // Whatever byte of it is lost, it is read as it is or refused with a message, never wrongly put together.
    void damagedSummaries()
    {
        const std::string text = summaryJson(summaryOf(traceOfRank(1)));
        std::size_t refused = 0;
        for (std::size_t length = 0; length < text.size() - 1; length += 7) {
            const Expected<RankSummary> cut = parseSummary(std::string_view(text).substr(0, length));
            QVERIFY(!cut);
            QVERIFY(!cut.error().message.empty());
            ++refused;
        }
        QVERIFY(refused > 100);
        for (const char* from : {"\"texts\"", "\"window_ns\"", "\"collectives\"", "\"warm_up\"", "\"input\""}) {
            std::string other = text;
            other.replace(other.find(from), 2, "\"X");
            QVERIFY(!parseSummary(other));
        }
        std::string newer = text;
        newer.replace(newer.find("rank/1"), 6, "rank/2");
        QVERIFY(parseSummary(newer).error().message.find("rank/2") != std::string::npos);
        QVERIFY(!looksLikeSummary("{\"traceEvents\": []}"));
        QVERIFY(!looksLikeSummary("{\"schema\": \"other/1\"}"));
    }

    // What is less than nothing would be drawn and added up: it is refused, and said where it is.
    void impossibleSizesAreRefused()
    {
        const RankSummary good = summaryOf(traceOfRank(1));
        const auto messageOf = [&good](const std::function<void(RankSummary&)>& spoil) {
            RankSummary bad = good;
            spoil(bad);
            const Expected<RankSummary> read = parseSummary(summaryJson(bad));
            return read ? std::string() : read.error().message;
        };
        QCOMPARE(messageOf([](RankSummary&) {}), std::string());
        const auto names = [&](const char* key, const std::function<void(RankSummary&)>& spoil) {
            return messageOf(spoil).find(key) != std::string::npos;
        };
        QVERIFY(names("\"window_ns\"", [](RankSummary& r) { r.windowNs = -1; }));
        QVERIFY(names("\"busy_ns\"", [](RankSummary& r) { r.busyNs = r.windowNs + 1; }));
        QVERIFY(names("\"comm_ns\"", [](RankSummary& r) { r.commNs = -5; }));
        QVERIFY(names("\"input\"", [](RankSummary& r) { r.idle[0] = -5; }));
        QVERIFY(names("\"range_end_ns\"", [](RankSummary& r) { r.range.end = r.range.start - 1; }));
        QVERIFY(names("\"world_size\"", [](RankSummary& r) { r.worldSize = -8; }));
        QVERIFY(names("\"end_ns\" in entry 1 of \"steps\"",
            [](RankSummary& r) { r.steps[0].cpu.end = r.steps[0].cpu.start - 1; }));
        QVERIFY(names("\"busy_ns\" in entry 1 of \"steps\"", [](RankSummary& r) { r.steps[0].busyNs = -1; }));
        QVERIFY(names("entry 2 of \"collectives\"",
            [](RankSummary& r) { r.collectives[1].span.end = r.collectives[1].span.start - 1; }));
        QVERIFY(names("entry 2 of \"collectives\"", [](RankSummary& r) { r.collectives[1].before.computeNs = -1; }));
    }

    void filesOfAFolder()
    {
        QTemporaryDir dir;
        for (const char* name : {"rank10.json", "rank2.json", "rank1.json.gz", ".hidden.json", "notes.txt"})
            QVERIFY(QFile(dir.filePath(QLatin1String(name))).open(QIODevice::WriteOnly));
        QVERIFY(QDir(dir.path()).mkdir(QStringLiteral("folder.json")));
        const auto files = load::filesOfFolder(dir.path().toStdString());
        QVERIFY(files);
        QStringList names;
        for (const std::string& path : *files)
            names << QFileInfo(QString::fromStdString(path)).fileName();
        QCOMPARE(names, (QStringList {"rank1.json.gz", "rank2.json", "rank10.json"}));
        QVERIFY(!load::filesOfFolder(dir.filePath(QStringLiteral("nowhere")).toStdString()));
    }

    // Traces, a summary and something else, in the order they were named; a summary is no trace.
    void loadsWhatItIsGiven()
    {
        QTemporaryDir dir;
        const auto write = [&dir](const char* name, const std::string& text) {
            QFile file(dir.filePath(QLatin1String(name)));
            return file.open(QIODevice::WriteOnly) && file.write(text.data(), static_cast<qint64>(text.size())) > 0
                ? file.fileName().toStdString()
                : std::string();
        };
        const std::string trace = write("rank1.json", traceOfRank(1).json());
        const std::string summary = write("small.json", summaryJson(summaryOf(traceOfRank(0))));
        const std::string other = write("other.json", "{\"segments\": [], \"device_traces\": []}");
        const auto loaded = load::loadRanks({trace, summary, other}, {2, 1});
        QCOMPARE(loaded.size(), std::size_t {3});
        QVERIFY(loaded[0] && loaded[1] && !loaded[2]);
        QCOMPARE(loaded[0]->rank.value_or(-1), std::int64_t {1});
        QCOMPARE(loaded[1]->rank.value_or(-1), std::int64_t {0});
        Progress progress;
        const auto asTrace = load::loadFile(summary, progress);
        QVERIFY(!asTrace);
        QVERIFY(asTrace.error().message.find("ranks") != std::string::npos);
    }

    void cyclesAndJobsAreToldApart()
    {
        constexpr std::int64_t kSecond = 1'000'000'000;
        std::vector<RankSummary> ranks;
        for (const std::int64_t cycle : {0, 1}) {
            for (const std::int64_t rank : {1, 0})
                ranks.push_back(emptyRank(rank, 2, cycle * 60 * kSecond));
        }
        ranks.push_back(emptyRank(0, 4, 0)); // another job
        ranks.push_back(emptyRank(1, 2, 0)); // rank 1 of the first cycle once more
        const std::vector<Job> jobs = groupIntoJobs(ranks);
        QCOMPARE(jobs.size(), std::size_t {4});
        QCOMPARE(jobs[0].members, (std::vector<std::size_t> {1, 0}));
        QCOMPARE(jobs[1].members, (std::vector<std::size_t> {4}));
        QCOMPARE(jobs[2].members, (std::vector<std::size_t> {5}));
        QCOMPARE(jobs[3].members, (std::vector<std::size_t> {3, 2}));
    }

    // Two jobs of two ranks at one time, in an order in which the first ranks of both would be taken for one job.
    void jobsOfOneTimeAreToldApartByTheirCollectives()
    {
        std::vector<RankSummary> ranks {emptyRank(0, 2), emptyRank(1, 2), emptyRank(1, 2), emptyRank(0, 2)};
        ranks[1].range.start = 1; // rank 1 of the other job
        ranks[2].range.start = 2;
        ranks[3].range.start = 3;
        for (std::int64_t i = 0; i < 8; ++i) {
            const std::int64_t slower = i % 3 * 4000; // the other job takes its time
            for (const std::size_t own : {0U, 2U})
                addCollective(ranks[own], {i * 10'000, i * 10'000 + 500 + static_cast<std::int64_t>(own)}, i);
            for (const std::size_t other : {1U, 3U})
                addCollective(ranks[other], {i * 10'000, i * 10'000 + 600 + slower}, i);
        }
        const std::vector<Job> jobs = groupIntoJobs(ranks);
        QCOMPARE(jobs.size(), std::size_t {2});
        QCOMPARE(jobs[0].members, (std::vector<std::size_t> {0, 2}));
        QCOMPARE(jobs[1].members, (std::vector<std::size_t> {3, 1}));
        QVERIFY(!jobs[0].guessed && !jobs[1].guessed);
    }

    void jobsOfOneTimeAreToldApartByTheirNames()
    {
        std::vector<RankSummary> ranks {emptyRank(0, 2), emptyRank(1, 2), emptyRank(1, 2), emptyRank(0, 2)};
        const char* const names[] = {"a_rank0.json", "b_rank1.json", "a_rank1.json", "b_rank0.json"};
        for (std::size_t i = 0; i < ranks.size(); ++i)
            ranks[i].file = names[i];
        const std::vector<Job> jobs = groupIntoJobs(ranks);
        QCOMPARE(jobs.size(), std::size_t {2});
        QCOMPARE(jobs[0].members, (std::vector<std::size_t> {0, 2}));
        QCOMPARE(jobs[1].members, (std::vector<std::size_t> {3, 1}));
        QVERIFY(!jobs[0].guessed);
        for (RankSummary& rank : ranks)
            rank.file = "trace.json";
        for (const Job& job : groupIntoJobs(ranks)) {
            QVERIFY(job.guessed); // nothing tells: said, and no rank is lost
            QCOMPARE(job.members.size(), std::size_t {2});
        }
    }

    void stepsTellCyclesApart()
    {
        std::vector<RankSummary> ranks {emptyRank(0, 2), emptyRank(1, 2)};
        addStep(ranks[0], 4, {0, 10});
        addStep(ranks[1], 5, {0, 10});
        QCOMPARE(groupIntoJobs(ranks).size(), std::size_t {2});
        addStep(ranks[1], 4, {10, 20});
        QCOMPARE(groupIntoJobs(ranks).size(), std::size_t {1});
    }

    void scaling()
    {
        std::vector<RankSummary> ranks {emptyRank(0, 8), emptyRank(0, 2), emptyRank(1, 2)};
        ranks[0].medianStepNs = 125;
        ranks[1].medianStepNs = 100;
        ranks[2].medianStepNs = 100;
        const std::vector<Job> jobs {{{0}, false}, {{1, 2}, false}};
        const std::vector<Scaling> scaling = scalingOf(ranks, jobs);
        QCOMPARE(scaling.size(), std::size_t {2});
        QCOMPARE(scaling[0].worldSize, std::int64_t {2});
        QCOMPARE(scaling[0].efficiency, 1.0);
        QCOMPARE(scaling[1].job, std::size_t {0});
        QCOMPARE(scaling[1].efficiency, 0.8);
        ranks[0].worldSize = 2;
        QVERIFY(scalingOf(ranks, jobs).empty());
    }

private:
    static RankSummary summaryOf(const EventList& list)
    {
        const auto trace = list.load();
        return summarizeRank(
            *trace, analysis::computeFigures(*trace, analysis::buildStepIndex(*trace), analysis::Window {}));
    }
};

STEPSCOPE_TEST(TestRankFiles)
#include "tst_rank_files.moc"
