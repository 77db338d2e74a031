// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/findings/compiled_work.h"

#include <algorithm>
#include <array>

namespace stepscope::analysis {

bool isCompiledKernel(const KernelRow& row, std::string_view name)
{
    return row.family == KernelFamily::Compiled || name.find("triton_") != std::string_view::npos;
}

std::uint64_t compiledRegions(const model::Trace& trace, const TraceFigures& figures)
{
    constexpr std::array<std::string_view, 3> kNames {"CompiledFxGraph", "Torch-Compiled Region", "CompiledFunction"};
    std::uint64_t calls = 0;
    for (const OperatorRow& row : figures.operators) {
        const std::string_view name = trace.names.view(row.name);
        const bool isCompiled = std::any_of(kNames.begin(), kNames.end(),
            [name](std::string_view part) { return name.find(part) != std::string_view::npos; });
        calls += isCompiled ? row.calls : 0;
    }
    return calls;
}

bool hasCompiledWork(const model::Trace& trace, const TraceFigures& figures)
{
    return compiledRegions(trace, figures) > 0
        || std::any_of(figures.kernels.rows.begin(), figures.kernels.rows.end(),
            [&trace](const KernelRow& row) { return isCompiledKernel(row, trace.names.view(row.name)); });
}

} // namespace stepscope::analysis
