// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/kernel_match.h"

#include "core/analysis/kernel_names.h"
#include "core/compare/row_merge.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace stepscope::compare {
namespace {

struct Kernel // that only one run has
{
    std::string op;
    analysis::KernelFamily family = analysis::KernelFamily::Other;
    std::string function;
    std::size_t row = 0; // index into the joined rows
    bool taken = false;
};
using Kernels = std::vector<Kernel>;
using Sides = std::array<Kernels, 2>;

NamedQuantities quantitiesOf(const ComparedRun& run)
{
    NamedQuantities quantities;
    for (const analysis::KernelRow& row : run.kernels.rows)
        quantities.add(std::string(run.run.trace->names.view(row.name)), row.totalNs, row.calls, row.longest);
    return quantities;
}

// The same operator of another vendor's library: aten::cudnn_convolution, aten::miopen_convolution.
std::string neutralOperator(std::string_view op)
{
    std::string out(op);
    for (const std::string_view vendor : {"cudnn_", "miopen_", "mkldnn_"}) {
        if (const std::size_t at = out.find(vendor); at != std::string::npos)
            out.erase(at, vendor.size());
    }
    return out;
}

Kernels lonelyOf(const ComparedRun& run, const std::vector<Row>& rows, Match lonely)
{
    std::unordered_map<std::string_view, std::size_t> rowOf;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].match == lonely)
            rowOf.emplace(rows[i].name, i);
    }
    Kernels kernels;
    const model::Trace& trace = *run.run.trace;
    for (const analysis::KernelRow& row : run.kernels.rows) {
        const std::string_view name = trace.names.view(row.name);
        const auto at = rowOf.find(name);
        if (at == rowOf.end() || !row.op.valid())
            continue;
        kernels.push_back({neutralOperator(trace.names.view(row.op)), row.family, analysis::kernelFunctionName(name),
            at->second, false});
    }
    return kernels; // longest first, as the rows are
}

// Joins kernels of equal key, the longest with the longest.
template <class Key> void pairUp(Sides& sides, std::vector<Row>& rows, const Key& key)
{
    std::map<decltype(key(sides[0][0])), std::vector<Kernel*>> later;
    for (Kernel& kernel : sides[kAfter]) {
        if (!kernel.taken)
            later[key(kernel)].push_back(&kernel);
    }
    for (auto& [unused, kernels] : later)
        std::reverse(kernels.begin(), kernels.end()); // longest last
    for (Kernel& kernel : sides[kBefore]) {
        const auto at = kernel.taken ? later.end() : later.find(key(kernel));
        if (at == later.end() || at->second.empty())
            continue;
        Kernel& other = *at->second.back();
        at->second.pop_back();
        kernel.taken = other.taken = true;
        Row& row = rows[other.row];
        Row& old = rows[kernel.row];
        row.nameBefore = old.name;
        row.match = Match::Operator;
        row.sides[kBefore] = old.sides[kBefore];
        row.change = changeOf(row);
        old.sides[kBefore].reset(); // has moved
    }
}

} // namespace

std::vector<Row> matchKernels(const std::array<ComparedRun, 2>& runs)
{
    std::vector<Row> rows = joinByName(
        {quantitiesOf(runs[kBefore]), quantitiesOf(runs[kAfter])}, {runs[kBefore].divisor(), runs[kAfter].divisor()});
    Sides sides {lonelyOf(runs[kBefore], rows, Match::OnlyBefore), lonelyOf(runs[kAfter], rows, Match::OnlyAfter)};
    pairUp(sides, rows, [](const Kernel& kernel) { return std::tuple(kernel.op, kernel.family, kernel.function); });
    pairUp(sides, rows, [](const Kernel& kernel) { return std::tuple(kernel.op, kernel.family); });
    rows.erase(std::remove_if(
                   rows.begin(), rows.end(), [](const Row& row) { return !row.sides[kBefore] && !row.sides[kAfter]; }),
        rows.end());
    return rows;
}

} // namespace stepscope::compare
