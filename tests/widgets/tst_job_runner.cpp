// SPDX-License-Identifier: GPL-3.0-or-later
// JobRunner: results by one queued call, progress, cancel, late results, errors, joining.
#include "tests/support/test_registry.h"
#include "widgets/jobs/job_runner.h"

#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

using namespace stepscope;
using widgets::JobProgress;
using widgets::JobRunner;

namespace {

// A door that work waits behind until the test opens it or the work is told to stop.
class Gate
{
public:
    void open()
    {
        const std::scoped_lock lock(m_mutex);
        m_open = true;
        m_changed.notify_all();
    }
    bool waitOrStopped(const std::stop_token& stop)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, stop, [this]() { return m_open; });
        return m_open;
    }
    void wait()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this]() { return m_open; });
    }

private:
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    bool m_open = false;
};

} // namespace

class TestJobRunner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void deliversResultInThisThread();
    void pollsProgress();
    void cancelDropsTheResult();
    void newerRequestReplacesOlder();
    void lateResultOfAnUnstoppableJobIsDropped();
    void exceptionsBecomeErrors();
    void receiverMayStartTheNextJob();
    void receiverMayDeleteTheRunner();
    void destructionStopsAndJoins();
};

void TestJobRunner::deliversResultInThisThread()
{
    JobRunner runner;
    const QSignalSpy running(&runner, &JobRunner::runningChanged);
    const auto caller = std::this_thread::get_id();
    std::thread::id worker;
    std::thread::id receiver;
    int result = 0;
    runner.start<int>(
        [&worker](Progress&, std::stop_token) -> Expected<int> {
            worker = std::this_thread::get_id();
            return 42;
        },
        [&](Expected<int> r) {
            receiver = std::this_thread::get_id();
            result = r.value();
        });
    QVERIFY(runner.isRunning());
    QCOMPARE(result, 0); // never delivered inside start()
    QTRY_COMPARE(result, 42);
    QVERIFY(worker != caller);
    QVERIFY(receiver == caller);
    QTRY_VERIFY(!runner.isRunning());
    QCOMPARE(running.size(), 2);
}

void TestJobRunner::pollsProgress()
{
    JobRunner runner;
    Gate gate;
    JobProgress last;
    connect(&runner, &JobRunner::progressChanged, this, [&last](const JobProgress& p) { last = p; });
    bool done = false;
    runner.start<int>(
        [&gate](Progress& progress, std::stop_token stop) -> Expected<int> {
            progress.stage = LoadStage::Reading;
            progress.bytesTotal = 1000;
            progress.bytesDone = 250;
            gate.waitOrStopped(stop);
            progress.bytesDone = 1000;
            progress.events = 7;
            return 0;
        },
        [&done](Expected<int>) { done = true; });
    QTRY_COMPARE(last.bytesDone, std::uint64_t {250});
    QCOMPARE(last.bytesTotal, std::uint64_t {1000});
    QVERIFY(last.stage == LoadStage::Reading);
    gate.open();
    QTRY_VERIFY(done);
    QCOMPARE(last.bytesDone, std::uint64_t {1000}); // the end is always told
    QCOMPARE(last.events, std::uint64_t {7});
}

void TestJobRunner::cancelDropsTheResult()
{
    JobRunner runner;
    Gate gate;
    std::atomic<bool> stopped {false};
    bool delivered = false;
    runner.start<int>(
        [&](Progress&, std::stop_token stop) -> Expected<int> {
            stopped = !gate.waitOrStopped(stop);
            return 1;
        },
        [&delivered](Expected<int>) { delivered = true; });
    runner.cancel();
    QVERIFY(!runner.isRunning()); // at once for the caller
    QTRY_VERIFY(stopped);
    QTest::qWait(20);
    QVERIFY(!delivered);
}

void TestJobRunner::newerRequestReplacesOlder()
{
    JobRunner runner;
    QList<int> results;
    for (int i = 0; i < 20; ++i) {
        runner.start<int>([i](Progress&, std::stop_token) -> Expected<int> { return i; },
            [&results](Expected<int> r) { results << r.value(); });
    }
    QTRY_VERIFY(!runner.isRunning());
    QCOMPARE(results, QList<int> {19});
}

void TestJobRunner::lateResultOfAnUnstoppableJobIsDropped()
{
    JobRunner runner;
    Gate gate;
    Gate finished;
    QList<int> results;
    const auto take = [&results](Expected<int> r) { results << r.value(); };
    runner.start<int>(
        [&](Progress&, std::stop_token) -> Expected<int> {
            gate.wait(); // deaf to its stop token
            finished.open();
            return 1;
        },
        take);
    runner.start<int>([](Progress&, std::stop_token) -> Expected<int> { return 2; }, take);
    QTRY_COMPARE(results, QList<int> {2});
    gate.open();
    finished.wait();
    QTest::qWait(20);
    QCOMPARE(results, QList<int> {2});
}

void TestJobRunner::exceptionsBecomeErrors()
{
    JobRunner runner;
    QList<ErrorClass> classes;
    QString text;
    const auto take = [&](Expected<int> r) {
        QVERIFY(!r.has_value());
        classes << r.error().errorClass;
        text = QString::fromStdString(r.error().message);
    };
    runner.start<int>([](Progress&, std::stop_token) -> Expected<int> { throw std::bad_alloc(); }, take);
    QTRY_COMPARE(classes.size(), 1);
    QVERIFY(classes[0] == ErrorClass::OutOfMemory);
    QVERIFY(text.contains(QStringLiteral("memory")));
    runner.start<int>([](Progress&, std::stop_token) -> Expected<int> { throw std::runtime_error("odd"); }, take);
    QTRY_COMPARE(classes.size(), 2);
    QVERIFY(classes[1] == ErrorClass::Internal);
    QCOMPARE(text, QStringLiteral("odd"));
    runner.start<int>(
        [](Progress&, std::stop_token) -> Expected<int> { return fail(ErrorClass::EmptyFile, "empty", 3); }, take);
    QTRY_COMPARE(classes.size(), 3);
    QVERIFY(classes[2] == ErrorClass::EmptyFile);
}

void TestJobRunner::receiverMayStartTheNextJob()
{
    JobRunner runner;
    const QSignalSpy running(&runner, &JobRunner::runningChanged);
    int second = 0;
    runner.start<int>([](Progress&, std::stop_token) -> Expected<int> { return 1; },
        [&](Expected<int>) {
            runner.start<int>([](Progress&, std::stop_token) -> Expected<int> { return 2; },
                [&second](Expected<int> r) { second = r.value(); });
        });
    QTRY_COMPARE(second, 2);
    QTRY_COMPARE(running.size(), 2); // on once, off once
}

void TestJobRunner::receiverMayDeleteTheRunner()
{
    auto runner = std::make_unique<JobRunner>();
    runner->start<int>(
        [](Progress&, std::stop_token) -> Expected<int> { return 1; }, [&runner](Expected<int>) { runner.reset(); });
    QTRY_VERIFY(!runner);
}

void TestJobRunner::destructionStopsAndJoins()
{
    Gate gate;
    std::atomic<int> ended {0};
    const auto work = [&](Progress&, std::stop_token stop) -> Expected<int> {
        gate.waitOrStopped(stop);
        ++ended;
        return 0;
    };
    {
        JobRunner runner;
        runner.start<int>(work, [](Expected<int>) { QFAIL("nobody is there to receive this"); });
        runner.start<int>(work, [](Expected<int>) { QFAIL("nobody is there to receive this"); });
    }
    QCOMPARE(ended.load(), 2);
    QCoreApplication::processEvents();
}

STEPSCOPE_TEST(TestJobRunner)
#include "tst_job_runner.moc"
