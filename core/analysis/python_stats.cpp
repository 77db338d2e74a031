// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/python_stats.h"

#include "core/analysis/sums.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

class PythonCollector
{
public:
    PythonCollector(const model::Trace& trace, const Window& window)
        : m_trace(trace)
        , m_window(window)
        , m_rowOfName(trace.names.size(), kNone)
    {
    }

    std::vector<PythonRow> run()
    {
        std::vector<bool> hasFrames(m_trace.tracks.size(), false);
        for (const model::Lane& lane : m_trace.lanes) {
            if (lane.section == model::LaneSection::Python)
                hasFrames[lane.track.index()] = true;
        }
        for (const model::Lane& lane : m_trace.lanes) {
            if (!hasFrames[lane.track.index()])
                continue;
            for (std::size_t i = lane.first.index(); i < lane.last.index(); ++i)
                addSlice(SliceId(i));
        }
        return finish();
    }

private:
    static constexpr std::uint32_t kNone = 0xffffffffU;

    [[nodiscard]] bool isFrame(SliceId id) const
    {
        return m_trace.kindOf(id) == model::EventKind::PythonFunction
            && m_trace.slices.name[id.index()].index() < m_rowOfName.size();
    }

    [[nodiscard]] std::uint32_t rowOf(SliceId id)
    {
        std::uint32_t& row = m_rowOfName[m_trace.slices.name[id.index()].index()];
        if (row == kNone) {
            row = static_cast<std::uint32_t>(m_rows.size());
            m_rows.emplace_back().name = m_trace.slices.name[id.index()];
            m_longestNs.push_back(-1);
        }
        return row;
    }

    void addSlice(SliceId id)
    {
        if (isFrame(id))
            addFrame(id);
        const SliceId parent = m_trace.slices.parent[id.index()];
        if (parent.valid() && m_trace.slices.placed(id) && isFrame(parent))
            subtractChild(id, parent);
    }

    void addFrame(SliceId id)
    {
        const Share share = shareOf(m_trace, id, m_window.cpu, m_window.whole);
        if (!share.counts)
            return;
        const std::uint32_t at = rowOf(id);
        PythonRow& row = m_rows[at];
        ++row.calls;
        const std::int64_t ns = share.span.length();
        addTo(row.selfNs, ns);
        if (!isRecursive(id))
            addTo(row.totalNs, ns);
        if (share.timed && ns > m_longestNs[at]) {
            m_longestNs[at] = ns;
            row.longest = id;
        }
    }

    [[nodiscard]] bool isRecursive(SliceId id) const
    {
        const NameId name = m_trace.slices.name[id.index()];
        SliceId up = m_trace.slices.parent[id.index()];
        for (int i = 0; up.valid() && i < PythonRow::kMostParents; ++i) {
            if (m_trace.slices.name[up.index()] == name && isFrame(up))
                return true;
            up = m_trace.slices.parent[up.index()];
        }
        return false;
    }

    void subtractChild(SliceId child, SliceId parent)
    {
        const model::SliceTable& slices = m_trace.slices;
        const std::int64_t start = std::max(slices.start[child.index()], slices.start[parent.index()]);
        const std::int64_t end = std::min(slices.end(child), slices.end(parent));
        if (start < end && overlaps(m_window.cpu, start, end))
            addTo(m_rows[rowOf(parent)].selfNs, -cut(m_window.cpu, start, end).length());
    }

    std::vector<PythonRow> finish()
    {
        // Children that cross each other are both taken off their parent.
        for (PythonRow& row : m_rows)
            row.selfNs = std::max<std::int64_t>(0, row.selfNs);
        std::erase_if(m_rows, [](const PythonRow& row) { return row.calls == 0; });
        std::sort(m_rows.begin(), m_rows.end(), [this](const PythonRow& a, const PythonRow& b) {
            if (a.selfNs != b.selfNs)
                return a.selfNs > b.selfNs;
            return m_trace.names.view(a.name) < m_trace.names.view(b.name);
        });
        return std::move(m_rows);
    }

    const model::Trace& m_trace;
    const Window& m_window;
    std::vector<std::uint32_t> m_rowOfName;
    std::vector<PythonRow> m_rows;
    std::vector<std::int64_t> m_longestNs; // by row
};

} // namespace

std::vector<PythonRow> pythonStats(const model::Trace& trace, const Window& window)
{
    return PythonCollector(trace, window).run();
}

} // namespace stepscope::analysis
