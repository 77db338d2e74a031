// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/trace_curve.h"

#include "core/analysis/sums.h"

#include <algorithm>
#include <map>
#include <utility>

namespace stepscope::analysis {
namespace {

using model::MemoryMarks;

// The CPU after all GPUs; kinds of accelerators are not mixed in one trace but by mistake.
using DeviceKey = std::pair<bool, std::pair<std::int32_t, std::int32_t>>;

MemoryTraceCurve curveOf(const model::Trace& trace, const DeviceKey& key, const std::vector<std::uint32_t>& rows)
{
    const MemoryMarks& marks = trace.memory;
    MemoryTraceCurve curve;
    curve.host = key.first;
    curve.device = key.second.second;
    curve.relative = std::none_of(rows.begin(), rows.end(),
        [&marks](std::uint32_t row) { return marks.totalAllocated[row] != MemoryMarks::kUnknown; });
    curve.allocated.counter = "allocated";
    curve.allocated.series = "allocated";
    std::int64_t value = 0;
    for (const std::uint32_t row : rows) {
        const std::uint32_t instant = marks.instant[row];
        if (curve.relative)
            addTo(value, marks.bytes[row]);
        else if (marks.totalAllocated[row] != MemoryMarks::kUnknown)
            value = marks.totalAllocated[row];
        else
            continue;
        if (curve.allocated.time.empty() || value > curve.peak) {
            curve.peak = value;
            curve.peakTime = trace.instants.time[instant];
        }
        curve.allocated.time.push_back(trace.instants.time[instant]);
        curve.allocated.value.push_back(static_cast<double>(value));
        curve.allocated.offset.push_back(trace.instants.offset[instant]);
    }
    return curve;
}

} // namespace

std::vector<MemoryTraceCurve> memoryTraceCurves(const model::Trace& trace)
{
    const MemoryMarks& marks = trace.memory;
    std::map<DeviceKey, std::vector<std::uint32_t>> byDevice;
    for (std::uint32_t row = 0; row < marks.size(); ++row) {
        if ((trace.instants.flags[marks.instant[row]] & model::kOutlier) != 0)
            continue;
        const bool host = marks.deviceType[row] == MemoryMarks::kHost;
        byDevice[{host, {marks.deviceType[row], marks.device[row]}}].push_back(row);
    }
    std::vector<MemoryTraceCurve> curves;
    curves.reserve(byDevice.size());
    for (auto& [key, rows] : byDevice) {
        std::stable_sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
            return trace.instants.time[marks.instant[a]] < trace.instants.time[marks.instant[b]];
        });
        curves.push_back(curveOf(trace, key, rows));
    }
    return curves;
}

} // namespace stepscope::analysis
