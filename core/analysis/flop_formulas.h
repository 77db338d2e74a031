// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Floating-point operations of one call of a matrix operator, from its recorded shapes. The formulas are those of
// torch.utils.flop_counter (a multiplication and an addition count as two):
//
//   mm, addmm, bmm, baddbmm, _scaled_mm   2 · b · m · k · n for [b, m, k] × [b, k, n]
//   matmul, linear                        the same, leading dimensions as rows or batch
//   convolutions                          2 · N · (output places, of a transposed one: input places) · Cout ·
//                                         Cin/groups · (places of the filter); strides and padding are needed for
//                                         that, so nothing where "Concrete Inputs" were not recorded
//   convolution_backward                  the same for each of the two gradients that its mask asks for
//   scaled_dot_product_*attention         2 · b · h · sq · sk · (d + dv), a causal mask not taken off
//   … backward                            2 · b · h · sq · sk · (3 d + 2 dv)
// Nothing where the shapes do not fit the formula or the number does not fit 64 bits. Pure functions, O(text).

#include "core/analysis/input_dims.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace stepscope::analysis {

enum class FlopRule : std::uint8_t
{
    None,
    Product,       // mm, bmm
    BiasedProduct, // addmm, baddbmm: the product starts at the second argument
    Matmul,
    Linear,
    Convolution,
    ConvolutionBackward,
    Attention,
    AttentionBackward,
};
// By the operator's name, such as "aten::mm".
[[nodiscard]] FlopRule flopRule(std::string_view op);

struct MatrixProduct // batch × [m, k] · [k, n]
{
    std::uint64_t batch = 1;
    std::uint64_t m = 0;
    std::uint64_t k = 0;
    std::uint64_t n = 0;
};
// Of the rules up to Linear.
[[nodiscard]] std::optional<MatrixProduct> matrixProduct(FlopRule rule, const std::vector<Dims>& dims);

struct FlopCount
{
    std::uint64_t flops = 0;
    unsigned products = 1; // kernels they are spread over: two for the gradients of a convolution
};
[[nodiscard]] std::optional<FlopCount> flopCount(
    std::string_view op, const std::vector<Dims>& dims, const std::vector<std::string>& constants);

} // namespace stepscope::analysis
