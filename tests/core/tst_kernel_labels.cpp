// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/kernel_labels.h"
#include "tests/support/test_registry.h"
#include "tests/support/trace_fixture.h"

#include <QTest>

#include <set>

using namespace stepscope;
using namespace stepscope::analysis;

namespace {

QStringList labelsOf(const std::vector<std::string_view>& names)
{
    QStringList labels;
    for (const std::string& label : kernelLabels(names))
        labels << QString::fromStdString(label);
    return labels;
}

} // namespace

class TestKernelLabels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesThatDifferStayShort()
    {
        QCOMPARE(labelsOf({"ampere_sgemm_128x64_tn", "void softmax<float>(int)"}),
            QStringList({QStringLiteral("ampere_sgemm_128x64_tn"), QStringLiteral("softmax")}));
        QCOMPARE(labelsOf({}), QStringList());
    }

    void templatesSayWhatDiffers()
    {
        QCOMPARE(labelsOf({"void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, "
                           "std::array<char*, 1ul> >(int)",
                     "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<c10::BFloat16>, "
                     "std::array<char*, 1ul> >(int)",
                     "void softmax<4, float>(int)", "void softmax<8, c10::Half>(int)"}),
            QStringList({QStringLiteral("vectorized_elementwise_kernel<FillFunctor, float>"),
                QStringLiteral("vectorized_elementwise_kernel<FillFunctor, BFloat16>"),
                QStringLiteral("softmax · float"), QStringLiteral("softmax · Half")}));
    }

    void onePlaceIsNotAlwaysEnough()
    {
        const QStringList labels = labelsOf(
            {"void f<1, float>(int)", "void f<2, float>(int)", "void f<1, double>(int)", "void f<2, double>(int)"});
        QCOMPARE(labels,
            QStringList({QStringLiteral("f · 1, float"), QStringLiteral("f · 2, float"),
                QStringLiteral("f · 1, double"), QStringLiteral("f · 2, double")}));
    }

    void namesOfDifferentLengthsAreToldApart()
    {
        const QStringList labels
            = labelsOf({"void f<int>(int)", "void f<int, int, long>(int)", "void f<int, int>(int)"});
        QCOMPARE(std::set<QString>(labels.begin(), labels.end()).size(), std::size_t {3});
    }

    // Signs that are no words, and crowds that no real file has, are left as they are.
    void whatHasNoWordsStays()
    {
        QCOMPARE(labelsOf({"void f<int*>(int)", "void f<int&>(int)"}),
            QStringList({QStringLiteral("f"), QStringLiteral("f")}));
        std::vector<std::string> many;
        for (int i = 0; i < 60'000; ++i)
            many.push_back("void f<1, 2, 3, " + std::to_string(i) + ">(int)");
        QCOMPARE(labelsOf({many.begin(), many.end()}).last(), QStringLiteral("f"));
    }

    void aTraceHasOneLabelForAKernel()
    {
        tests::TraceFixture f;
        const TrackId stream = f.stream(f.process("0", "python"), 0, 7);
        const auto one = f.slice(stream, "void f<float>(int)", model::EventKind::Kernel, 0, 10);
        const auto two = f.slice(stream, "void f<double>(int)", model::EventKind::Kernel, 10, 10);
        const auto copy = f.slice(stream, "Memcpy HtoD (Pageable -> Device)", model::EventKind::Memcpy, 20, 10);
        const auto trace = f.build();
        const KernelLabels labels(*trace);
        const auto of = [&](tests::TraceFixture::Handle slice) {
            return QString::fromStdString(labels.of(trace->slices.name[f.id(slice).index()]));
        };
        QCOMPARE(of(one), QStringLiteral("f · float"));
        QCOMPARE(of(two), QStringLiteral("f · double"));
        QCOMPARE(of(copy), QStringLiteral("Memcpy HtoD (Pageable -> Device)"));
    }
};

STEPSCOPE_TEST(TestKernelLabels)
#include "tst_kernel_labels.moc"
