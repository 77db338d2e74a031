// SPDX-License-Identifier: GPL-3.0-or-later
// Colours of kernel families: each has the hue of its own, in both themes, wherever it is shown.
#include "tests/support/test_registry.h"
#include "widgets/common/kernel_colour.h"

#include <QObject>
#include <QTest>

#include <set>

using namespace stepscope;
using namespace stepscope::widgets;
using analysis::KernelFamily;

namespace {

constexpr int kFamilies = static_cast<int>(KernelFamily::Other) + 1;

std::size_t groupOf(view::ColourIndex index)
{
    return index / view::kShades;
}

} // namespace

class TestKernelColour : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allFamiliesDiffer()
    {
        for (const bool dark : {false, true}) {
            const view::Palette palette(dark);
            std::set<view::Argb> colours;
            for (int i = 0; i < kFamilies; ++i)
                colours.insert(palette.colour(familyColour(static_cast<KernelFamily>(i))));
            QCOMPARE(colours.size(), std::size_t {kFamilies});
        }
    }

    void eachHasItsHue()
    {
        for (int i = 0; i < kFamilies; ++i) {
            const auto family = static_cast<KernelFamily>(i);
            QCOMPARE(groupOf(familyColour(family)), static_cast<std::size_t>(hueOf(family)));
        }
        QCOMPARE(hueOf(KernelFamily::Communication), view::HueFamily::Communication);
        QCOMPARE(hueOf(KernelFamily::Other), view::HueFamily::Other);
    }

    void kernelsHaveTheHueOfTheirFamily()
    {
        for (const char* name : {"ncclDevKernel_AllReduce_Sum_f32_RING_LL", "bn_bw_1C11_kernel_new", "nchwToNhwcKernel",
                 "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>>",
                 "void cudnn::winograd::generateWinogradTilesKernel<0, float>", "my_index_kernel",
                 "ampere_sgemm_128x64_tn"})
            QCOMPARE(groupOf(kernelColour(name)), groupOf(familyColour(analysis::kernelFamily(name))));
    }
};

STEPSCOPE_TEST(TestKernelColour)
#include "tst_kernel_colour.moc"
