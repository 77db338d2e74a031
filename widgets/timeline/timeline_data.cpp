// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_data.h"

#include "core/view/label_text.h"
#include "widgets/common/kernel_colour.h"
#include "widgets/timeline/item_text.h"

namespace stepscope::widgets {

TimelineData::TimelineData(std::shared_ptr<const model::Trace> trace)
    : m_trace(std::move(trace))
    , m_origin(m_trace->rangeStart)
    , m_steps(view::findSteps(*m_trace))
    , m_computed(*m_trace)
    , m_layout(*m_trace, m_steps.size(), m_computed.rows())
    , m_colours(*m_trace, kernelColour)
{
    m_counters.reserve(m_trace->counters.size());
    for (const model::CounterSeries& series : m_trace->counters)
        m_counters.emplace_back(series);
    for (std::size_t i = 0; i < m_layout.nodes().size(); ++i) {
        const view::NodeId id(i);
        if (m_layout.node(id).kind != view::NodeKind::Device)
            continue;
        view::BusyIndex busy(view::unionOfLanes(*m_trace, lanesBelow(id), true));
        if (busy.empty())
            continue;
        m_devices.push_back(id);
        m_busy.emplace(id.value, std::move(busy));
    }
}

const model::CounterSeries& TimelineData::series(std::size_t counter) const
{
    const std::size_t recorded = m_counters.size();
    return counter < recorded ? m_trace->counters[counter] : m_computed.series(counter - recorded);
}

const view::CounterLod& TimelineData::counter(std::size_t counter) const
{
    const std::size_t recorded = m_counters.size();
    return counter < recorded ? m_counters[counter] : m_computed.lod(counter - recorded);
}

std::vector<std::optional<view::ValueBand>> TimelineData::counterColumns(
    std::size_t counter, const view::TimeScale& scale, std::int32_t width) const
{
    const std::size_t recorded = m_counters.size();
    return counter < recorded ? m_counters[counter].columns(scale, width)
                              : m_computed.columns(counter - recorded, scale, width);
}

std::optional<double> TimelineData::counterValue(
    std::size_t counter, std::int64_t time, const view::TimeScale& scale) const
{
    const std::size_t recorded = m_counters.size();
    if (counter >= recorded)
        return m_computed.valueAt(counter - recorded, time, scale);
    const auto sample = m_counters[counter].sampleAt(time);
    return sample ? std::optional(m_trace->counters[counter].value[*sample]) : std::nullopt;
}

QString TimelineData::counterText(std::size_t counter, double value) const
{
    const std::size_t recorded = m_counters.size();
    return counter < recorded ? valueText(value) : m_computed.text(counter - recorded, value);
}

bool TimelineData::isLine(std::size_t counter) const
{
    const auto computed = computedIndex(counter);
    return computed && m_computed.isLine(*computed);
}

std::vector<std::size_t> TimelineData::beside(std::size_t counter) const
{
    const auto computed = computedIndex(counter);
    std::vector<std::size_t> others = computed ? m_computed.beside(*computed) : std::vector<std::size_t>();
    for (std::size_t& other : others)
        other += m_counters.size();
    return others;
}

const view::SpanLevels& TimelineData::levels(LaneId lane)
{
    auto found = m_levels.find(lane.value);
    if (found == m_levels.end())
        found = m_levels.emplace(lane.value, view::SpanLevels(m_layout.run(lane))).first;
    return found->second;
}

const view::BusyIndex* TimelineData::busy(view::NodeId device) const
{
    const auto found = m_busy.find(device.value);
    return found == m_busy.end() ? nullptr : &found->second;
}

std::vector<LaneId> TimelineData::lanesBelow(view::NodeId node) const
{
    std::vector<LaneId> lanes;
    const auto& nodes = m_layout.nodes();
    for (std::size_t i = node.index(); i < nodes.size(); ++i) {
        if (i > node.index() && nodes[i].indent <= nodes[node.index()].indent)
            break; // depth-first order: the end of the subtree
        for (std::uint32_t lane = nodes[i].firstLane.value; lane < nodes[i].lastLane.value; ++lane) {
            if (m_layout.isOfTrace(LaneId(lane)))
                lanes.emplace_back(lane);
        }
    }
    return lanes;
}

std::vector<LaneId> TimelineData::threadLanes() const
{
    std::vector<LaneId> lanes;
    for (const view::LayoutNode& node : m_layout.nodes()) {
        if (node.kind != view::NodeKind::Thread && node.kind != view::NodeKind::Async)
            continue;
        for (std::uint32_t lane = node.firstLane.value; lane < node.lastLane.value; ++lane)
            lanes.emplace_back(lane);
    }
    return lanes;
}

SliceId TimelineData::namedBy(SliceId slice) const
{
    const std::string_view name = m_trace->nameOf(slice);
    if (!name.starts_with("nccl") || name.find("_Generic") == std::string_view::npos)
        return slice;
    const GpuWorkId work = m_trace->gpuWorkOf(slice);
    const SliceId launch = work.valid() ? m_trace->gpuWork.launch[work.index()] : SliceId();
    const SliceId op = launch.valid() ? m_trace->operatorOf(launch) : SliceId();
    return op.valid() ? op : slice;
}

QString TimelineData::shortName(SliceId slice) const
{
    const std::string_view name = m_trace->nameOf(slice);
    std::string text;
    switch (m_trace->kindOf(slice)) {
    case model::EventKind::Kernel:
    case model::EventKind::DeviceOp:
        if (!m_kernelLabels)
            m_kernelLabels = std::make_unique<analysis::KernelLabels>(*m_trace);
        text = m_kernelLabels->of(m_trace->slices.name[slice.index()]);
        break;
    default: // other writers put Python frames under categories of their own
        text = view::shortPythonName(name);
    }
    return QString::fromStdString(text);
}

QString TimelineData::fullName(SliceId slice) const
{
    const std::string_view name = m_trace->nameOf(slice);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QString TimelineData::place(view::NodeId node) const
{
    QString text;
    for (; node.valid(); node = m_layout.node(node).parent) {
        if (!text.isEmpty())
            text += QStringLiteral(" · ");
        text += QString::fromStdString(m_layout.node(node).label);
    }
    return text;
}

} // namespace stepscope::widgets
