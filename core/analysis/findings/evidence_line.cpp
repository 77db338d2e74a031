// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/findings/evidence_line.h"

#include "core/analysis/python_lines.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

// The longest gap of the device that the place overlaps.
const DeviceGap* gapAt(const TraceFigures& figures, const Evidence& evidence)
{
    const DeviceGap* longest = nullptr;
    for (const DeviceGap& gap : figures.idle.causes.gaps) {
        const bool isThere = evidence.device && figures.gpu.devices[gap.device].device == *evidence.device
            && overlaps(evidence.span, gap.span.start, gap.span.end);
        if (isThere && (longest == nullptr || gap.span.length() > longest->span.length()))
            longest = &gap;
    }
    return longest;
}

} // namespace

std::string pythonLineOf(const model::Trace& trace, const TraceFigures& figures, const Evidence& evidence)
{
    const GpuWorkId work = evidence.slice.valid() ? trace.gpuWorkOf(evidence.slice) : GpuWorkId();
    if (work.valid())
        return pythonLineOf(trace, trace.gpuWork.launch[work.index()]);
    if (evidence.row.valid())
        return pythonLineOf(trace, evidence.slice);
    const DeviceGap* gap = gapAt(figures, evidence);
    return gap != nullptr ? pythonLineOf(trace, figures.idle.causes, *gap) : std::string();
}

} // namespace stepscope::analysis
