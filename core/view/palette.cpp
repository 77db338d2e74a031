// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/palette.h"

#include <algorithm>
#include <initializer_list>
#include <span>
#include <string>

namespace stepscope::view {

namespace {

constexpr ColourIndex kNotKnown = 255;
constexpr std::size_t kNameLimit = 512; // characters that decide about a family

std::uint64_t stableHash(std::string_view text) // FNV-1a, mixed: the same on every machine and in every version
{
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    hash ^= hash >> 29U;
    return hash * 0xbf58476d1ce4e5b9U >> 16U;
}

std::string lowered(std::string_view name)
{
    std::string text(name.substr(0, kNameLimit));
    std::transform(text.begin(), text.end(), text.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

struct FamilyPatterns
{
    HueFamily family;
    std::initializer_list<std::string_view> patterns;
};

// The first family with a pattern in the name wins: special names stand before the general ones they contain.
const std::initializer_list<FamilyPatterns>& familyPatterns()
{
    static const std::initializer_list<FamilyPatterns> kPatterns = {
        {HueFamily::Communication,
            {"nccl", "rccl", "xccl", "oneccl", "gloo", "c10d", "allreduce", "all_reduce", "allgather", "all_gather",
                "reduce_scatter", "reducescatter", "alltoall", "all_to_all", "record_param_comms", "deep_ep", "nvshmem",
                "msccl", "hccl", "one_shot_all", "two_shot_all", "cross_device_reduce"}},
        {HueFamily::Optimizer, {"optimizer", "adam", "sgd", "lamb_", "multi_tensor", "_foreach", "clip_grad"}},
        {HueFamily::Attention, {"flash", "fmha", "attention", "sdpa", "attn"}},
        {HueFamily::Compiled,
            {"triton_", "torch-compiled", "compiledfunction", "compiledfx", "inductor", "graphlaunch"}},
        {HueFamily::Convolution,
            {"conv", "fprop", "dgrad", "wgrad", "winograd", "im2col", "col2im", "miopen", "nchwtonhwc", "nhwctonchw"}},
        {HueFamily::Matrix,
            {"gemm", "gemv", "cutlass", "cijk_", "nvjet", "aten::mm", "aten::bmm", "addmm", "baddbmm", "matmul",
                "::linear", "einsum", "mmbackward", "linearbackward", "splitk", "wgmma", "cublas"}},
        {HueFamily::Reduction,
            {"norm", "softmax", "reduce", "::sum", "::mean", "::max", "::min", "argmax", "argmin", "cumsum", "welford",
                "loss", "::var", "pool", "sumbackward", "meanbackward", "topk", "sort"}},
        {HueFamily::Copy,
            {"memcpy", "memset", "copy", "aten::to", "htod", "dtoh", "contiguous", "clone", "::fill_", "::zero_",
                "catarray", "aten::cat"}},
        {HueFamily::ElementWise,
            {"elementwise", "vectorized", "unrolled", "relu", "gelu", "silu", "aten::add", "aten::mul", "aten::div",
                "aten::sub", "dropout", "sigmoid", "tanh", "aten::exp", "sqrt", "::where", "::pow", "addbackward",
                "mulbackward", "divbackward", "masked", "index", "gather", "scatter", "embedding", "rotary"}},
    };
    return kPatterns;
}

ColourIndex shaded(std::size_t group, std::uint64_t hash)
{
    return colourIndex(static_cast<ColourGroup>(group), hash % kShades);
}

std::size_t groupOf(ColourGroup first, HueFamily family)
{
    return static_cast<std::size_t>(first) + static_cast<std::size_t>(family);
}

ColourIndex annotationColour(std::string_view name, std::uint64_t hash)
{
    const HueFamily family = familyOfName(name);
    const bool telling = family == HueFamily::Optimizer || family == HueFamily::Communication;
    return shaded(
        telling ? groupOf(ColourGroup::FirstOperator, family) : static_cast<std::size_t>(ColourGroup::Annotation),
        hash);
}

} // namespace

HueFamily familyOfName(std::string_view name)
{
    const std::string text = lowered(name);
    for (const FamilyPatterns& entry : familyPatterns()) {
        for (const std::string_view pattern : entry.patterns) {
            if (text.find(pattern) != std::string::npos)
                return entry.family;
        }
    }
    return HueFamily::Other;
}

ColourIndex colourIndex(std::string_view name, model::EventKind kind)
{
    using model::EventKind;
    const std::uint64_t hash = stableHash(name);
    switch (kind) {
    case EventKind::Memcpy:
    case EventKind::Memset:
        return shaded(groupOf(ColourGroup::FirstKernel, HueFamily::Copy), hash);
    case EventKind::Kernel:
    case EventKind::DeviceOp:
        return shaded(groupOf(ColourGroup::FirstKernel, familyOfName(name)), hash);
    case EventKind::CpuOp:
        return shaded(groupOf(ColourGroup::FirstOperator, familyOfName(name)), hash);
    case EventKind::UserAnnotation:
    case EventKind::GpuAnnotation:
        return annotationColour(name, hash);
    case EventKind::PythonFunction: // all functions of a file share a shade
        return shaded(static_cast<std::size_t>(ColourGroup::Python), stableHash(name.substr(0, name.find('('))));
    case EventKind::Runtime:
    case EventKind::Driver:
        return shaded(static_cast<std::size_t>(
                          name.find("Synchronize") != std::string_view::npos ? ColourGroup::Wait : ColourGroup::Call),
            hash);
    case EventKind::Sync:
    case EventKind::DeviceMark:
        return shaded(static_cast<std::size_t>(ColourGroup::Wait), hash);
    case EventKind::Overhead:
    case EventKind::ProfilerSpan:
        return shaded(static_cast<std::size_t>(ColourGroup::Overhead), hash);
    case EventKind::Other:
        break;
    }
    // Other programs' traces: any hue but grey, since nothing is known about the name.
    const std::size_t hue = hash / kShades % (kHueFamilies - 1);
    return shaded(static_cast<std::size_t>(ColourGroup::FirstOperator) + hue, hash);
}

namespace {

using FamilyColours = std::array<OkLch, kHueFamilies>;

// Chosen by a search for the largest smallest distance between any two families in normal, protan, deutan and tritan
// vision, each within its hue, in a range of lightness on which one text colour is readable.
constexpr FamilyColours kLightFamilies
    = {{{0.675, 0.125, 290}, {0.806, 0.096, 258}, {0.675, 0.076, 193}, {0.776, 0.085, 106}, {0.675, 0.079, 83},
        {0.871, 0.077, 60}, {0.751, 0.042, 158}, {0.745, 0.109, 325}, {0.880, 0.055, 248}, {0.837, 0.000, 259}}};
constexpr FamilyColours kDarkFamilies
    = {{{0.433, 0.120, 286}, {0.495, 0.120, 258}, {0.433, 0.070, 187}, {0.435, 0.087, 105}, {0.495, 0.071, 92},
        {0.380, 0.089, 45}, {0.495, 0.040, 150}, {0.495, 0.115, 334}, {0.392, 0.055, 243}, {0.380, 0.000, 250}}};

OkLch operatorColour(const OkLch& kernel, bool dark)
{
    const double quiet = dark ? 0.46 : 0.88;
    return {kernel.l + (quiet - kernel.l) * 0.4, kernel.c * 0.55, kernel.h};
}

OkLch baseColour(std::size_t group, bool dark)
{
    const FamilyColours& families = dark ? kDarkFamilies : kLightFamilies;
    if (group < kHueFamilies)
        return families[group];
    if (group < 2 * kHueFamilies)
        return operatorColour(families[group - kHueFamilies], dark);
    switch (static_cast<ColourGroup>(group)) {
    case ColourGroup::Annotation:
        return dark ? OkLch {0.40, 0.035, 265} : OkLch {0.86, 0.030, 265};
    case ColourGroup::Python:
        return dark ? OkLch {0.36, 0.004, 265} : OkLch {0.87, 0.004, 265};
    case ColourGroup::Call:
        return dark ? OkLch {0.43, 0.018, 250} : OkLch {0.79, 0.018, 250};
    case ColourGroup::Wait:
        return dark ? OkLch {0.42, 0.075, 32} : OkLch {0.80, 0.075, 32};
    default:
        return dark ? OkLch {0.34, 0.008, 80} : OkLch {0.83, 0.010, 80};
    }
}

} // namespace

Palette::Palette(bool dark)
    : m_dark(dark)
{
    constexpr Argb kDarkText = 0xff1a1e26U;
    constexpr Argb kLightText = 0xfff1f3f7U;
    constexpr double kShadeStep = 0.012;
    constexpr std::size_t kMiddle = kShades / 2;
    constexpr auto kMiddleShade = static_cast<double>(kMiddle);
    for (std::size_t group = 0; group < kColourGroups; ++group) {
        for (std::size_t shade = 0; shade < kShades; ++shade) {
            OkLch colour = baseColour(group, dark);
            colour.l += kShadeStep * (static_cast<double>(shade) - kMiddleShade);
            const std::size_t index = group * kShades + shade;
            m_colours[index] = toArgb(colour);
            const bool darkReads = contrast(m_colours[index], kDarkText) >= contrast(m_colours[index], kLightText);
            m_texts[index] = darkReads ? kDarkText : kLightText;
        }
    }
}

SliceColours::SliceColours(const model::Trace& trace, KernelColour ofKernel)
    : m_trace(trace)
    , m_ofKernel(ofKernel)
    , m_ofSlice(trace.slices.size(), kNotKnown)
    , m_known(static_cast<std::size_t>(model::EventKind::DeviceMark) + 1)
{
}

ColourIndex SliceColours::find(std::string_view name, model::EventKind kind) const
{
    const bool isKernel = kind == model::EventKind::Kernel || kind == model::EventKind::DeviceOp;
    return isKernel && m_ofKernel != nullptr ? m_ofKernel(name) : colourIndex(name, kind);
}

ColourIndex SliceColours::of(SliceId slice)
{
    ColourIndex& remembered = m_ofSlice[slice.index()];
    if (remembered != kNotKnown)
        return remembered;
    const model::EventKind kind = m_trace.kindOf(slice);
    const NameId name = m_trace.slices.name[slice.index()];
    auto& known = m_known[static_cast<std::size_t>(kind)];
    if (known.empty())
        known.assign(m_trace.names.size() + 1, kNotKnown);
    ColourIndex& index = known[std::min(name.index(), known.size() - 1)];
    if (index == kNotKnown)
        index = find(m_trace.names.view(name), kind);
    remembered = index;
    return index;
}

} // namespace stepscope::view
