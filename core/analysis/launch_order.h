// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// All launch calls of a trace in order of time, whatever their thread. Built in O(launches log launches), asked in
// O(log launches).

#include "core/model/trace.h"
#include "core/util/interval_ops.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace stepscope::analysis {

class LaunchOrder
{
public:
    explicit LaunchOrder(const model::Trace& trace)
        : m_trace(trace)
    {
        const model::LaunchIndex& index = trace.launches;
        m_entries.reserve(index.launches.size() + index.withoutWork.size());
        for (std::size_t i = 0; i < index.launches.size(); ++i)
            add(index.launches[i], index.targets[index.offsets[i]]);
        for (const SliceId launch : index.withoutWork)
            add(launch, GpuWorkId());
        std::stable_sort(
            m_entries.begin(), m_entries.end(), [](const Entry& a, const Entry& b) { return a.start < b.start; });
        GpuWorkId next;
        for (std::size_t i = m_entries.size(); i-- > 0;) {
            if (m_entries[i].work.valid())
                next = m_entries[i].work;
            m_entries[i].work = next;
        }
    }

    // Whether a launch call starts in the interval.
    [[nodiscard]] bool anyIn(Interval interval) const
    {
        const auto at = firstAfter(interval.start);
        return at != m_entries.end() && at->start < interval.end;
    }

    // The first GPU work of the first launch from that time on that has any; invalid when there is none.
    [[nodiscard]] SliceId firstWorkAfter(std::int64_t time) const
    {
        const auto at = firstAfter(time);
        return at == m_entries.end() || !at->work.valid() ? SliceId() : m_trace.gpuWork.slice[at->work.index()];
    }

private:
    struct Entry
    {
        std::int64_t start;
        GpuWorkId work; // of this launch or, where it has none, of the next one that has
    };

    void add(SliceId launch, GpuWorkId work)
    {
        if (work.valid() && !m_trace.slices.placed(m_trace.gpuWork.slice[work.index()]))
            work = GpuWorkId();
        if (m_trace.slices.placed(launch))
            m_entries.push_back({m_trace.slices.start[launch.index()], work});
    }
    [[nodiscard]] std::vector<Entry>::const_iterator firstAfter(std::int64_t time) const
    {
        return std::partition_point(
            m_entries.begin(), m_entries.end(), [time](const Entry& e) { return e.start < time; });
    }

    const model::Trace& m_trace;
    std::vector<Entry> m_entries;
};

} // namespace stepscope::analysis
