// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/memory_timeline_data.h"

#include "widgets/details/detail_text.h"

namespace stepscope::widgets {

MemoryStepMark stepMark(const analysis::MemoryStep& step)
{
    return {toQString(step.marker), step.firstEntry, step.lastEntry, step.baseline, step.peak,
        view::EntryPositions::ofTime(step.startUs), view::EntryPositions::ofTime(step.endUs)};
}

MemoryTimelineData::MemoryTimelineData(std::shared_ptr<const model::MemorySnapshot> snapshot)
    : m_snapshot(std::move(snapshot))
    , m_stacks(m_snapshot->record)
{
}

void MemoryTimelineData::showDevice(std::size_t device)
{
    m_device = device < m_snapshot->devices.size() ? &m_snapshot->devices[device] : &m_none;
    m_categories = {};
    m_steps.clear();
    setMarked({});
    const auto& table = m_device->allocations;
    m_blocks = view::LifetimeIndex({table.born.span(), table.died.span(), table.size.span()});
    m_segmentsBorn.clear();
    m_segmentsDied.clear();
    m_segmentSizes.clear();
    for (const model::SegmentSpan& span : m_device->spans) {
        m_segmentsBorn.push_back(span.from);
        m_segmentsDied.push_back(span.to);
        m_segmentSizes.push_back(span.size);
    }
    m_segments = view::LifetimeIndex({m_segmentsBorn, m_segmentsDied, m_segmentSizes});
    m_active = view::CurvePeaks(view::CurveView(m_device->active));
    m_reserved = view::CurvePeaks(view::CurveView(m_device->reserved));
    setMode(m_positions.mode());
    regroup();
}

void MemoryTimelineData::setMode(view::MemoryAxisMode mode)
{
    m_positions = view::EntryPositions(*m_snapshot, *m_device, mode);
}

void MemoryTimelineData::setColourBy(MemoryColourBy by)
{
    m_colourBy = by;
    regroup();
}

void MemoryTimelineData::setCategories(MemoryCategories categories)
{
    m_categories = std::move(categories);
    if (m_colourBy == MemoryColourBy::Category)
        regroup();
}

void MemoryTimelineData::setColourModel(std::shared_ptr<const MemoryGroups> model)
{
    m_colourModel = std::move(model);
    regroup();
}

void MemoryTimelineData::setMarked(std::vector<AllocId> marked)
{
    m_marked = std::move(marked);
    m_isMarked.assign(m_marked.empty() ? 0 : m_device->allocations.count(), false);
    for (const AllocId block : m_marked)
        m_isMarked[block.index()] = true;
}

void MemoryTimelineData::regroup()
{
    m_groups = memoryGroups(m_stacks, *m_device, m_colourBy, m_categories);
    if (m_colourModel)
        takeColours(m_groups, *m_colourModel);
}

} // namespace stepscope::widgets
