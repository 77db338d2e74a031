// SPDX-License-Identifier: GPL-3.0-or-later
// Workers run once each, on threads of their own; work is handed out once; exceptions reach the caller.
#include "core/util/thread_pool.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <atomic>
#include <barrier>
#include <set>
#include <stdexcept>
#include <thread>

using namespace stepscope;

class TestThreadPool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void atLeastOneThreadIsUsable() { QVERIFY(usableThreads() >= 1); }

    void everyWorkerRunsOnceAndAtTheSameTime()
    {
        constexpr unsigned kThreads = 5;
        std::barrier<> meeting(kThreads); // is passed only when all are there at once
        std::vector<std::atomic<int>> runs(kThreads);
        std::vector<std::thread::id> threads(kThreads);
        runWorkers(kThreads, [&](unsigned worker) {
            meeting.arrive_and_wait();
            ++runs[worker];
            threads[worker] = std::this_thread::get_id();
        });
        for (const std::atomic<int>& count : runs)
            QCOMPARE(count.load(), 1);
        QCOMPARE(std::set<std::thread::id>(threads.begin(), threads.end()).size(), std::size_t {kThreads});
        QVERIFY(threads[0] == std::this_thread::get_id());
    }

    void zeroThreadsStillRunTheCaller()
    {
        int runs = 0;
        runWorkers(0, [&](unsigned worker) { runs += worker == 0 ? 1 : 100; });
        QCOMPARE(runs, 1);
    }

    void theFirstExceptionReachesTheCaller()
    {
        for (const unsigned failing : {0U, 2U}) {
            std::atomic<unsigned> finished {0};
            const auto body = [&](unsigned worker) {
                if (worker == failing)
                    throw std::runtime_error("no more");
                ++finished;
            };
            QVERIFY_THROWS_EXCEPTION(std::runtime_error, runWorkers(3, body));
            QCOMPARE(finished.load(), 2U); // the others are not given up
        }
    }

    void eachItemIsDoneOnce()
    {
        for (const unsigned threads : {0U, 1U, 2U, 7U}) {
            for (const std::size_t count : std::vector<std::size_t> {0, 1, 3, 10'000}) {
                std::vector<std::atomic<int>> done(count);
                parallelFor(threads, count, [&](std::size_t i) { ++done[i]; });
                for (const std::atomic<int>& times : done)
                    QCOMPARE(times.load(), 1);
            }
        }
    }

    void noItemIsBegunAfterAFailure()
    {
        std::atomic<std::size_t> begun {0};
        const auto body = [&](std::size_t i) {
            ++begun;
            if (i == 10)
                throw std::runtime_error("no more");
        };
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, parallelFor(1, 1'000, body));
        QCOMPARE(begun.load(), std::size_t {11});
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, parallelFor(4, 1'000, body));
    }
};

STEPSCOPE_TEST(TestThreadPool)

#include "tst_thread_pool.moc"
