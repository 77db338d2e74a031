// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/hatch.h"
#include "core/view/palette.h"
#include "tests/support/test_registry.h"

#include <QObject>
#include <QTest>

#include <set>
#include <string>

using namespace stepscope::view;
using stepscope::model::EventKind;

namespace {

using Matrix = std::array<std::array<double, 3>, 3>;

// Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
constexpr Matrix kProtan
    = {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix kDeutan
    = {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix kTritan
    = {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
constexpr Matrix kNormal = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

OkLab seen(Argb colour, const Matrix& eye)
{
    const LinearRgb c = toLinear(colour);
    const auto row
        = [&](std::size_t i) { return std::clamp(eye[i][0] * c.r + eye[i][1] * c.g + eye[i][2] * c.b, 0.0, 1.0); };
    return toOkLab({row(0), row(1), row(2)});
}

double closestFamilies(const Palette& palette, const Matrix& eye, QString& pair)
{
    double closest = 10;
    for (std::size_t a = 0; a < kHueFamilies; ++a) {
        for (std::size_t b = a + 1; b < kHueFamilies; ++b) {
            const double d = distance(seen(palette.colour(colourIndex(static_cast<ColourGroup>(a))), eye),
                seen(palette.colour(colourIndex(static_cast<ColourGroup>(b))), eye));
            if (d < closest) {
                closest = d;
                pair = QStringLiteral("families %1 and %2: %3").arg(a).arg(b).arg(d);
            }
        }
    }
    return closest;
}

} // namespace

class TestTimelinePalette : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void familiesDifferForEveryEye_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<int>("eye");
        for (const bool dark : {false, true}) {
            for (int eye = 0; eye < 4; ++eye)
                QTest::addRow("%s eye %d", dark ? "dark" : "light", eye) << dark << eye;
        }
    }
    void familiesDifferForEveryEye()
    {
        QFETCH(bool, dark);
        QFETCH(int, eye);
        const Matrix* eyes[] = {&kNormal, &kProtan, &kDeutan, &kTritan};
        QString pair;
        const double closest = closestFamilies(Palette(dark), *eyes[eye], pair);
        QVERIFY2(closest > 0.045, qPrintable(pair)); // 0.02 is just noticeable
    }

    void causesDifferForEveryEye_data()
    {
        QTest::addColumn<int>("eye");
        for (int eye = 0; eye < 4; ++eye)
            QTest::addRow("eye %d", eye) << eye;
    }
    void causesDifferForEveryEye()
    {
        QFETCH(int, eye);
        const Matrix* eyes[] = {&kNormal, &kProtan, &kDeutan, &kTritan};
        for (std::size_t a = 0; a < kCauseLooks; ++a) {
            for (std::size_t b = a + 1; b < kCauseLooks; ++b) {
                const double d = distance(seen(causeLook(a).colour, *eyes[eye]), seen(causeLook(b).colour, *eyes[eye]));
                // Closest: communication and unexplained in protan and deutan vision, 0.035; one of them has no
                // pattern.
                QVERIFY2(d > 0.03, qPrintable(QStringLiteral("causes %1 and %2: %3").arg(a).arg(b).arg(d)));
                QVERIFY(causeLook(a).hatch != causeLook(b).hatch); // nothing is told by colour alone
            }
        }
    }

    void causesStandOutFromBothSurfaces()
    {
        for (std::size_t i = 0; i < kCauseLooks; ++i) { // as large shapes: 2 to 1 for the edge around each
            QVERIFY(contrast(causeLook(i).colour, 0xffffffffU) > 2.0);
            QVERIFY(contrast(causeLook(i).colour, 0xff15171cU) > 2.0);
        }
    }

    void tilesCloseAndDiffer()
    {
        for (const double ratio : {1.0, 1.25, 1.5, 2.0}) {
            std::set<std::string> tiles;
            for (std::size_t i = 0; i < kCauseLooks; ++i) {
                const HatchTile tile = hatchTile(causeLook(i).hatch, ratio);
                QCOMPARE(tile.levels.size(), static_cast<std::size_t>(tile.size) * static_cast<std::size_t>(tile.size));
                tiles.emplace(tile.levels.begin(), tile.levels.end());
                double ink = 0;
                for (const std::uint8_t level : tile.levels)
                    ink += kHatchShares[level];
                const double share = ink / static_cast<double>(tile.levels.size());
                if (causeLook(i).hatch != Hatch::None)
                    QVERIFY2(share > 0.2 && share < 0.4, qPrintable(QString::number(share)));
            }
            QCOMPARE(tiles.size(), kCauseLooks);
        }
        const HatchTile up = hatchTile(Hatch::DiagonalUp, 1);
        for (int i = 0; i < 3 * up.size; ++i)
            QCOMPARE(up.level(i, 5), up.level(i + 1, 4)); // the line rises to the right, across the seams too
    }

    void textIsReadableOnEveryColour()
    {
        for (const bool dark : {false, true}) {
            const Palette palette(dark);
            for (std::size_t i = 0; i < kColours; ++i) {
                const auto index = static_cast<ColourIndex>(i);
                const double ratio = contrast(palette.colour(index), palette.text(index));
                QVERIFY2(ratio >= 4.5, qPrintable(QStringLiteral("%1 colour %2: %3").arg(dark).arg(i).arg(ratio)));
            }
        }
    }

    void slicesStandOutFromTheSurface()
    {
        for (std::size_t group = 0; group < 2 * kHueFamilies; ++group) {
            const auto index = colourIndex(static_cast<ColourGroup>(group));
            QVERIFY(distance(seen(Palette(false).colour(index), kNormal), seen(0xffffffffU, kNormal)) > 0.09);
            QVERIFY(distance(seen(Palette(true).colour(index), kNormal), seen(0xff15171cU, kNormal)) > 0.12);
        }
    }

    void familiesOfRealNames_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("family");
        const auto row = [](const char* name, HueFamily family) {
            QTest::newRow(name) << QString::fromLatin1(name) << static_cast<int>(family);
        };
        row("ampere_sgemm_128x64_tn", HueFamily::Matrix);
        row("aten::addmm", HueFamily::Matrix);
        row("Cijk_Ailk_Bljk_BBS_BH_MT128x128x32", HueFamily::Matrix);
        row("void pytorch_flash::flash_fwd_kernel<...>", HueFamily::Attention);
        row("aten::_scaled_dot_product_flash_attention", HueFamily::Attention);
        row("sm80_xmma_fprop_implicit_gemm_bf16bf16", HueFamily::Convolution);
        row("aten::convolution_backward", HueFamily::Convolution);
        row("aten::native_layer_norm", HueFamily::Reduction);
        row("void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float>>", HueFamily::Reduction);
        row("void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>>",
            HueFamily::ElementWise);
        row("aten::add_", HueFamily::ElementWise);
        row("Optimizer.step#AdamW.step", HueFamily::Optimizer);
        row("void at::native::(anonymous namespace)::multi_tensor_apply_kernel<...>", HueFamily::Optimizer);
        row("Memcpy HtoD (Pageable -> Device)", HueFamily::Copy);
        row("aten::copy_", HueFamily::Copy);
        row("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)", HueFamily::Communication);
        row("triton_poi_fused_add_native_layer_norm_0", HueFamily::Compiled);
        row("aten::view", HueFamily::Other);
    }
    void familiesOfRealNames()
    {
        QFETCH(QString, name);
        QFETCH(int, family);
        QCOMPARE(static_cast<int>(familyOfName(name.toStdString())), family);
    }

    void operatorAndKernelShareTheHue()
    {
        const int kernel = colourIndex("ampere_sgemm_128x64_tn", EventKind::Kernel) / static_cast<int>(kShades);
        const int op = colourIndex("aten::mm", EventKind::CpuOp) / static_cast<int>(kShades);
        QCOMPARE(kernel, static_cast<int>(HueFamily::Matrix));
        QCOMPARE(op, static_cast<int>(HueFamily::Matrix) + static_cast<int>(kHueFamilies));
    }

    void coloursAreStable()
    {
        // Colours are the same in every run and every version: a change here changes what people remember.
        QCOMPARE(colourIndex("aten::mm", EventKind::CpuOp), colourIndex("aten::mm", EventKind::CpuOp));
        std::set<ColourIndex> shades;
        for (int i = 0; i < 40; ++i)
            shades.insert(colourIndex("aten::mm" + std::to_string(i), EventKind::CpuOp));
        QCOMPARE(shades.size(), kShades);
        QCOMPARE(colourIndex("a.py(1): f", EventKind::PythonFunction),
            colourIndex("a.py(99): g", EventKind::PythonFunction));
    }
};

STEPSCOPE_TEST(TestTimelinePalette)
#include "tst_timeline_palette.moc"
