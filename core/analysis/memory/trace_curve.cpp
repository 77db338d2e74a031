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

void addSample(const model::Trace& trace, std::uint32_t row, std::int64_t value, model::CounterSeries& to)
{
    const std::uint32_t instant = trace.memory.instant[row];
    to.time.push_back(trace.instants.time[instant]);
    to.value.push_back(static_cast<double>(value));
    to.offset.push_back(trace.instants.offset[instant]);
}

void addReserved(const model::Trace& trace, const std::vector<std::uint32_t>& rows, model::CounterSeries& to)
{
    const Column<std::int64_t>& total = trace.memory.totalReserved;
    to.counter = "reserved";
    to.series = "reserved";
    const auto hasAny = [&total](std::uint32_t row) { return total[row] > 0; }; // the host says 0 throughout
    if (std::none_of(rows.begin(), rows.end(), hasAny))
        return;
    for (const std::uint32_t row : rows) {
        if (total[row] != MemoryMarks::kUnknown)
            addSample(trace, row, total[row], to);
    }
}

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
        if (curve.relative)
            addTo(value, marks.bytes[row]);
        else if (marks.totalAllocated[row] != MemoryMarks::kUnknown)
            value = marks.totalAllocated[row];
        else
            continue;
        if (curve.allocated.time.empty() || value > curve.peak) {
            curve.peak = value;
            curve.peakTime = trace.instants.time[marks.instant[row]];
        }
        addSample(trace, row, value, curve.allocated);
    }
    addReserved(trace, rows, curve.reserved);
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
