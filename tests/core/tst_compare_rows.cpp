// SPDX-License-Identifier: GPL-3.0-or-later
// Parts that rows play whatever their ids, and names that are the same in two runs.
#include "core/compare/row_roles.h"
#include "core/compare/stable_name.h"
#include "tests/core/compared_loop.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

// A main and a backward thread, a compute and a communication stream, with ids of its own.
struct Ids
{
    int main = 100;
    int backward = 200;
    int compute = 7;
    int comm = 20;
    int device = 0;
    bool loader = false;
};

EventList rowsOf(const Ids& ids)
{
    EventList list;
    int correlation = 0;
    const auto kernel = [&](const char* name, int stream, std::int64_t at) {
        list.add("kernel", name, ids.device, stream, at * kUs, 10 * kUs, ++correlation);
        return correlation;
    };
    list.add("user_annotation", "ProfilerStep#3", kCpu, ids.main, 0, 1000 * kUs);
    list.op("aten::mm", ids.main, 10 * kUs, 20 * kUs);
    list.launch(ids.main, 12 * kUs, 2 * kUs, kernel("gemm", ids.compute, 30));
    list.op("autograd::engine::evaluate_function: MmBackward0", ids.backward, 200 * kUs, 90 * kUs);
    for (int i = 0; i < 3; ++i)
        list.launch(ids.backward, (210 + i * 20) * kUs, 2 * kUs, kernel("gemm_bwd", ids.compute, 230 + i * 30));
    list.launch(ids.backward, 280 * kUs, 2 * kUs, kernel("ncclDevKernel_AllReduce(x)", ids.comm, 400));
    if (ids.loader)
        list.op("pin", 900, 5 * kUs, 10 * kUs);
    return list;
}

} // namespace

class TestCompareRows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void partsDoNotDependOnIds()
    {
        const auto before = rowsOf({}).load();
        const auto after = rowsOf({555, 100, 20, 7, 1, false}).load(); // ids that mean other parts in the first
        QVERIFY(before && after);
        std::vector<std::string> a = compare::rowRoles(*before);
        std::vector<std::string> b = compare::rowRoles(*after);
        std::sort(a.begin(), a.end());
        std::sort(b.begin(), b.end());
        QCOMPARE(a, b);
        QCOMPARE(
            a, (std::vector<std::string> {"GPU 0 communication", "GPU 0 compute", "thread backward", "thread main"}));
    }

    void otherThreadsGoByTheirNames()
    {
        Ids more;
        more.loader = true;
        const auto trace = rowsOf(more).load();
        const std::vector<std::string> roles = compare::rowRoles(*trace);
        QCOMPARE(roles.size(), trace->tracks.size());
        const auto other = std::find_if(trace->tracks.begin(), trace->tracks.end(),
            [](const model::Track& track) { return track.name.find("900") != std::string::npos; });
        QVERIFY(other != trace->tracks.end());
        const std::string& role = roles[static_cast<std::size_t>(other - trace->tracks.begin())];
        QVERIFY(role.starts_with("thread ") && role != "thread main" && role.find("900") == std::string::npos);
    }

    void namesWithoutWhatDiffersFromRunToRun()
    {
        QCOMPARE(compare::stableName("/home/me/train.py(156): step"), std::string("train.py: step"));
        QCOMPARE(compare::stableName("train.py(7): step"), std::string("train.py: step"));
        QCOMPARE(compare::stableName("<built-in method item of Tensor object at 0x7f2a4c0de3d0>"),
            std::string("<built-in method item of Tensor object at >"));
        QCOMPARE(compare::stableName("aten::mm"), std::string("aten::mm"));
        QCOMPARE(compare::stableName("broken.py("), std::string("broken.py"));
        QCOMPARE(compare::stableName(""), std::string());
    }

    void callsMeanTheSameWhoeverTheyAreOf()
    {
        for (const char* name : {"cudaLaunchKernel", "cudaLaunchKernelExC", "cudaLaunchKernelExC_v11060",
                 "cuLaunchKernel", "cuLaunchKernelEx", "hipLaunchKernel", "hipExtLaunchKernel", "hipModuleLaunchKernel",
                 "hipExtModuleLaunchKernel", "urEnqueueKernelLaunch"})
            QCOMPARE(compare::callMeaning(name), std::string("LaunchKernel"));
        for (const char* name : {"cudaMemcpyAsync", "cuMemcpyHtoDAsync_v2", "hipMemcpyAsync", "hipMemcpyWithStream"})
            QCOMPARE(compare::callMeaning(name), std::string("MemcpyAsync"));
        QCOMPARE(compare::callMeaning("cudaDeviceSynchronize (end of step)"),
            std::string("DeviceSynchronize (end of step)"));
        QCOMPARE(compare::callMeaning("hipDeviceSynchronize"), std::string("DeviceSynchronize"));
        QCOMPARE(compare::callMeaning("cudaMemsetAsync"), compare::callMeaning("cuMemsetD8Async"));
        QVERIFY(compare::callMeaning("cudaMemcpyAsync") != compare::callMeaning("cudaMemcpy"));
        QVERIFY(compare::callMeaning("cudaLaunchKernel") != compare::callMeaning("cudaGraphLaunch"));
        for (const char* name : {"aten::item", "customCall", "cuda", "", "urgent"})
            QCOMPARE(compare::callMeaning(name), std::string());
    }
};

STEPSCOPE_TEST(TestCompareRows)
#include "tst_compare_rows.moc"
