// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/label_text.h"
#include "tests/support/test_registry.h"

#include <QObject>
#include <QTest>

using namespace stepscope::view;

class TestLabelText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void kernelNames_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* expected) {
            QTest::newRow(name) << QString::fromUtf8(name) << QString::fromUtf8(expected);
        };
        row("void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, "
            "at::detail::Array<char*, 3> >"
            "(int, at::native::CUDAFunctor_add<float>, at::detail::Array<char*, 3>)",
            "vectorized_elementwise_kernel<CUDAFunctor_add…>");
        row("void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<float, float, "
            "float, float>, "
            "unsigned int, float, 4> >(at::native::ReduceOp<float>)",
            "reduce_kernel<MeanOps…>");
        row("void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<float, float>(int, float)",
            "vectorized_layer_norm_kernel<…>");
        row("void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl_nocast<at::native::"
            "direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#3}> >(int)",
            "elementwise_kernel<direct_copy_kernel_cuda…>");
        row("void cutlass::Kernel<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_256x128_32x3_nn_align8>(Params)",
            "Kernel<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_256x128_32x3_nn_align8…>");
        row("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
            "ncclDevKernel_AllReduce_Sum_f32_RING_LL");
        row("ampere_sgemm_128x64_tn", "ampere_sgemm_128x64_tn");
        row("Memcpy HtoD (Pageable -> Device)", "Memcpy HtoD (Pageable -> Device)");
        row("void broken<template<", "broken<…>");
        row("<lambda>", "<lambda>");
        row("", "");
    }
    void kernelNames()
    {
        QFETCH(QString, name);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(shortKernelName(name.toStdString())), expected);
    }

    void pythonNamesLoseTheFolder()
    {
        QCOMPARE(shortPythonName("torch/nn/modules/linear.py(114): forward"), std::string("linear.py(114): forward"));
        QCOMPARE(shortPythonName("nn.Module: Linear_3"), std::string("nn.Module: Linear_3"));
        QCOMPARE(shortPythonName("<built-in method mm>"), std::string("<built-in method mm>"));
    }

    void elisionKeepsBothEnds()
    {
        QCOMPARE(elideMiddle("short", 10), std::string("short"));
        QCOMPARE(elideMiddle("sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize_128x128x64", 22),
            std::string("sm90_xmma_…_128x128x64"));
        QCOMPARE(elideMiddle("abcdefghij", 4), std::string("abc…"));
        QCOMPARE(elideMiddle("abcdefghij", 1), std::string("…"));
    }

    void elisionNeverExceedsTheLimitNorCutsACharacter()
    {
        const std::string text = "größe_der_Überlänge_µs_…_été_naïve_шаг";
        for (std::size_t limit = 1; limit < 45; ++limit) {
            const std::string elided = elideMiddle(text, limit);
            QVERIFY(characterCount(elided) <= limit);
            QCOMPARE(QString::fromStdString(elided).toStdString(), elided); // still valid UTF-8
        }
    }
};

STEPSCOPE_TEST(TestLabelText)
#include "tst_label_text.moc"
