// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/kernel_colour.h"

#include <cstddef>

namespace stepscope::widgets {

using analysis::KernelFamily;
using view::HueFamily;

namespace {

// Groups of kernels stand first, in the order of the hues.
view::ColourIndex shadeOf(KernelFamily family, std::size_t shade)
{
    return view::colourIndex(static_cast<view::ColourGroup>(hueOf(family)), shade);
}

} // namespace

HueFamily hueOf(KernelFamily family)
{
    switch (family) {
    case KernelFamily::Matrix:
        return HueFamily::Matrix;
    case KernelFamily::Convolution:
        return HueFamily::Convolution;
    case KernelFamily::Attention:
        return HueFamily::Attention;
    case KernelFamily::Normalisation:
    case KernelFamily::Reduction:
        return HueFamily::Reduction;
    case KernelFamily::Elementwise:
        return HueFamily::ElementWise;
    case KernelFamily::Copy:
        return HueFamily::Copy;
    case KernelFamily::Communication:
        return HueFamily::Communication;
    case KernelFamily::Optimizer:
        return HueFamily::Optimizer;
    case KernelFamily::Compiled:
        return HueFamily::Compiled;
    case KernelFamily::Other:
        break;
    }
    return HueFamily::Other;
}

view::ColourIndex familyColour(KernelFamily family)
{
    // These two share a hue.
    if (family == KernelFamily::Normalisation)
        return shadeOf(family, 0);
    if (family == KernelFamily::Reduction)
        return shadeOf(family, view::kShades - 1);
    return shadeOf(family, view::kShades / 2);
}

view::ColourIndex kernelColour(std::string_view name)
{
    const view::ColourIndex byName = view::colourIndex(name, model::EventKind::Kernel);
    return shadeOf(analysis::kernelFamily(name), byName % view::kShades);
}

} // namespace stepscope::widgets
