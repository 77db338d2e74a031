// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the analyses found, made ready for painting and for questions of the pointer: gaps and their parts by device,
// walls by stream, syncs by the end of their wait. Made anew when the figures change, immutable then; keeps them alive.
// Owned by the TimelineView, GUI thread only. O(gaps + walls + syncs log syncs) to make.

#include "core/analysis/work_classes.h"
#include "core/view/density.h"
#include "core/view/hatch.h"
#include "core/view/stretches.h"
#include "widgets/timeline/timeline_data.h"
#include "widgets/viewmodel/figures.h"
#include "widgets/viewmodel/time_axis.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace stepscope::widgets {

static_assert(view::kCauseLooks == analysis::kIdleCauses);

[[nodiscard]] inline const view::CauseLook& lookOf(analysis::IdleCause cause)
{
    return view::causeLook(static_cast<std::size_t>(cause));
}

class TimelineMarks
{
public:
    struct Device
    {
        view::NodeId node;
        std::uint32_t firstGap = 0;  // of GapCauses::gaps: position i of `gaps` is the gap firstGap + i
        std::uint32_t firstPart = 0; // of GapCauses::parts, likewise
        view::StretchIndex gaps;
        view::StretchIndex parts;
        std::vector<analysis::IdleCause> partCauses; // the same as in `parts`, close together in memory
        view::BusyIndex compute;                     // when it computes, whatever else it does
        // When it only communicates: position i of `waitSpans` is waits[i]. What computes stands still meanwhile.
        std::vector<analysis::GapPart> waits;
        view::StretchIndex waitSpans;
    };
    struct Stream
    {
        std::uint32_t device = 0;  // index into devices()
        Interval window;           // from its first to its last work
        bool communicates = false; // has nothing else to do
        std::vector<std::uint32_t> walls;
        view::StretchIndex wallSpans; // position i is the wall walls[i]
    };

    TimelineMarks(const TimelineData& data, FiguresPtr figures);

    [[nodiscard]] const model::Trace& trace() const { return m_trace; }
    [[nodiscard]] const analysis::TraceFigures& figures() const { return *m_figures; }
    [[nodiscard]] const analysis::GapCauses& causes() const { return m_figures->idle.causes; }
    [[nodiscard]] const std::vector<Device>& devices() const { return m_devices; }
    [[nodiscard]] std::optional<std::uint32_t> deviceOf(view::NodeId node) const;
    // Index in devices() of what the rows of a stream, or of all streams merged, belong to.
    [[nodiscard]] std::optional<std::uint32_t> workedBy(const view::LayoutNode& node) const;
    [[nodiscard]] const Stream* streamOf(TrackId track) const;
    [[nodiscard]] const view::RankedTimes& syncs() const { return m_syncs; } // by end; items are indices in figures
    [[nodiscard]] std::optional<std::uint32_t> syncOf(SliceId call) const;   // index in figures
    // Waits that are as they should be: at the end of a step, or without idle time of the GPU after them.
    [[nodiscard]] static bool isQuiet(const analysis::SyncMarker& sync);
    [[nodiscard]] std::vector<TrackId> tracksWithWalls() const;
    [[nodiscard]] bool isCommunication(SliceId gpuWork) const;
    // The gap that begins and ends with the range; null: there is none.
    [[nodiscard]] const analysis::DeviceGap* gapOver(const TimeRange& range) const;
    // The communication that runs alone over just that range; null: none does.
    [[nodiscard]] const analysis::GapPart* waitOver(const TimeRange& range) const;
    // The longest communication that runs alone while a stream that computes is idle; null: none does.
    [[nodiscard]] const analysis::GapPart* longestWait(TrackId stream, Interval idle) const;
    // Row of the device that a sync waits for; invalid when nobody can tell which of several it is.
    [[nodiscard]] view::NodeId deviceOf(const analysis::SyncMarker& sync) const;

private:
    void addDevice(const TimelineData& data, std::uint32_t index);
    void addGaps(Device& device, std::uint32_t index);
    void addWaits(Device& device, const analysis::DeviceUse& use);
    void addWalls();

    const model::Trace& m_trace;
    FiguresPtr m_figures;
    std::vector<Device> m_devices; // as GpuUse::devices
    std::unordered_map<std::uint32_t, std::uint32_t> m_byNode;
    std::unordered_map<std::uint32_t, Stream> m_streams; // by track
    view::RankedTimes m_syncs;
    std::unordered_map<std::uint32_t, std::uint32_t> m_syncOfSlice;
    mutable analysis::WorkClasses m_classes; // remembers what it was asked
};

} // namespace stepscope::widgets
