// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/kernel_names.h"
#include "core/analysis/ncu_command.h"
#include "tests/core/analysis_fixture.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

SliceId startingAt(const model::Trace& trace, std::int64_t start)
{
    for (std::size_t i = 0; i < trace.slices.size(); ++i) {
        if (trace.slices.start[i] == start)
            return SliceId(i);
    }
    return {};
}

std::string commandFor(const model::Trace& trace, std::int64_t start)
{
    const auto command = analysis::ncuCommand(trace, startingAt(trace, start));
    return command ? command->text : "none";
}

} // namespace

class TestNcuCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsLaunchesOfTheFunctionInTheOrderOfTheCalls()
    {
        EventList list;
        const char* const add = "void at::native::vectorized_elementwise_kernel<4, AddFunctor>(int)";
        const char* const mul = "void at::native::vectorized_elementwise_kernel<2, MulFunctor>(int)";
        list.launch(100, 10, 5, 1);
        list.launch(100, 20, 5, 2);
        list.launch(100, 30, 5, 3);
        list.launch(101, 25, 5, 4);
        list.kernel(add, 7, 900, 10, 1); // launched first, runs last
        list.kernel(mul, 20, 200, 10, 2);
        list.kernel(add, 20, 300, 10, 3);
        list.kernel("other", 20, 400, 10, 4);
        list.add("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", 0, 20, 500, 10);
        const auto trace = list.load();
        QVERIFY(trace);
        const std::string prefix = "ncu --kernel-name 'regex:^vectorized_elementwise_kernel$' --launch-skip ";
        const std::string rest = " --launch-count 1 --set full -o kernel";
        QCOMPARE(commandFor(*trace, 900), prefix + "0" + rest);
        QCOMPARE(commandFor(*trace, 200), prefix + "1" + rest);
        QCOMPARE(commandFor(*trace, 300), prefix + "2" + rest);
        QCOMPARE(commandFor(*trace, 400), std::string("ncu --kernel-name 'regex:^other$' --launch-skip 0") + rest);
        QCOMPARE(commandFor(*trace, 500), std::string("none")); // a copy
        QCOMPARE(commandFor(*trace, 10), std::string("none"));  // a call
        QVERIFY(!analysis::ncuCommand(*trace, SliceId()));
    }

    void namesAreSafeForRegexAndShell()
    {
        EventList list;
        list.kernel("odd.name+[1] 'x'", 7, 100, 10);
        const auto trace = list.load();
        QVERIFY(trace);
        QVERIFY(commandFor(*trace, 100).find("'regex:^odd\\.name\\+\\[1\\] '\\''x'\\''$'") != std::string::npos);
    }

    void otherVendorsHaveNone()
    {
        EventList list;
        list.add("cuda_runtime", "hipLaunchKernel", kCpu, 100, 10, 5, 1);
        list.kernel("early", 7, 20, 10); // launched before the recording
        list.kernel("k", 7, 100, 10, 1);
        const auto trace = list.load();
        QVERIFY(trace);
        QVERIFY(trace->gpuWork.launch[1].valid());
        QCOMPARE(commandFor(*trace, 100), std::string("none"));
        QCOMPARE(commandFor(*trace, 20), std::string("none"));
    }

    void functionNames()
    {
        const auto name = [](const char* text) { return analysis::kernelFunctionName(text); };
        QCOMPARE(name("ampere_sgemm_128x64_tn"), std::string("ampere_sgemm_128x64_tn"));
        QCOMPARE(name("void at::native::(anonymous namespace)::multi_tensor_apply_kernel<A<4>, B>(int)"),
            std::string("multi_tensor_apply_kernel"));
        QCOMPARE(name("ncclDevKernel_Generic(ncclDevKernelArgsStorage<4096ul>)"), std::string("ncclDevKernel_Generic"));
        QCOMPARE(name(""), std::string());
    }
};

STEPSCOPE_TEST(TestNcuCommand)
#include "tst_ncu_command.moc"
