// SPDX-License-Identifier: GPL-3.0-or-later
// What a DataLoader span was busy with.
#include "tests/core/analysis_fixture.h"
#include "tests/support/test_registry.h"

#include "core/analysis/data_loading.h"

#include <optional>

using namespace stepscope;
using namespace stepscope::tests;

namespace {

constexpr int kMain = 100;
const char* const kSingle = "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__";
const char* const kMany = "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__";

struct Detail
{
    std::shared_ptr<const model::Trace> trace;
    analysis::InputDetail found;

    explicit Detail(const EventList& list)
        : trace(list.load())
    {
        for (std::size_t i = 0; trace && i < trace->slices.size(); ++i) {
            if (trace->nameOf(SliceId(i)).substr(0, 21) == "enumerate(DataLoader)")
                found = analysis::inputDetail(*trace, SliceId(i));
        }
    }
    [[nodiscard]] std::string_view hottest() const
    {
        return found.hottest.valid() ? trace->names.view(found.hottest) : std::string_view("none");
    }
};

} // namespace

class TestDataLoading : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void selfTimeDecidesSummedByName()
    {
        EventList list;
        list.add("user_annotation", kSingle, kCpu, kMain, 0, 1000);
        list.add("python_function", "torch/utils/data/_utils/fetch.py(20): fetch", kCpu, kMain, 0, 1000);
        list.add("python_function", "data.py(5): __getitem__", kCpu, kMain, 10, 900);
        list.add("python_function", "PIL/JpegImagePlugin.py(400): load", kCpu, kMain, 20, 300);
        list.add("python_function", "PIL/JpegImagePlugin.py(400): load", kCpu, kMain, 400, 250);
        list.op("aten::stack", kMain, 920, 60);
        list.op("aten::add", kMain, 1100, 5000); // after it
        const Detail detail(list);
        QCOMPARE(detail.hottest(), std::string_view("PIL/JpegImagePlugin.py(400): load"));
        QCOMPARE(detail.found.selfNs, 550);
        QVERIFY(analysis::inputNote(detail.found).empty());
    }

    void otherThreadsDoNotCount()
    {
        EventList list;
        list.add("user_annotation", kSingle, kCpu, kMain, 0, 1000);
        list.op("aten::stack", kMain, 0, 600);
        list.op("aten::add", 101, 0, 1000);
        QCOMPARE(Detail(list).hottest(), std::string_view("aten::stack"));
    }

    void littleRecordedIsSaid()
    {
        EventList list;
        list.add("user_annotation", kSingle, kCpu, kMain, 0, 1000);
        list.op("aten::stack", kMain, 0, 499);
        const Detail detail(list);
        QCOMPARE(detail.hottest(), std::string_view("aten::stack"));
        QVERIFY(analysis::inputNote(detail.found).find("no record") != std::string::npos);
    }

    void nothingRecordedIsSaid()
    {
        EventList list;
        list.add("user_annotation", kSingle, kCpu, kMain, 0, 1000);
        const Detail detail(list);
        QVERIFY(!detail.found.hottest.valid());
        QVERIFY(analysis::inputNote(detail.found).find("nothing was recorded") != std::string::npos);
    }

    void workersAreOtherProcesses()
    {
        EventList list;
        list.add("user_annotation", kMany, kCpu, kMain, 0, 1000);
        list.add("python_function", "queue.py(171): get", kCpu, kMain, 0, 1000);
        list.op("aten::empty", kMain, 10, 20);
        const Detail detail(list);
        QVERIFY(!detail.found.hottest.valid());
        QVERIFY(analysis::inputNote(detail.found).find("other processes") != std::string::npos);
    }

    void waitingForACollectiveIsNoDataLoading()
    {
        using model::EventKind;
        QVERIFY(analysis::isDataLoading("## data:wait ##", EventKind::UserAnnotation));
        QVERIFY(!analysis::isDataLoading("## all2all_data:wait ##", EventKind::UserAnnotation));
        QVERIFY(!analysis::isDataLoading("Reduce-Scatter data wait", EventKind::UserAnnotation));
    }

    void anInvalidSpanHasNoDetail()
    {
        const EventList list;
        const auto trace = list.load();
        QVERIFY(trace);
        QVERIFY(!analysis::inputDetail(*trace, SliceId()).hottest.valid());
    }
};

STEPSCOPE_TEST(TestDataLoading)
#include "tst_data_loading.moc"
