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
    void pythonNamesLoseTheFolder()
    {
        QCOMPARE(shortPythonName("torch/nn/modules/linear.py(114): forward"), std::string("linear.py(114): forward"));
        QCOMPARE(shortPythonName("nn.Module: Linear_3"), std::string("nn.Module: Linear_3"));
        QCOMPARE(shortPythonName("<built-in method mm>"), std::string("<built-in method mm>"));
    }

    void compactNamesKeepTheTellingEnd()
    {
        QCOMPARE(compactName("aten::mm"), std::string_view("mm"));
        QCOMPARE(compactName("ProfilerStep#12"), std::string_view("#12"));
        QCOMPARE(compactName("autograd::engine::evaluate_function: MmBackward0"), std::string_view("MmBackward0"));
        QCOMPARE(compactName("linear.py(114): forward"), std::string_view("forward"));
        QCOMPARE(compactName("nccl:all_reduce"), std::string_view("all_reduce"));
        QCOMPARE(compactName("elementwise_kernel<CUDAFunctor_add>"), std::string_view("CUDAFunctor_add"));
        QCOMPARE(compactName("<lambda>"), std::string_view("<lambda>"));
        QCOMPARE(compactName("f(a::b)"), std::string_view("f(a::b)"));
        QCOMPARE(compactName("odd::"), std::string_view("odd::"));
        QCOMPARE(compactName(""), std::string_view(""));
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
