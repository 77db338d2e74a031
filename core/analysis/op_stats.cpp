// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/op_stats.h"

#include "core/analysis/step_names.h"
#include "core/analysis/sums.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

class Collector
{
public:
    Collector(const model::Trace& trace, const Window& window)
        : m_trace(trace)
        , m_window(window)
        , m_isStep(stepNames(trace))
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

    OperatorRow& rowOf(SliceId id)
    {
        const NameId name = m_trace.slices.name[id.index()];
        std::uint32_t& row = m_rowOfName[name.index()];
        if (row == kNone) {
            row = static_cast<std::uint32_t>(m_rows.size());
            m_rows.emplace_back();
            m_rows.back().name = name;
            m_rows.back().annotation = m_trace.kindOf(id) == model::EventKind::UserAnnotation;
        }
        return m_rows[row];
    }

    void addSlice(SliceId id)
    {
        if (hasRow(id)) {
            const Share share = shareOf(m_trace, id, m_window.cpu, m_window.whole);
            if (share.counts) {
                OperatorRow& row = rowOf(id);
                ++row.calls;
                addTo(row.cpuTotalNs, share.span.length());
                addTo(row.cpuSelfNs, share.span.length());
            }
        }
        const SliceId parent = m_trace.slices.parent[id.index()];
        if (parent.valid() && m_trace.slices.placed(id) && hasRow(parent))
            subtractChild(id, parent);
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
            if (!hasRow(id))
                continue;
            OperatorRow& row = rowOf(id);
            addTo(row.deviceTotalNs, share.span.length());
            if (innermost)
                addTo(row.deviceSelfNs, share.span.length());
            innermost = false;
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
            return m_trace.names.view(a.name) < m_trace.names.view(b.name);
        });
        return std::move(m_rows);
    }

    const model::Trace& m_trace;
    const Window& m_window;
    std::vector<bool> m_isStep;
    std::vector<std::uint32_t> m_rowOfName;
    std::vector<OperatorRow> m_rows;
};

} // namespace

std::vector<OperatorRow> operatorStats(const model::Trace& trace, const Window& window)
{
    return Collector(trace, window).run();
}

} // namespace stepscope::analysis
