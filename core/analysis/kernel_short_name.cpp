// SPDX-License-Identifier: GPL-3.0-or-later
// Short names of kernels: a small reader of demangled C++ names, without a grammar, that never fails: what it cannot
// take apart it leaves as it is.
#include "core/analysis/kernel_names.h"

#include "core/util/text_parts.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace stepscope::analysis {
namespace {

// Kernels that do whatever a template argument says.
constexpr std::array kGeneric {"elementwise_kernel", "elementwise_kernel_with_index", "vectorized_elementwise_kernel",
    "unrolled_elementwise_kernel", "elementwise_kernel_manual_unroll", "index_elementwise_kernel",
    "legacy_elementwise_kernel", "distribution_elementwise_grid_stride_kernel",
    "vectorized_templated_elementwise_kernel", "vectorized_elementwise_kernel_heuristics",
    "_scatter_gather_elementwise_kernel", "reduce_kernel", "multi_tensor_apply_kernel", "Kernel", "Kernel2",
    "device_kernel", "trampoline_kernel", "kentry", "kernel", "GlobalKernel"};
// Of those the ones that only launch a kernel, which is their template argument.
constexpr std::array kWrappers {"Kernel", "Kernel2", "device_kernel", "GlobalKernel", "kentry"};
// Names so plain that they need the namespace they stand in.
constexpr std::array kPlain {"Kernel", "GemmKernel"};
// Template arguments that say nothing of the operation, or only wrap another one.
constexpr std::array kNoise {"gpu_kernel_impl", "gpu_kernel_impl_nocast", "gpu_index_kernel", "BinaryFunctor",
    "AUnaryFunctor", "BUnaryFunctor", "UnaryFunctor", "ReduceOp", "func_wrapper_t", "Array", "array",
    "TensorListMetadata", "TensorListScalarListMetadata", "FusedOptimizerTensorListMetadata", "bool", "char", "short",
    "int", "long", "unsigned", "signed", "float", "double", "half", "__half", "__nv_bfloat16", "half_t", "bfloat16_t",
    "BFloat16", "Half", "complex", "const", "volatile", "lambda", "operator", "void", "true", "false", "struct",
    "opmath_symmetric_gpu_kernel_with_scalars", "opmath_gpu_kernel_with_scalars", "int8_t", "uint8_t", "int16_t",
    "int32_t", "int64_t", "uint32_t", "uint64_t", "size_t", "float2", "float4"};
constexpr std::string_view kAnonymous = "(anonymous namespace)::";

template <std::size_t N> bool isOneOf(const std::array<const char*, N>& list, std::string_view word)
{
    return std::any_of(list.begin(), list.end(), [&](const char* entry) { return word == entry; });
}

std::string withoutAnonymous(std::string_view name)
{
    std::string out;
    out.reserve(name.size());
    while (true) {
        const std::size_t at = name.find(kAnonymous);
        out.append(name.substr(0, at));
        if (at == std::string_view::npos)
            return out;
        name.remove_prefix(at + kAnonymous.size());
    }
}

// Where the parts of "void ns::name<arguments>(parameters)" begin and end.
struct Parts
{
    std::string_view path;      // ns::name
    std::string_view arguments; // without the angle brackets
};

int depthChange(std::string_view text, std::size_t i)
{
    const char c = text[i];
    if (c == '<' || c == '(' || c == '{' || c == '[')
        return 1;
    if (c == ')' || c == '}' || c == ']' || (c == '>' && (i == 0 || text[i - 1] != '-')))
        return -1;
    return 0;
}

Parts takeApart(std::string_view text)
{
    Parts parts;
    std::size_t nameStart = 0;
    std::size_t open = std::string_view::npos;
    std::size_t close = std::string_view::npos;
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (depth == 0 && c == '(')
            break;
        if (depth == 0 && c == ' ') { // a return type ends here
            nameStart = i + 1;
            open = close = std::string_view::npos;
        }
        if (depth == 0 && c == '<' && open == std::string_view::npos)
            open = i;
        depth = std::max(0, depth + depthChange(text, i));
        if (depth == 0 && c == '>')
            close = i;
    }
    if (open == std::string_view::npos) {
        const std::size_t end = text.find('(', nameStart);
        parts.path = text.substr(nameStart, end == std::string_view::npos ? end : end - nameStart);
        return parts;
    }
    parts.path = text.substr(nameStart, open - nameStart);
    if (close != std::string_view::npos && close > open)
        parts.arguments = text.substr(open + 1, close - open - 1);
    return parts;
}

std::string_view lastComponent(std::string_view path)
{
    const std::size_t at = path.rfind("::");
    return at == std::string_view::npos ? path : path.substr(at + 2);
}

std::string_view lastTwoComponents(std::string_view path)
{
    const std::size_t last = path.rfind("::");
    const std::size_t before = last == std::string_view::npos || last == 0 ? last : path.rfind("::", last - 1);
    return before == std::string_view::npos ? path : path.substr(before + 2);
}

// First identifier of the template arguments that tells what the kernel does, with its namespaces; empty when there is
// none.
std::string_view tellingArgument(std::string_view arguments)
{
    std::size_t i = 0;
    while (i < arguments.size()) {
        if (!isIdentifierCharacter(arguments[i])) {
            ++i;
            continue;
        }
        const std::size_t start = i;
        while (i < arguments.size() && (isIdentifierCharacter(arguments[i]) || arguments.substr(i, 2) == "::"))
            i += isIdentifierCharacter(arguments[i]) ? 1 : 2;
        const std::string_view path = arguments.substr(start, i - start);
        const std::string_view word = lastComponent(path);
        const bool number = !word.empty() && std::isdigit(static_cast<unsigned char>(word.front())) != 0;
        if (!number && word.size() > 1 && path.substr(0, 5) != "std::" && !isOneOf(kNoise, word))
            return path;
    }
    return {};
}

bool looksLikeFunction(std::string_view name)
{
    return name.find('(') != std::string_view::npos || name.find('<') != std::string_view::npos;
}

} // namespace

std::string kernelFunctionName(std::string_view name)
{
    if (!looksLikeFunction(name))
        return std::string(name);
    const std::string text = withoutAnonymous(name);
    return std::string(lastComponent(takeApart(text).path));
}

std::string shortKernelName(std::string_view name)
{
    if (!looksLikeFunction(name) || name.substr(0, 6) == "Memcpy" || name.substr(0, 6) == "Memset")
        return std::string(name);
    const std::string text = withoutAnonymous(name);
    const Parts parts = takeApart(text);
    std::string out(lastComponent(parts.path));
    if (out.empty())
        return std::string(name);
    if (isOneOf(kGeneric, out)) {
        const std::string_view path = tellingArgument(parts.arguments);
        const std::string_view telling = lastComponent(path);
        if (telling.empty())
            return out;
        if (isOneOf(kWrappers, out))
            return std::string(isOneOf(kPlain, telling) ? lastTwoComponents(path) : telling);
        out.append("<").append(telling).append(">");
    }
    return out;
}

} // namespace stepscope::analysis
