// SPDX-License-Identifier: GPL-3.0-or-later
// Operations of matrix operators: formulas against numbers worked out by hand, and which kernels they are counted for.
#include "core/analysis/device_peaks.h"
#include "core/analysis/flops.h"
#include "core/analysis/shapes.h"
#include "tests/core/analysis_fixture.h"
#include "tests/support/as_json.h"
#include "tests/support/test_registry.h"

#include <QObject>

using namespace stepscope;
using namespace stepscope::analysis;
using stepscope::tests::asJson;

namespace {

/// "-" where not known.
QString count(const char* op, const char* dims, const char* constants = "")
{
    const auto found = flopCount(op, parseDims(dims), parseConstants(asJson(constants)));
    return found ? QString::number(found->flops) : QStringLiteral("-");
}

/// Operators on thread 1, and kernels on stream 7 of which each is launched at a given time.
class Calls
{
public:
    void op(const std::string& name, std::int64_t start, std::int64_t dur, const std::string& dims)
    {
        m_list.op(name, 1, start, dur).args = "\"Input Dims\": " + dims;
    }
    void kernel(const std::string& name, std::int64_t launchedAt, std::int64_t dur)
    {
        ++m_correlation;
        m_list.launch(1, launchedAt, 1, m_correlation);
        m_list.kernel(name, 7, m_gpuTime, dur, m_correlation);
        m_gpuTime += dur + 1;
    }
    [[nodiscard]] std::shared_ptr<const model::Trace> load() const { return m_list.load(); }

private:
    tests::EventList m_list;
    int m_correlation = 0;
    std::int64_t m_gpuTime = 10'000;
};

/// "kernel: flops of calls; …", largest first.
QString kernels(const model::Trace& trace, const FlopStats& stats)
{
    QString text;
    for (const KernelFlops& row : stats.kernels)
        text += QStringLiteral("%1: %2 of %3; ")
                    .arg(QString::fromStdString(std::string(trace.names.view(row.name))))
                    .arg(row.flops)
                    .arg(row.calls);
    return text;
}

} // namespace

class TestFlops : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void dimsAreRead()
    {
        const auto dims = parseDims("[[8, 1024], [], [ 3 ,4,5 ], [[1, 2], [3]], [\n7\n]]");
        QCOMPARE(dims.size(), std::size_t {5});
        QCOMPARE(dims[0], (Dims {8, 1024}));
        QVERIFY(dims[1].empty());
        QCOMPARE(dims[2], (Dims {3, 4, 5}));
        QVERIFY(dims[3].empty()); // a list of tensors
        QCOMPARE(dims[4], Dims {7});
        QVERIFY(parseDims("[[-1, 2]]")[0].empty());
        QVERIFY(parseDims("[[1, 99999999999999999999]]")[0].empty());
        for (const char* text : {"", "[", "[[", "[[1", "[[1,", "]]", "[[1 2]]", "[[1,,2]]", "null"})
            static_cast<void>(parseDims(text)); // no more than that they end
        QCOMPARE(shapesText("[\n [8,\n 1024],[]]"), std::string("[[8, 1024], []]"));
        QCOMPARE(numbersOf("[2, 3]"), (Dims {2, 3}));
        QCOMPARE(numbersOf("4"), Dims {4});
        QVERIFY(numbersOf("same").empty());
    }

    void products()
    {
        QCOMPARE(count("aten::mm", "[[2, 3], [3, 5]]"), QStringLiteral("60"));
        QCOMPARE(count("aten::mm", "[[2, 3], [4, 5]]"), QStringLiteral("-")); // do not fit
        QCOMPARE(count("aten::mm", "[[2, 3]]"), QStringLiteral("-"));
        QCOMPARE(count("aten::addmm", "[[5], [2, 3], [3, 5], [], []]"), QStringLiteral("60"));
        QCOMPARE(count("aten::bmm", "[[7, 2, 3], [7, 3, 5]]"), QStringLiteral("420"));
        QCOMPARE(count("aten::baddbmm", "[[7, 2, 5], [7, 2, 3], [7, 3, 5]]"), QStringLiteral("420"));
        QCOMPARE(count("aten::linear", "[[4, 2, 3], [5, 3], [5]]"), QStringLiteral("240"));
        QCOMPARE(count("aten::matmul", "[[4, 2, 3], [3, 5]]"), QStringLiteral("240"));
        QCOMPARE(count("aten::matmul", "[[4, 1, 2, 3], [6, 3, 5]]"), QStringLiteral("1440")); // broadcast: 4 × 6
        QCOMPARE(count("aten::matmul", "[[4, 2, 3], [5, 3, 5]]"), QStringLiteral("-"));
        QCOMPARE(count("aten::add", "[[2, 3], [3, 5]]"), QStringLiteral("-"));
        QCOMPARE(count("aten::mm", "[[4294967296, 4294967296], [4294967296, 2]]"), QStringLiteral("-")); // too many
    }

    void convolutions()
    {
        // 3×3 over 8×8 with padding 1 and stride 2: 4×4 places; 2 · 2 · 16 · 6 · 3 · 9
        const char* const dims = "[[2, 3, 8, 8], [6, 3, 3, 3], [], [], [], [], []]";
        QCOMPARE(
            count("aten::conv2d", dims, "['', '', '', '[2, 2]', '[1, 1]', '[1, 1]', '1']"), QStringLiteral("10368"));
        QCOMPARE(count("aten::cudnn_convolution", dims, "['', '', '[1, 1]', '[2, 2]', '[1, 1]', '1']"),
            QStringLiteral("10368"));
        QCOMPARE(count("aten::miopen_convolution", dims, "['', '', '', '[1, 1]', '[2, 2]', '[1, 1]', '1']"),
            QStringLiteral("10368"));
        // Dilation 2 reaches over 5: (8 + 2 - 4 - 1) / 2 + 1 = 3 places each way
        QCOMPARE(count("aten::convolution", dims, "['', '', '', '2', '1', '2', 'False', '[0, 0]', '1']"),
            QStringLiteral("5832"));
        // Transposed: a place of the input each; 2 · 2 · 64 · 3 · 6 · 9
        QCOMPARE(count("aten::convolution", "[[2, 3, 8, 8], [3, 6, 3, 3]]",
                     "['', '', '', '[2, 2]', '[1, 1]', '[1, 1]', 'True', '[0, 0]', '1']"),
            QStringLiteral("41472"));
        QCOMPARE(count("aten::conv2d", dims), QStringLiteral("-")); // strides were not recorded
        QCOMPARE(count("aten::conv2d", dims, "['', '', '', '[0, 0]', '[1, 1]', '[1, 1]', '1']"), QStringLiteral("-"));
        QCOMPARE(count("aten::conv2d", "[[2, 3, 2, 2], [6, 3, 5, 5]]", "['', '', '', '1', '0', '1', '1']"),
            QStringLiteral("-")); // larger than its input
        const char* const backward = "[[2, 6, 4, 4], [2, 3, 8, 8], [6, 3, 3, 3]]";
        QCOMPARE(count("aten::convolution_backward", backward,
                     "['', '', '', '', '2', '1', '1', 'False', '0', '1', '[True, True, False]']"),
            QStringLiteral("20736"));
        QCOMPARE(count("aten::convolution_backward", backward,
                     "['', '', '', '', '2', '1', '1', 'False', '0', '1', '[False, True, False]']"),
            QStringLiteral("10368"));
    }

    void attention()
    {
        // 2 heads × 3: 2 · 6 · 5 · 7 · (4 + 8)
        const char* const dims = "[[2, 3, 5, 4], [2, 3, 7, 4], [2, 3, 7, 8]]";
        QCOMPARE(count("aten::_scaled_dot_product_flash_attention", dims), QStringLiteral("5040"));
        QCOMPARE(count("aten::_scaled_dot_product_efficient_attention_backward",
                     "[[2, 3, 5, 8], [2, 3, 5, 4], [2, 3, 7, 4], [2, 3, 7, 8]]"),
            QStringLiteral("11760")); // 2 · 6 · 5 · 7 · (3 · 4 + 2 · 8)
        QCOMPARE(count("aten::scaled_dot_product_attention", "[[5, 4], [7, 4], [7, 8]]"), QStringLiteral("-"));
    }

    void innermostCallCounts()
    {
        Calls calls;
        calls.op("aten::linear", 0, 100, "[[2, 3], [5, 3], [5]]");
        calls.op("aten::addmm", 10, 50, "[[5], [2, 3], [3, 5]]");
        calls.kernel("sgemm_128", 20, 9);
        calls.kernel("splitKreduce_kernel", 30, 20); // longer, but no product
        calls.kernel("bias_kernel", 80, 5);          // of the outer call, which is not counted
        calls.op("aten::mm", 200, 50, "[[2, 3], [3, 5]]");
        calls.kernel("sgemm_128", 210, 7);
        calls.op("aten::mm", 300, 50, "[[2, 3], [4, 5]]"); // not known
        calls.kernel("sgemm_64", 310, 7);
        const auto trace = calls.load();
        QVERIFY(trace);
        const FlopStats stats = flopStats(*trace, Window());
        QCOMPARE(kernels(*trace, stats), QStringLiteral("sgemm_128: 120 of 2; "));
        QCOMPARE(stats.kernels[0].deviceNs, std::int64_t {16});
        QCOMPARE(stats.calls.size(), std::size_t {2});
        QCOMPARE(stats.calls[1].deviceNs, std::int64_t {29}); // the first is aten::mm, on the outer lane
        const FlopStats cutOff = flopStats(*trace, cutTo({10'000, 10'005}));
        QCOMPARE(kernels(*trace, cutOff), QStringLiteral("sgemm_128: 60 of 1; "));
    }

    void gradientsOfConvolutions()
    {
        tests::EventList list;
        list.op("aten::convolution_backward", 1, 0, 100).args
            = asJson("'Concrete Inputs': ['', '', '', '', '2', '1', '1', 'False', '0', '1', '[True, True, False]'], "
                     "'Input Dims': [[2, 6, 4, 4], [2, 3, 8, 8], [6, 3, 3, 3]]");
        int correlation = 0;
        for (const char* name : {"cudnn::nchwToNhwcKernel", "dgrad2d_conv", "wgrad2d_conv"}) {
            ++correlation;
            list.launch(1, 10 * correlation, 1, correlation);
            list.kernel(name, 7, 100 * correlation, 20, correlation);
        }
        const auto trace = list.load();
        QVERIFY(trace);
        QCOMPARE(kernels(*trace, flopStats(*trace, Window())),
            QStringLiteral("dgrad2d_conv: 10368 of 1; wgrad2d_conv: 10368 of 1; "));
    }

    void nothingWithoutShapes()
    {
        tests::EventList list;
        list.op("aten::mm", 1, 0, 10);
        list.launch(1, 1, 1, 1);
        list.kernel("sgemm", 7, 5, 10, 1);
        const auto trace = list.load();
        QVERIFY(trace);
        QVERIFY(flopStats(*trace, Window()).kernels.empty());
    }

    void unevenShapes()
    {
        Calls calls;
        calls.op("aten::mm", 0, 10, "[[4096, 1024], [1024, 50257]]");
        calls.kernel("gemm", 5, 100);
        calls.op("aten::mm", 20, 10, "[[4096, 1024], [1024, 50257]]");
        calls.kernel("gemm", 25, 100);
        calls.op("aten::mm", 40, 10, "[[100, 1023], [1023, 64]]");
        calls.kernel("gemm", 45, 500);
        calls.op("aten::mm", 60, 10, "[[1, 1024], [1024, 50304]]"); // a single row is left alone
        calls.kernel("gemm", 65, 100);
        calls.op("aten::mm", 80, 10, "[[8200, 1024], [1024, 64]]"); // nor a long batch
        calls.kernel("gemm", 85, 100);
        calls.op("aten::mm", 100, 10, "[[100, 1023], [1023, 65]]"); // on no GPU
        const auto trace = calls.load();
        QVERIFY(trace);
        const auto rows = unevenProducts(*trace, flopStats(*trace, Window()));
        QCOMPARE(rows.size(), std::size_t {2});
        QCOMPARE(rows[0].deviceNs, std::int64_t {500});
        QCOMPARE(rows[0].uneven.size(), std::size_t {2});
        QCOMPARE(rows[0].uneven[0].which, 'm');
        QCOMPARE(rows[0].uneven[1].which, 'k');
        QCOMPARE(rows[1].calls, std::uint64_t {2});
        QCOMPARE(rows[1].uneven.size(), std::size_t {1});
        QCOMPARE(rows[1].uneven[0].which, 'n');
        QCOMPARE(rows[1].uneven[0].size, std::uint64_t {50257});
        QCOMPARE(rows[1].uneven[0].multiple, std::uint64_t {64});
    }

    void peaksByWholeWords()
    {
        const auto half = [](const char* name) {
            const DevicePeak* peak = devicePeak(name);
            return peak != nullptr ? peak->half : 0;
        };
        QCOMPARE(half("NVIDIA A100-SXM4-80GB"), 312.0);
        QCOMPARE(half("NVIDIA A10"), 125.0);
        QCOMPARE(half("NVIDIA A10G"), 0.0);
        QCOMPARE(half("Tesla V100-PCIE-32GB"), 112.0);
        QCOMPARE(half("Tesla V100-SXM2-32GB"), 125.0);
        QCOMPARE(half("NVIDIA H100 80GB HBM3"), 989.5);
        QCOMPARE(half("NVIDIA H100 PCIe"), 756.0);
        QCOMPARE(half("NVIDIA H100"), 0.0); // of which kind?
        QCOMPARE(half("NVIDIA L40S"), 362.0);
        QCOMPARE(half("NVIDIA L4"), 121.0);
        QCOMPARE(half("NVIDIA GeForce RTX 4090"), 165.2);
        QCOMPARE(half("NVIDIA GeForce RTX 4090 Laptop GPU"), 0.0);
        QCOMPARE(half("AMD Instinct MI300X VF"), 1307.4);
        QCOMPARE(half(""), 0.0);
        QVERIFY(!devicePeak("Tesla T4")->tf32);
    }

    void shareOfThePeak()
    {
        tests::EventList list;
        list.topLevel = asJson("'deviceProperties': [{'id': 0, 'name': 'NVIDIA A100-SXM4-40GB'}], ");
        list.op("aten::mm", 1, 0, 10).args = asJson("'Input Dims': [[1000, 156], [156, 1000]]");
        list.launch(1, 1, 1, 1);
        list.kernel("ampere_bf16_s16816gemm", 7, 5, 2000, 1); // 312 MFLOP in 2 µs: half the peak
        const auto trace = list.load();
        QVERIFY(trace);
        const auto rows = familyEfficiency(*trace, flopStats(*trace, Window()));
        QCOMPARE(rows.size(), std::size_t {1});
        QVERIFY(rows[0].family == KernelFamily::Matrix);
        QVERIFY(rows[0].precision == Precision::Half);
        QCOMPARE(rows[0].tflops, 156.0);
        QCOMPARE(rows[0].share.value_or(0), 0.5);
        QVERIFY(!kernelPrecision("volta_dgemm_64"));
        QVERIFY(kernelPrecision("volta_sgemm_64") == Precision::Single);
        QVERIFY(kernelPrecision("cutlass_80_tensorop_s1688gemm_tf32") == Precision::Tf32);
    }
};

STEPSCOPE_TEST(TestFlops)

#include "tst_flops.moc"
