// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/kernel_names.h"

#include "core/util/text_parts.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace stepscope::analysis {
namespace {

std::string lower(std::string_view text)
{
    std::string out(text);
    std::transform(
        out.begin(), out.end(), out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

// Parts of lower-case short names, tried in this order: an attention kernel made of matrix products is attention, a
// cuDNN batch normalisation is no convolution.
constexpr std::array kAttention {"flash", "fmha", "attention", "attn", "sdpa", "softmax_warp", "mla_"};
constexpr std::array kOptimizer {"multi_tensor_apply", "adam", "adagrad", "fusedsgd", "lamb_", "optimizer"};
constexpr std::array kNormalisation {"layer_norm", "layernorm", "batch_norm", "batchnorm", "rms_norm", "rmsnorm",
    "group_norm", "groupnorm", "bn_fw", "bn_bw", "gammabeta", "rowwisemoments", "welford", "ln_fwd", "ln_bwd",
    "computefusedparams", "instance_norm"};
constexpr std::array kConvolution {"conv", "cudnn", "wgrad", "dgrad", "winograd", "fprop", "igemm_fwd", "igemm_bwd",
    "igemm_wrw", "fft2d", "fft1d", "naive_conv", "miopensp3"};
constexpr std::array kMatrix {
    "gemm", "gemv", "cijk_", "matmul", "xmma", "splitkreduce", "nvjet", "cublas", "bmm_", "_mm_"};
constexpr std::array kCopy {"memcpy", "memset", "copy", "transpose", "nchwtonhwc", "nhwctonchw", "nhwctofolded",
    "foldednhwc", "converttensor", "pad_tensor", "permute"};
constexpr std::array kReduction {
    "reduce", "softmax", "nll", "scan", "criterion", "cross_entropy", "argmax", "cumsum", "normops", "norm_two"};
constexpr std::array kElementwise {"elementwise", "fill", "gelu", "silu", "relu", "swiglu", "act_and_mul", "dropout",
    "sigmoid", "tanh", "cast", "rotary", "quant", "bias", "pointwise", "add_", "mul_"};

// Parts of names whose kernels run on tensor cores (NVIDIA) or matrix cores (AMD).
constexpr std::array kTensorCores {"s884", "s1688", "s16816", "h884", "h1688", "h16816", "i8816", "i16832", "hmma",
    "imma", "wgmma", "gmma", "tensorop", "tensor16x8x", "tensor8x8x", "wmma", "warpgroupsize", "xdlops", "_mi16x16",
    "_mi32x32", "_mi4x4"};
constexpr std::array kPlainCores {"sgemm", "dgemm", "simt", "gemv", "scudnn"};

bool isTensorCoreFamily(KernelFamily family)
{
    return family == KernelFamily::Matrix || family == KernelFamily::Convolution || family == KernelFamily::Attention
        || family == KernelFamily::Compiled || family == KernelFamily::Other;
}

} // namespace

const char* familyName(KernelFamily family)
{
    constexpr std::array names {"matrix", "convolution", "attention", "normalisation", "elementwise", "reduction",
        "copy", "communication", "optimizer", "compiled", "other"};
    return names[static_cast<std::size_t>(family)];
}

bool isCommunication(std::string_view name)
{
    constexpr std::array parts {"ncclKernel", "ncclDevKernel", "mscclpp", "msccl_", "nvshmem",
        "deep_ep::", "::ep::internode", "::ep::intranode", "cross_device_reduce_1stage", "cross_device_reduce_2stage",
        "one_shot_all_reduce", "two_shot_all_reduce", "multimem_all_reduce"};
    return name.starts_with("nccl") || name.starts_with("hccl") || name.starts_with("hcom_")
        || name.starts_with("xccl::") || name.starts_with("oneccl") || hasAnyPart(name, parts);
}

KernelFamily kernelFamily(std::string_view name)
{
    if (isCommunication(name))
        return KernelFamily::Communication;
    const std::string key = lower(shortKernelName(name));
    if (key.starts_with("triton_tem"))
        return KernelFamily::Matrix;
    if (key.starts_with("triton_"))
        return KernelFamily::Compiled;
    if (hasAnyPart(key, kAttention))
        return KernelFamily::Attention;
    if (hasAnyPart(key, kOptimizer))
        return KernelFamily::Optimizer;
    if (hasAnyPart(key, kNormalisation))
        return KernelFamily::Normalisation;
    // Before convolutions: "convertTensor_kernel". Mangled names hold too much to be judged by a part of them.
    if (!key.starts_with("_z") && hasAnyPart(key, kCopy))
        return KernelFamily::Copy;
    if (hasAnyPart(key, kConvolution))
        return KernelFamily::Convolution;
    if (hasAnyPart(key, kMatrix))
        return KernelFamily::Matrix;
    if (hasAnyPart(key, kReduction))
        return KernelFamily::Reduction;
    if (hasAnyPart(key, kElementwise))
        return KernelFamily::Elementwise;
    return KernelFamily::Other;
}

std::optional<bool> usesTensorCores(std::string_view name, KernelFamily family)
{
    if (!isTensorCoreFamily(family))
        return false;
    const std::string key = lower(name);
    if (hasAnyPart(key, kTensorCores))
        return true;
    const bool products = family == KernelFamily::Matrix || family == KernelFamily::Convolution;
    if (products && hasAnyPart(key, kPlainCores))
        return false;
    return std::nullopt;
}

const char* copyMemoryName(CopyMemory memory)
{
    constexpr std::array names {"unknown", "pinned", "pageable", "device"};
    return names[static_cast<std::size_t>(memory)];
}

CopyClass copyClass(std::string_view name)
{
    constexpr std::array directions {"HtoD", "DtoH", "DtoD", "HtoH", "PtoP", "HtoA", "AtoH", "AtoA", "AtoD", "DtoA"};
    constexpr std::array spelled {"HostToDevice", "DeviceToHost", "DeviceToDevice", "HostToHost", "PeerToPeer"};
    CopyClass copy {"unknown", CopyMemory::Unknown};
    for (const char* direction : directions) {
        if (name.find(direction) != std::string_view::npos)
            copy.direction = direction;
    }
    for (std::size_t i = 0; i < spelled.size(); ++i) {
        if (name.find(spelled[i]) != std::string_view::npos)
            copy.direction = directions[i];
    }
    if (name.find("Pageable") != std::string_view::npos)
        copy.memory = CopyMemory::Pageable;
    else if (name.find("Pinned") != std::string_view::npos)
        copy.memory = CopyMemory::Pinned;
    else if (copy.direction == "DtoD" || copy.direction == "PtoP")
        copy.memory = CopyMemory::Device;
    return copy;
}

} // namespace stepscope::analysis
