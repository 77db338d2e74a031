// SPDX-License-Identifier: GPL-3.0-or-later
// Smaller traces: what is kept, that it is unchanged, and that nothing is lost when writing fails.
#include "analysis_fixture.h"
#include "core/analysis/step_window.h"
#include "core/share/trace_cut.h"
#include "tests/core/findings_run.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace stepscope;
using namespace stepscope::share;
using namespace stepscope::tests;

namespace {

// Two steps; the kernel of the second is launched in the first.
EventList twoSteps()
{
    EventList list;
    list.topLevel = "\"schemaVersion2\": 7, \"baseTimeNanoseconds\": 1700000000000000000, ";
    list.add("user_annotation", "ProfilerStep#1", kCpu, kCpu, 0, 100'000);
    list.add("user_annotation", "ProfilerStep#2", kCpu, kCpu, 100'000, 100'000);
    list.op("aten::early", kCpu, 10'000, 20'000);
    list.launch(kCpu, 50'000, 5'000, 1);
    list.kernel("gemm", 7, 120'500, 30'000, 1).args = "\"bytes\": 1.50, \"owner\": \"mallory@mail.example\"";
    list.add("python_function", "/home/mallory/a.py(1): f", kCpu, kCpu, 110'000, 20'000);
    list.op("aten::late", kCpu, 150'001, 20'000);
    return list;
}

} // namespace

class TestTraceCut : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        m_trace = twoSteps().load();
        QVERIFY(m_trace);
    }

    void keepsTheRangeAndWhatLaunchedIt()
    {
        CutRequest request;
        request.window = Interval {100'000, 200'000};
        const auto result = writeCut(*m_trace, request, out());
        QVERIFY(result);
        QCOMPARE(result->events, std::uint64_t {7});
        QCOMPARE(result->kept, std::uint64_t {5});
        const auto cut = load(out());
        QVERIFY(cut);
        QCOMPARE(names(*cut),
            (QStringList {"/home/mallory/a.py(1): f", "ProfilerStep#2", "aten::late", "cudaLaunchKernel", "gemm"}));
        QCOMPARE(cut->baseTimeNs.value_or(0), std::int64_t {1'700'000'000'000'000'000});
        QVERIFY(cut->diagnostics.warnings() == 0);
        // Times and arguments as they stood, the link between kernel and launch too.
        const SliceId kernel = cut->gpuWork.slice[0];
        QCOMPARE(cut->slices.start[kernel.index()], std::int64_t {120'500});
        QVERIFY(cut->gpuWork.launch[0].valid());
        const auto event = cut->args->rawEventAt(cut->slices.offset(kernel), 1000);
        QVERIFY(event && event->find("\"bytes\": 1.50") != std::string::npos);
    }

    void aCutOfACutIsTheSame()
    {
        CutRequest request;
        request.window = Interval {100'000, 200'000};
        QVERIFY(writeCut(*m_trace, request, out()));
        const auto cut = load(out());
        const std::string again = m_dir->filePath(QStringLiteral("again.json")).toStdString();
        QVERIFY(writeCut(*cut, request, again));
        QCOMPARE(bytes(again), bytes(out()));
    }

    void everythingWithoutARange()
    {
        const auto result = writeCut(*m_trace, {}, out());
        QVERIFY(result);
        QCOMPARE(result->kept, result->events);
        QCOMPARE(names(*load(out())), names(*m_trace));
    }

    void withoutPython()
    {
        CutRequest request;
        request.python = false;
        QVERIFY(writeCut(*m_trace, request, out()));
        QVERIFY(!names(*load(out())).join(QLatin1Char('|')).contains(QLatin1String("a.py")));
        QCOMPARE(names(*load(out())).size(), 6);
    }

    void scrubs()
    {
        CutRequest request;
        request.scrub = true;
        const auto result = writeCut(*m_trace, request, out());
        QVERIFY(result);
        QCOMPARE(result->masked.at(SecretKind::HomePath), std::uint64_t {1});
        QCOMPARE(result->masked.at(SecretKind::Email), std::uint64_t {1});
        QVERIFY(!bytes(out()).contains("mallory"));
        QCOMPARE(load(out())->slices.size(), m_trace->slices.size());
    }

    // As the cut would mask it, by bytes of the file.
    void listsWhatItWouldMask()
    {
        const auto found = listSecrets(*m_trace, {});
        QVERIFY(found);
        const std::vector<ListedSecret> secrets = found->secrets();
        QCOMPARE(secrets.size(), std::size_t {2});
        const QByteArray text = bytes(m_trace->file.path);
        QCOMPARE(secrets[0].place, std::string("event"));
        QCOMPARE(static_cast<qsizetype>(secrets[0].offset), text.indexOf("\"/home/mallory"));
        QCOMPARE(static_cast<qsizetype>(secrets[1].offset), text.indexOf("\"mallory@"));
        CutRequest none;
        none.python = false;
        none.window = Interval {0, 100'000};
        QVERIFY(listSecrets(*m_trace, none)->secrets().empty());

        EventList list = twoSteps();
        list.topLevel = "\"hosts\": [1, \"10.1.2.3\"], " + list.topLevel;
        const auto trace = list.load();
        const std::vector<ListedSecret> ofMember = listSecrets(*trace, none)->secrets();
        QCOMPARE(ofMember.size(), std::size_t {1});
        QCOMPARE(ofMember[0].place, std::string("hosts"));
        QCOMPARE(static_cast<qsizetype>(ofMember[0].offset), bytes(trace->file.path).indexOf("\"10.1"));
    }

    // Metadata of which the program holds only the start is written whole.
    void longMetadataIsKept()
    {
        EventList list = twoSteps();
        std::string text; // put together so that g++ 12 with ThreadSanitizer does not warn of the standard library
        text.resize(std::size_t {1} << 20U, 'x');
        text += "/home/mallory/end";
        list.topLevel = "\"notes\": {\"a\": [1, \"" + text + "\"]}, " + list.topLevel;
        const auto trace = list.load();
        QVERIFY(trace);
        CutRequest request;
        request.scrub = true;
        const auto result = writeCut(*trace, request, out());
        QVERIFY(result && result->notes.empty());
        QVERIFY(bytes(out()).contains("xxx/home/user/end\"]}"));
        // What is damaged there is still said.
        list.topLevel = "\"notes\": {\"a\": \"" + text + "\x01\"}, " + twoSteps().topLevel;
        const auto damaged = list.load();
        QVERIFY(damaged);
        const auto without = writeCut(*damaged, request, out());
        QVERIFY(without && without->notes.size() >= 1);
        QVERIFY(!bytes(out()).contains("notes"));
    }

    void namesAsLongAsTheyCanBe()
    {
        const std::string path
            = m_dir->filePath(QString(250, QLatin1Char('n')) + QStringLiteral(".json")).toStdString();
        QVERIFY(writeCut(*m_trace, {}, path));
        QVERIFY(load(path));
    }

    void progressReachesItsEnd()
    {
        Progress progress;
        CutRequest request;
        request.scrub = true;
        QVERIFY(writeCut(*m_trace, request, out(), {}, &progress));
        QCOMPARE(progress.bytesTotal.load(), 2 * m_trace->file.textBytes);
        QVERIFY(progress.bytesDone > progress.bytesTotal / 2 && progress.bytesDone <= progress.bytesTotal);
    }

    void packs()
    {
        const std::string packed = m_dir->filePath(QStringLiteral("cut.json.gz")).toStdString();
        QVERIFY(writeCut(*m_trace, {}, packed));
        const auto cut = load(packed);
        QVERIFY(cut);
        QCOMPARE(cut->file.compression, model::Compression::Gzip);
        QCOMPARE(names(*cut), names(*m_trace));
    }

    // Damaged events are written as they were mended.
    void mendsWhatIsDamaged()
    {
        const auto damaged = EventList::loadText(
            "[{\"ph\": \"X\", \"name\": \"a\tb\", \"ts\": 1, \"dur\": 2, \"pid\": 1, \"tid\": 1},,\n"
            "{\"ph\": \"X\", \"name\": \"c\", \"ts\": 4, \"dur\": 2, \"pid\": 1, \"tid\": 1");
        QVERIFY(damaged);
        const auto result = writeCut(*damaged, {}, out());
        QVERIFY(result);
        const auto cut = load(out());
        QVERIFY(cut);
        QCOMPARE(cut->slices.size(), damaged->slices.size());
        QVERIFY(cut->diagnostics.warnings() == 0);
    }

    void linksAreFollowedAndPermissionsKept()
    {
        const QString target = m_dir->filePath(QStringLiteral("target.json"));
        QVERIFY(QFile(target).open(QIODevice::WriteOnly));
        QVERIFY(QFile::setPermissions(target, QFileDevice::ReadOwner | QFileDevice::WriteOwner));
        QVERIFY(QFile::link(target, QString::fromStdString(out())));
        QVERIFY(writeCut(*m_trace, {}, out()));
        QVERIFY(QFileInfo(QString::fromStdString(out())).isSymLink());
        QVERIFY(QFileInfo(target).size() > 100);
        QVERIFY((QFile::permissions(target) & QFileDevice::ReadGroup) == 0);
    }

    // The flow of a launch that began before the range is kept with both ends.
    void flowsKeepBothEnds()
    {
        EventList list = twoSteps();
        std::string text = list.json();
        const std::string flows = ",\n{\"ph\": \"s\", \"id\": 1, \"pid\": 100, \"tid\": 100, \"ts\": 50.000, \"cat\": "
                                  "\"ac2g\", \"name\": \"ac2g\"}"
                                  ",\n{\"ph\": \"f\", \"bp\": \"e\", \"id\": 1, \"pid\": 0, \"tid\": 7, \"ts\": "
                                  "120.500, \"cat\": \"ac2g\", \"name\": \"ac2g\"}";
        text.insert(text.rfind("\n]"), flows);
        const auto trace = EventList::loadText(text);
        CutRequest request;
        request.window = Interval {130'000, 200'000}; // within the kernel
        QVERIFY(writeCut(*trace, request, out()));
        const QByteArray cut = bytes(out());
        QVERIFY(cut.contains("\"ph\": \"s\"") && cut.contains("\"ph\": \"f\""));
    }

    void saysThatItIsACut()
    {
        CutRequest request;
        request.window = Interval {100'000, 200'000};
        request.steps = {2, 2};
        QVERIFY(writeCut(*m_trace, request, out()));
        const QByteArray first = bytes(out());
        QVERIFY(first.contains("\"stepscopeCut\": {\"start_ns\": 100000, \"end_ns\": 200000, \"steps\": [2, 2]}"));
        const auto cut = load(out());
        QVERIFY(cut->cut.has_value());
        QCOMPARE(cut->diagnostics.count(DiagnosticKind::cut_trace), std::uint64_t {1});
        // The launch of step 1 whose kernel is left out is no sign of damage.
        QCOMPARE(cut->diagnostics.count(DiagnosticKind::launch_without_gpu_record), std::uint64_t {0});
        // A part of it lies within both; another cut of all of it changes nothing.
        const std::string again = m_dir->filePath(QStringLiteral("again.json")).toStdString();
        request.window = Interval {150'000, 900'000};
        request.steps.reset();
        QVERIFY(writeCut(*cut, request, again));
        QVERIFY(
            bytes(again).contains("\"stepscopeCut\": {\"start_ns\": 150000, \"end_ns\": 200000, \"steps\": [2, 2]}"));
        QVERIFY(writeCut(*cut, {}, again));
        QCOMPARE(bytes(again), first);
    }

    // A step that waited 50 ms for its data is no warm-up step because a cut begins with it.
    void aStepIsTheSameInItsCut()
    {
        Run run;
        run.at = kMs;
        run.busyStep(1);
        run.inputStep(2, 50 * kMs);
        for (int i = 1; i <= 20; ++i) // enough to be judged
            run.work(run.at - i * 100 * kUs, run.at - i * 100 * kUs + 10 * kUs, run.at - i * 100 * kUs + 20 * kUs,
                "gemm_f16_s16816", 20);
        run.busyStep(3);
        const auto whole = run.load();
        QVERIFY(whole);
        const analysis::StepFigures before = figuresOf(*whole).steps.steps.at(1);
        CutRequest request;
        request.window = analysis::windowOfSteps(analysis::buildStepIndex(*whole), 2, 2);
        request.steps = {2, 2};
        QVERIFY(writeCut(*whole, request, out()));
        const auto cut = load(out());
        QVERIFY(cut);
        const analysis::TraceFigures figures = figuresOf(*cut);
        QCOMPARE(figures.steps.steps.size(), std::size_t {1});
        const analysis::StepFigures& after = figures.steps.steps.front();
        QVERIFY(before.span.gpu && after.span.gpu == before.span.gpu);
        QVERIFY(before.idleByCause && after.idleByCause == before.idleByCause);
        QVERIFY(after.gpuIdleNs.value_or(0) >= 50 * kMs);
        QVERIFY(!before.warmUp && !after.warmUp);
        const analysis::Finding* input = findingOf(figures, "idle.input");
        QVERIFY2(input != nullptr && input->totalNs > 49 * kMs, figures.judgement.verdict.sentence.c_str());
    }

    void ofAListMakesAnObject()
    {
        std::string text = twoSteps().json();
        text = text.substr(text.find('['));
        text.erase(text.rfind('}'));
        const auto trace = EventList::loadText(text);
        QVERIFY(trace);
        CutRequest request;
        QVERIFY(writeCut(*trace, request, out()));
        QVERIFY(bytes(out()).startsWith('['));
        request.window = Interval {100'000, 200'000};
        QVERIFY(writeCut(*trace, request, out()));
        QVERIFY(load(out())->cut.has_value());
    }

    void refusesToReplaceTheTrace()
    {
        const auto refused = writeCut(*m_trace, {}, m_trace->file.path);
        QVERIFY(!refused);
        QVERIFY(QFile::exists(QString::fromStdString(m_trace->file.path)));
        const auto nowhere
            = writeCut(*m_trace, {}, m_dir->filePath(QStringLiteral("no/such/folder.json")).toStdString());
        QVERIFY(!nowhere);
        const QString device = m_dir->filePath(QStringLiteral("fifo"));
        QCOMPARE(mkfifo(qPrintable(device), 0600), 0);
        QVERIFY(!writeCut(*m_trace, {}, device.toStdString()));
        QVERIFY(!QFileInfo(device).isFile() && QFileInfo::exists(device));
        QVERIFY(QFile::remove(device));
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!writeCut(*m_trace, {}, out(), stop.get_token()));
        QCOMPARE(QDir(m_dir->path()).entryList(QDir::Files | QDir::Hidden), QStringList()); // no half of a file
    }

private:
    [[nodiscard]] std::string out() const { return m_dir->filePath(QStringLiteral("cut.json")).toStdString(); }
    static std::shared_ptr<const model::Trace> load(const std::string& path)
    {
        Progress progress;
        auto trace = json::loadTrace(path, progress);
        return trace ? *trace : nullptr;
    }
    static QByteArray bytes(const std::string& path)
    {
        QFile file(QString::fromStdString(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static QStringList names(const model::Trace& trace)
    {
        QStringList out;
        for (std::size_t i = 0; i < trace.slices.size(); ++i)
            out << QString::fromStdString(std::string(trace.nameOf(SliceId(i))));
        out.sort();
        return out;
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::shared_ptr<const model::Trace> m_trace;
};

STEPSCOPE_TEST(TestTraceCut)
#include "tst_trace_cut.moc"
