// SPDX-License-Identifier: GPL-3.0-or-later
// Steps for the eye: also those that cross their neighbours and so lie on lanes of their own.
#include "core/view/steps.h"
#include "tests/support/loaded_trace.h"
#include "tests/support/test_registry.h"

#include <QObject>
#include <QTest>

using namespace stepscope;
using stepscope::tests::LoadedTrace;

// Annotations of steps on one thread, {number, start and duration in µs}.
static QByteArray stepsAsJson(std::initializer_list<std::array<double, 3>> steps)
{
    QByteArray json;
    for (const auto& [number, start, duration] : steps) {
        json += json.isEmpty() ? "[" : ",";
        json += "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"pid\":1,\"tid\":1,\"name\":\"ProfilerStep#"
            + QByteArray::number(number) + "\",\"ts\":" + QByteArray::number(start)
            + ",\"dur\":" + QByteArray::number(duration) + "}";
    }
    return json + "]";
}

class TestViewSteps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stepsThatCrossAreAllFound()
    {
        const LoadedTrace loaded(stepsAsJson({{7, 1000, 500.25}, {8, 1500, 480}, {9, 1990, 10}}));
        QVERIFY(loaded.ok());
        const auto steps = view::findSteps(*loaded.trace());
        QCOMPARE(steps.size(), std::size_t {3});
        QCOMPARE(view::stepLabel(*loaded.trace(), steps[1]), std::string("#8"));
        QCOMPARE(steps[0].start, std::int64_t {1'000'000});
        QCOMPARE(steps[1].start, std::int64_t {1'500'000});
        QCOMPARE(view::firstStepEndingAfter(steps, 1'500'100), std::size_t {0});
        QCOMPARE(view::firstStepEndingAfter(steps, 1'500'250), std::size_t {1});
    }

    void aStepInsideAnotherIsNone()
    {
        const LoadedTrace loaded(stepsAsJson({{1, 0, 100}, {2, 20, 30}}));
        QVERIFY(loaded.ok());
        QCOMPARE(view::findSteps(*loaded.trace()).size(), std::size_t {1});
    }
};

STEPSCOPE_TEST(TestViewSteps)

#include "tst_view_steps.moc"
