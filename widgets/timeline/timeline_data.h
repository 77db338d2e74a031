// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the parts of one timeline share: the trace, its steps, the layout of its rows and the indexes that make busy
// strips and counters cheap. Owned by the TimelineView, which also tells its parts when the layout changes.
// GUI thread only. Making one costs one pass over the GPU work, the counters and the lanes that can hold steps.

#include "core/analysis/kernel_labels.h"
#include "core/model/trace.h"
#include "core/view/counter_lod.h"
#include "core/view/density.h"
#include "core/view/palette.h"
#include "core/view/span_levels.h"
#include "core/view/steps.h"
#include "core/view/track_layout.h"
#include "widgets/timeline/computed_counters.h"

#include <QString>

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace stepscope::widgets {

class TimelineData
{
public:
    explicit TimelineData(std::shared_ptr<const model::Trace> trace);

    [[nodiscard]] const model::Trace& trace() const { return *m_trace; }
    // Where the ruler and its grid count from: the start of the trace unless somebody sets another time.
    [[nodiscard]] std::int64_t origin() const { return m_origin; }
    void setOrigin(std::int64_t time) { m_origin = time; }
    [[nodiscard]] const std::vector<view::Step>& steps() const { return m_steps; }
    [[nodiscard]] view::TrackLayout& layout() { return m_layout; }
    [[nodiscard]] const view::TrackLayout& layout() const { return m_layout; }
    [[nodiscard]] view::SliceColours& colours() { return m_colours; }
    // Counters: those of the file, then the computed ones.
    [[nodiscard]] const model::CounterSeries& series(std::size_t counter) const;
    [[nodiscard]] const view::CounterLod& counter(std::size_t counter) const;
    [[nodiscard]] std::vector<std::optional<view::ValueBand>> counterColumns(
        std::size_t counter, const view::TimeScale& scale, std::int32_t width) const;
    [[nodiscard]] std::optional<double> counterValue(
        std::size_t counter, std::int64_t time, const view::TimeScale& scale) const; // as it is drawn there
    [[nodiscard]] QString counterText(std::size_t counter, double value) const;
    [[nodiscard]] std::size_t counters() const { return m_counters.size() + m_computed.rows().size(); }
    [[nodiscard]] const ComputedCounters& computed() const { return m_computed; }
    // Position among the computed ones; nothing for a counter of the file.
    [[nodiscard]] std::optional<std::size_t> computedIndex(std::size_t counter) const
    {
        return counter < m_counters.size() ? std::nullopt : std::optional(counter - m_counters.size());
    }
    [[nodiscard]] bool isLine(std::size_t counter) const;                     // rather than a filled curve
    [[nodiscard]] std::vector<std::size_t> beside(std::size_t counter) const; // computed ones of its row
    // What is kept of a lane's coarse pictures; made when first asked for.
    [[nodiscard]] const view::SpanLevels& levels(LaneId lane);

    // Nodes of devices that have GPU work, and how busy each is.
    [[nodiscard]] const std::vector<view::NodeId>& devices() const { return m_devices; }
    [[nodiscard]] const view::BusyIndex* busy(view::NodeId device) const;
    // All lanes of the trace drawn by a node and the nodes below it, in the order of the layout.
    [[nodiscard]] std::vector<LaneId> lanesBelow(view::NodeId node) const;
    // Lanes of the main sections of all CPU threads and asynchronous spans: what stands for the trace where there is no
    // GPU.
    [[nodiscard]] std::vector<LaneId> threadLanes() const;

    // The slice whose name is written on this one: itself, or what launched it, where its own name tells nothing
    // (ncclDevKernel_Generic runs any collective). O(log n).
    [[nodiscard]] SliceId namedBy(SliceId slice) const;
    // The name as it is written on a slice: kernels without C++ noise but told apart from each other, Python frames
    // without folders.
    [[nodiscard]] QString shortName(SliceId slice) const;
    [[nodiscard]] QString fullName(SliceId slice) const;
    // "stream 7 · GPU 0": where the slice lies, for tooltips and screen readers.
    [[nodiscard]] QString place(view::NodeId node) const;

private:
    std::shared_ptr<const model::Trace> m_trace;
    std::int64_t m_origin;
    std::vector<view::Step> m_steps;
    ComputedCounters m_computed;
    view::TrackLayout m_layout;
    view::SliceColours m_colours;
    std::unordered_map<std::uint32_t, view::SpanLevels> m_levels; // by lane
    std::vector<view::CounterLod> m_counters;
    std::vector<view::NodeId> m_devices;
    std::unordered_map<std::uint32_t, view::BusyIndex> m_busy;      // by node
    mutable std::unique_ptr<analysis::KernelLabels> m_kernelLabels; // once a name was asked for
};

} // namespace stepscope::widgets
