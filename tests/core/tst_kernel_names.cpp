// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/kernel_names.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace stepscope::analysis;

class TestKernelNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void shortNames_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* expected) {
            QTest::newRow(expected) << QString::fromUtf8(name) << QString::fromUtf8(expected);
        };
        row("ampere_sgemm_128x64_tn", "ampere_sgemm_128x64_tn");
        row("Memcpy HtoD (Pageable -> Device)", "Memcpy HtoD (Pageable -> Device)");
        row("void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<float, float>(int, float*)",
            "vectorized_layer_norm_kernel");
        row("ncclKernel_AllReduce_RING_LL_Sum_float(ncclWorkElem)", "ncclKernel_AllReduce_RING_LL_Sum_float");
        row("void at::native::vectorized_elementwise_kernel<4, at::native::GeluCUDAKernelImpl(at::TensorIteratorBase&, "
            "at::native::GeluType)::{lambda()#2}::operator()() const::{lambda(float)#1}, std::array<char*, 2ul> >(int, "
            "X)",
            "vectorized_elementwise_kernel<GeluCUDAKernelImpl>");
        row("void at::native::elementwise_kernel<128, 2, "
            "at::native::gpu_kernel_impl_nocast<at::native::BinaryFunctor<float, "
            "float, float, at::native::binary_internal::MulFunctor<float> > "
            ">(at::TensorIteratorBase&)::{lambda(int)#1}>(int)",
            "elementwise_kernel<MulFunctor>");
        row("void "
            "cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu>(cutlass_80_tensorop_bf16_s16816gemm_relu::"
            "Params)",
            "cutlass_80_tensorop_bf16_s16816gemm_relu");
        row("void "
            "cutlass_cudnn_infer::Kernel<cutlass_tensorop_bf16_s16816fprop_analytic_bf16_128x128_32x3_nhwc_align8>("
            "cutlass_tensorop_bf16_s16816fprop_analytic_bf16_128x128_32x3_nhwc_align8::Params)",
            "cutlass_tensorop_bf16_s16816fprop_analytic_bf16_128x128_32x3_nhwc_align8");
        row("void cutlass::device_kernel<flash::FlashAttnBwdPreprocess<cute::tuple<cute::C<64>, cute::C<192> >, "
            "cutlass::bfloat16_t, float, cutlass::arch::Sm90, true, true> >(flash::FlashAttnBwdPreprocess<>::Params)",
            "FlashAttnBwdPreprocess");
        row("void cutlass::device_kernel<dpsk::grouped_gemm::cuda::fp8_ptp128c::GemmKernel>(dpsk::grouped_gemm::cuda::"
            "fp8_ptp128c::GemmKernel::Params)",
            "fp8_ptp128c::GemmKernel");
        row("void cutlass::Kernel2<Kernel>(int)", "Kernel");
        QTest::newRow("nothing wrapped") << QStringLiteral("void cutlass::Kernel<4>(int)") << QStringLiteral("Kernel");
        row("std::enable_if<!(false), void>::type internal::gemvx::kernel<int, float>(int)", "kernel");
        row("void broken<at::native::foo", "broken");
        row("(", "(");
    }

    void shortNames()
    {
        QFETCH(QString, name);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(shortKernelName(name.toStdString())), expected);
    }

    void families_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("family");
        const auto row = [](const char* name, const char* family) {
            QTest::newRow(name) << QString::fromUtf8(name) << QString::fromUtf8(family);
        };
        row("ampere_sgemm_128x64_tn", "matrix");
        row("Cijk_Ailk_Bjlk_BBS_BH_MT64x64x64_MI16x16x16x1", "matrix");
        row("nvjet_tst_192x8_64x8_4x1_v_bz_TNT", "matrix");
        row("void cudnn::cnn::wgrad_alg0_engine<float, 128>(int)", "convolution");
        row("void cudnn::ops::convertTensor_kernel<float>(float)", "copy");
        row("void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<32> >(Flash_fwd_params)", "attention");
        row("void cudnn::bn_fw_tr_1C11_kernel_NCHW<float>(float)", "normalisation");
        row("void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<float> > >(X)",
            "reduction");
        row("void at::native::vectorized_elementwise_kernel<4, at::native::AddFunctor<float> >(int)", "elementwise");
        row("void at::native::elementwise_kernel<128, 2, "
            "at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)>(int)",
            "copy");
        row("void multi_tensor_apply_kernel<TensorListMetadata<4>, AdamFunctor<float> >(int)", "optimizer");
        row("triton_poi_fused_addmm_gelu_view_15", "compiled");
        row("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", "communication");
        row("k_add", "other");
        row("", "other");
    }

    void families()
    {
        QFETCH(QString, name);
        QFETCH(QString, family);
        QCOMPARE(QString::fromUtf8(familyName(kernelFamily(name.toStdString()))), family);
    }

    void communicationIsToldByName()
    {
        QVERIFY(isCommunication("ncclKernel_SendRecv(ncclWorkElem)"));
        QVERIFY(isCommunication("void ncclDevKernel_AllReduce(x)"));
        QVERIFY(isCommunication("void sglang::cross_device_reduce_1stage<float, 8>(x)"));
        QVERIFY(isCommunication("void mscclpp::allreduce(x)"));
        QVERIFY(!isCommunication("void at::native::reduce_kernel<512>(x)"));
        QVERIFY(!isCommunication("dispatch"));
    }

    void tensorCoresAreSaidOnlyWhereTheNameTells()
    {
        const auto ask = [](const char* name) { return usesTensorCores(name, kernelFamily(name)); };
        QCOMPARE(ask("ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_64x3_tn"), std::optional(true));
        QCOMPARE(ask("sm80_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize256x128x32_tensor16x8x16_kernel"),
            std::optional(true));
        QCOMPARE(ask("volta_sgemm_128x64_tn"), std::optional(false));
        QCOMPARE(ask("void at::native::vectorized_elementwise_kernel<4>(int)"), std::optional(false));
        QCOMPARE(ask("nvjet_tst_192x8_64x8_4x1_v_bz_TNT"), std::optional<bool>());
    }

    void copiesTellDirectionAndMemory()
    {
        const auto check = [](const char* name, const char* direction, CopyMemory memory) {
            const CopyClass copy = copyClass(name);
            QCOMPARE(copy.direction, std::string(direction));
            QVERIFY2(copy.memory == memory, name);
        };
        check("Memcpy HtoD (Pageable -> Device)", "HtoD", CopyMemory::Pageable);
        check("Memcpy DtoH (Device -> Pinned)", "DtoH", CopyMemory::Pinned);
        check("Memcpy DtoD (Device -> Device)", "DtoD", CopyMemory::Device);
        check("Memcpy HtoD (Host -> Device)", "HtoD", CopyMemory::Unknown);
        check("CopyHostToDevice", "HtoD", CopyMemory::Unknown);
        check("Memcpy", "unknown", CopyMemory::Unknown);
    }
};

STEPSCOPE_TEST(TestKernelNames)
#include "tst_kernel_names.moc"
