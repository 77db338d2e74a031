// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/temporaries.h"

#include "core/analysis/sums.h"

#include <algorithm>
#include <map>
#include <utility>

namespace stepscope::analysis {
namespace {

using Device = std::pair<std::int32_t, std::int32_t>; // type and number

struct Mark
{
    std::int64_t time = 0;
    std::size_t row = 0; // of MemoryMarks
};

class TemporaryFinder
{
public:
    TemporaryFinder(const model::Trace& trace, const Window& window)
        : m_trace(trace)
        , m_marks(trace.memory)
        , m_window(window)
    {
    }

    std::vector<TemporaryRow> run()
    {
        findPeaks();
        for (const Mark& mark : largeMarks())
            follow(mark);
        std::vector<TemporaryRow> rows;
        for (auto& [key, row] : m_rows) {
            const std::int64_t peak = m_peaks[key.second];
            if (peak > 0)
                row.shareOfPeak = static_cast<double>(row.largestBytes) / static_cast<double>(peak);
            rows.push_back(row);
        }
        std::stable_sort(rows.begin(), rows.end(),
            [](const TemporaryRow& a, const TemporaryRow& b) { return a.largestBytes > b.largestBytes; });
        return rows;
    }

private:
    // Deeper lanes are not looked at: no program nests so deep, and hostile files must not make this slow.
    static constexpr std::size_t kMaxLanes = 256;

    [[nodiscard]] Device deviceOf(std::size_t row) const { return {m_marks.deviceType[row], m_marks.device[row]}; }

    void findPeaks()
    {
        for (std::size_t i = 0; i < m_marks.size(); ++i) {
            if (m_marks.deviceType[i] == model::MemoryMarks::kHost
                || m_marks.totalAllocated[i] == model::MemoryMarks::kUnknown)
                continue;
            std::int64_t& peak = m_peaks[deviceOf(i)];
            peak = std::max(peak, m_marks.totalAllocated[i]);
        }
    }

    // In time order: marks of all threads together.
    [[nodiscard]] std::vector<Mark> largeMarks()
    {
        std::vector<Mark> marks;
        for (std::size_t i = 0; i < m_marks.size(); ++i) {
            const std::size_t instant = m_marks.instant[i];
            if (m_marks.deviceType[i] == model::MemoryMarks::kHost || m_marks.address[i] == 0
                || (m_trace.instants.flags[instant] & model::kOutlier) != 0)
                continue;
            const std::int64_t peak = m_peaks[deviceOf(i)];
            const std::int64_t least = peak > 0 ? peak / TemporaryRow::kMinPart : TemporaryRow::kMinBytes;
            const std::int64_t bytes = m_marks.bytes[i];
            if (bytes != 0 && (bytes >= least || bytes <= -least))
                marks.push_back({m_trace.instants.time[instant], i});
        }
        std::stable_sort(marks.begin(), marks.end(), [](const Mark& a, const Mark& b) { return a.time < b.time; });
        return marks;
    }

    void follow(const Mark& mark)
    {
        const auto key = std::make_pair(deviceOf(mark.row), m_marks.address[mark.row]);
        if (m_marks.bytes[mark.row] > 0) {
            m_open[key] = mark; // what was there is gone, its free not recorded
            return;
        }
        const auto open = m_open.find(key);
        if (open == m_open.end())
            return;
        if (m_marks.bytes[open->second.row] + m_marks.bytes[mark.row] == 0)
            addPair(open->second, mark.time);
        m_open.erase(open);
    }

    void addPair(const Mark& allocation, std::int64_t freed)
    {
        if (!contains(m_window.cpu, allocation.time) && !m_window.whole)
            return;
        SliceId op;
        SliceId outermost;
        const TrackId track = m_trace.instants.track[m_marks.instant[allocation.row]];
        for (SliceId id = innermost(track, allocation.time); id.valid(); id = m_trace.slices.parent[id.index()]) {
            if (m_trace.kindOf(id) != model::EventKind::CpuOp)
                continue;
            op = op.valid() ? op : id;
            outermost = id;
        }
        if (!op.valid() || m_trace.slices.end(outermost) < freed)
            return;
        const Device device = deviceOf(allocation.row);
        TemporaryRow& row = m_rows[{m_trace.slices.name[op.index()], device}];
        row.op = m_trace.slices.name[op.index()];
        row.device = device.second;
        ++row.count;
        const std::int64_t bytes = m_marks.bytes[allocation.row];
        addTo(row.totalBytes, bytes);
        if (bytes > row.largestBytes) {
            row.largestBytes = bytes;
            row.slice = op;
        }
    }

    [[nodiscard]] SliceId innermost(TrackId track, std::int64_t time) const
    {
        SliceId found;
        const model::Track& row = m_trace.tracks[track.index()];
        std::size_t looked = 0;
        for (std::size_t l = row.firstLane.index(); l < row.lastLane.index() && looked < kMaxLanes; ++l) {
            const model::Lane& lane = m_trace.lanes[l];
            if (lane.section != model::LaneSection::Main)
                continue;
            ++looked;
            const SliceId id = m_trace.firstEndingAfter(lane, time);
            if (id < lane.last && m_trace.slices.start[id.index()] <= time)
                found = id;
        }
        return found;
    }

    const model::Trace& m_trace;
    const model::MemoryMarks& m_marks;
    const Window& m_window;
    std::map<Device, std::int64_t> m_peaks;
    std::map<std::pair<Device, std::uint64_t>, Mark> m_open;
    std::map<std::pair<NameId, Device>, TemporaryRow> m_rows;
};

} // namespace

std::vector<TemporaryRow> largeTemporaries(const model::Trace& trace, const Window& window)
{
    if (trace.memory.size() == 0)
        return {};
    return TemporaryFinder(trace, window).run();
}

} // namespace stepscope::analysis
