// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/op_stats.h"

#include "core/analysis/op_memory.h"
#include "core/analysis/python_frames.h"
#include "core/analysis/repeated_calls.h"
#include "core/analysis/step_names.h"
#include "core/analysis/sums.h"

#include <algorithm>
#include <tsl/robin_map.h>

namespace stepscope::analysis {
namespace {

class OperatorCollector
{
public:
    OperatorCollector(const model::Trace& trace, const Window& window, OperatorGrouping grouping)
        : m_trace(trace)
        , m_window(window)
        , m_grouping(grouping)
        , m_isStep(stepNames(trace))
        , m_repeated(repeatedCalls(trace))
        , m_rowOfName(trace.names.size(), kNone)
    {
    }

    std::vector<OperatorRow> run()
    {
        for (const model::Lane& lane : m_trace.lanes) {
            if (m_trace.tracks[lane.track.index()].kind != model::TrackKind::CpuThread)
                continue;
            for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i)
                addSlice(SliceId(i));
        }
        for (std::size_t i = 0; i < m_trace.gpuWork.size(); ++i)
            addWork(i);
        addMemory();
        return finish();
    }

private:
    static constexpr std::uint32_t kNone = 0xffffffffU;

    [[nodiscard]] bool hasRow(SliceId id) const
    {
        const model::EventKind kind = m_trace.kindOf(id);
        if (kind != model::EventKind::CpuOp && kind != model::EventKind::UserAnnotation)
            return false;
        const NameId name = m_trace.slices.name[id.index()];
        return name.index() < m_rowOfName.size() && !m_isStep[name.index()];
    }

    std::uint32_t& indexOf(NameId name, NameId group)
    {
        if (m_grouping == OperatorGrouping::Name)
            return m_rowOfName[name.index()];
        const auto at = m_rowOfGroup.try_emplace(std::uint64_t {name.value} << 32U | group.value, kNone).first;
        return at.value();
    }

    OperatorRow& rowOf(SliceId id)
    {
        while (m_repeated[id.index()])
            id = m_trace.slices.parent[id.index()];
        const NameId name = m_trace.slices.name[id.index()];
        const NameId group = m_grouping == OperatorGrouping::Shapes ? m_trace.shapes.dimsOf(id)
            : m_grouping == OperatorGrouping::Stack                 ? pythonAround(m_trace, id)
                                                                    : NameId {};
        std::uint32_t& row = indexOf(name, group);
        if (row == kNone) {
            row = static_cast<std::uint32_t>(m_rows.size());
            m_rows.emplace_back();
            m_longestNs.push_back(0);
            m_rows.back().name = name;
            m_rows.back().annotation = m_trace.kindOf(id) == model::EventKind::UserAnnotation;
            (m_grouping == OperatorGrouping::Shapes ? m_rows.back().shapes : m_rows.back().stack) = group;
        }
        return m_rows[row];
    }

    void addSlice(SliceId id)
    {
        if (hasRow(id)) {
            const Share share = shareOf(m_trace, id, m_window.cpu, m_window.whole);
            if (share.counts) {
                OperatorRow& row = rowOf(id);
                const bool first = !m_repeated[id.index()];
                row.calls += first ? 1 : 0;
                addTo(row.cpuTotalNs, first ? share.span.length() : 0);
                addTo(row.cpuSelfNs, share.span.length());
                if (share.timed && first)
                    noteLongest(row, id, share.span.length());
            }
        }
        const SliceId parent = m_trace.slices.parent[id.index()];
        if (parent.valid() && m_trace.slices.placed(id) && hasRow(parent))
            subtractChild(id, parent);
    }

    void noteLongest(OperatorRow& row, SliceId id, std::int64_t ns)
    {
        std::int64_t& longest = m_longestNs[static_cast<std::size_t>(&row - m_rows.data())];
        if (row.longest.valid() && ns <= longest)
            return;
        row.longest = id;
        longest = ns;
    }

    void subtractChild(SliceId child, SliceId parent)
    {
        const model::SliceTable& slices = m_trace.slices;
        const std::int64_t start = std::max(slices.start[child.index()], slices.start[parent.index()]);
        const std::int64_t end = std::min(slices.end(child), slices.end(parent));
        if (start >= end || !overlaps(m_window.cpu, start, end))
            return;
        addTo(rowOf(parent).cpuSelfNs, -cut(m_window.cpu, start, end).length());
    }

    void addWork(std::size_t work)
    {
        const SliceId launch = m_trace.gpuWork.launch[work];
        const Share share = shareOf(m_trace, m_trace.gpuWork.slice[work], m_window.gpu, m_window.whole);
        if (!launch.valid() || !share.placed)
            return;
        bool innermost = true;
        for (SliceId id = m_trace.slices.parent[launch.index()]; id.valid(); id = m_trace.slices.parent[id.index()]) {
            if (!hasRow(id) || m_repeated[id.index()])
                continue;
            OperatorRow& row = rowOf(id);
            addTo(row.deviceTotalNs, share.span.length());
            if (innermost)
                addTo(row.deviceSelfNs, share.span.length());
            innermost = false;
        }
    }

    void addMemory()
    {
        const std::vector<PlacedMemory> marks = placedMemory(m_trace, m_window);
        if (marks.empty())
            return;
        for (OperatorRow& row : m_rows)
            row.memoryBytes = 0;
        for (const PlacedMemory& mark : marks) {
            for (SliceId id = mark.innermost; id.valid(); id = m_trace.slices.parent[id.index()]) {
                if (!hasRow(id) || m_repeated[id.index()])
                    continue;
                OperatorRow& row = rowOf(id);
                std::int64_t sum = row.memoryBytes.value_or(0);
                addTo(sum, mark.bytes);
                row.memoryBytes = sum;
            }
        }
    }

    std::vector<OperatorRow> finish()
    {
        // Children that cross each other are both taken off their parent: no self time is below zero for that.
        for (OperatorRow& row : m_rows)
            row.cpuSelfNs = std::max<std::int64_t>(0, row.cpuSelfNs);
        std::erase_if(m_rows, [](const OperatorRow& row) { return row.calls == 0 && row.deviceTotalNs == 0; });
        std::sort(m_rows.begin(), m_rows.end(), [this](const OperatorRow& a, const OperatorRow& b) {
            if (a.cpuTotalNs != b.cpuTotalNs)
                return a.cpuTotalNs > b.cpuTotalNs;
            if (a.name != b.name)
                return m_trace.names.view(a.name) < m_trace.names.view(b.name);
            return a.shapes != b.shapes ? a.shapes < b.shapes : a.stack < b.stack;
        });
        return std::move(m_rows);
    }

    const model::Trace& m_trace;
    const Window& m_window;
    OperatorGrouping m_grouping;
    std::vector<bool> m_isStep;
    std::vector<bool> m_repeated; // by slice
    std::vector<std::uint32_t> m_rowOfName;
    tsl::robin_map<std::uint64_t, std::uint32_t> m_rowOfGroup; // name and group
    std::vector<OperatorRow> m_rows;
    std::vector<std::int64_t> m_longestNs; // by row
};

} // namespace

std::vector<OperatorRow> operatorStats(const model::Trace& trace, const Window& window, OperatorGrouping grouping)
{
    return OperatorCollector(trace, window, grouping).run();
}

} // namespace stepscope::analysis
