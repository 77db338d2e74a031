// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/shapes.h"

#include "core/analysis/sums.h"

#include <algorithm>
#include <map>

namespace stepscope::analysis {

std::vector<UnevenDimension> unevenDimensions(const MatrixProduct& product)
{
    std::vector<UnevenDimension> uneven;
    const auto look = [&](char which, std::uint64_t size) {
        const std::uint64_t multiple = size >= kLongDimension ? kLongMultiple : kEvenMultiple;
        const std::uint64_t must = which == 'm' ? kEvenMultiple : multiple;
        if (size >= kEvenMultiple && size % must != 0)
            uneven.push_back({which, size, multiple});
    };
    look('m', product.m);
    look('n', product.n);
    look('k', product.k);
    return uneven;
}

std::vector<UnevenProduct> unevenProducts(const model::Trace& trace, const FlopStats& stats)
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, UnevenProduct> products;
    for (const CountedCall& call : stats.calls) {
        const NameId op = trace.slices.name[call.op.index()];
        const NameId dims = trace.shapes.dimsOf(call.op);
        const auto [at, isNew] = products.try_emplace({op.value, dims.value});
        UnevenProduct& row = at->second;
        if (isNew) {
            row.op = op;
            row.dims = dims;
            const auto product = matrixProduct(flopRule(trace.names.view(op)), parseDims(trace.names.view(dims)));
            if (product) {
                row.product = *product;
                row.uneven = unevenDimensions(*product);
            }
        }
        ++row.calls;
        addTo(row.deviceNs, call.deviceNs);
    }
    std::vector<UnevenProduct> rows;
    for (auto& [key, row] : products) {
        if (!row.uneven.empty())
            rows.push_back(std::move(row));
    }
    std::stable_sort(rows.begin(), rows.end(),
        [](const UnevenProduct& a, const UnevenProduct& b) { return a.deviceNs > b.deviceNs; });
    return rows;
}

} // namespace stepscope::analysis
