// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Matrix products whose dimensions miss the multiples that tensor cores work in: 8 elements, and 64 for long ones such
// as a vocabulary of 50257 (pad it to 50304). Looked at are m, n and k of [m, k] × [k, n]; dimensions below 8, of
// single rows and small heads, are left alone, since padding them gains nothing; so are long rows (m) of multiples of
// 8, which are batches more often than weights. Only products that ran on a GPU, from the counted calls of flops.h, by
// operator and dimensions. O(calls).

#include "core/analysis/flops.h"

#include <vector>

namespace stepscope::analysis {

struct UnevenDimension
{
    char which = 'n'; // m, n or k
    std::uint64_t size = 0;
    std::uint64_t multiple = 8; // that it misses
};

struct UnevenProduct
{
    NameId op;
    NameId dims; // text of its shapes
    MatrixProduct product;
    std::vector<UnevenDimension> uneven; // in the order m, n, k
    std::uint64_t calls = 0;
    std::int64_t deviceNs = 0;
};

inline constexpr std::uint64_t kEvenMultiple = 8;
inline constexpr std::uint64_t kLongMultiple = 64;
inline constexpr std::uint64_t kLongDimension = 4096;

[[nodiscard]] std::vector<UnevenDimension> unevenDimensions(const MatrixProduct& product);

// By device time, longest first.
[[nodiscard]] std::vector<UnevenProduct> unevenProducts(const model::Trace& trace, const FlopStats& stats);

} // namespace stepscope::analysis
