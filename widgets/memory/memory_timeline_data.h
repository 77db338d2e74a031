// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the memory timeline draws of one device: its blocks and segments as lifetimes, the highest points of its curves,
// where its entries stand on the axis, and the groups of its blocks. Made again when the device, the axis mode or the
// colouring changes, in O(entries + allocations): some 20 ms for a million. GUI thread only.

#include "core/analysis/memory/memory_figures.h"
#include "core/view/memory_lifetimes.h"
#include "widgets/memory/memory_timeline_groups.h"

#include <memory>
#include <vector>

namespace stepscope::widgets {

struct MemoryStepMark
{
    QString name;
    std::int32_t first = 0; // entries; both belong to it
    std::int32_t last = 0;
    std::uint64_t baseline = 0; // least active bytes inside
    std::uint64_t peak = 0;     // most
    std::int64_t startNs = 0;   // Unix time, where an annotation tells it; else both 0
    std::int64_t endNs = 0;
};

[[nodiscard]] MemoryStepMark stepMark(const analysis::MemoryStep& step);

class MemoryTimelineData
{
public:
    explicit MemoryTimelineData(std::shared_ptr<const model::MemorySnapshot> snapshot);
    MemoryTimelineData(const MemoryTimelineData&) = delete;
    MemoryTimelineData& operator=(const MemoryTimelineData&) = delete;

    void showDevice(std::size_t device); // index; beyond the last: an empty one
    void setMode(view::MemoryAxisMode mode);
    void setColourBy(MemoryColourBy by);
    void setCategories(MemoryCategories categories);
    void setColourModel(std::shared_ptr<const MemoryGroups> model); // what has the same name there looks as there
    void setSteps(std::vector<MemoryStepMark> steps) { m_steps = std::move(steps); }
    void setMarked(std::vector<AllocId> marked); // stand out from all others; ascending, none: nothing does

    [[nodiscard]] const model::MemorySnapshot& snapshot() const { return *m_snapshot; }
    [[nodiscard]] const analysis::StackReader& stacks() const { return m_stacks; }
    [[nodiscard]] const model::MemoryDevice& device() const { return *m_device; }
    [[nodiscard]] const view::LifetimeIndex& blocks() const { return m_blocks; }
    [[nodiscard]] const view::LifetimeIndex& segments() const { return m_segments; } // pieces are device().spans
    [[nodiscard]] const view::CurvePeaks& active() const { return m_active; }
    [[nodiscard]] const view::CurvePeaks& reserved() const { return m_reserved; }
    [[nodiscard]] const view::EntryPositions& positions() const { return m_positions; }
    [[nodiscard]] const MemoryGroups& groups() const { return m_groups; }
    [[nodiscard]] MemoryColourBy colourBy() const { return m_colourBy; }
    [[nodiscard]] const MemoryCategories& categories() const { return m_categories; }
    [[nodiscard]] const std::vector<MemoryStepMark>& steps() const { return m_steps; }
    [[nodiscard]] const std::vector<AllocId>& marked() const { return m_marked; }
    [[nodiscard]] bool isMuted(std::size_t block) const { return !m_marked.empty() && !m_isMarked[block]; }
    [[nodiscard]] bool hasHistory() const { return m_device->entryCount() > 0; }
    [[nodiscard]] bool isEmpty() const { return m_device->allocations.count() == 0 && m_device->spans.empty(); }

private:
    void regroup();

    std::shared_ptr<const model::MemorySnapshot> m_snapshot;
    analysis::StackReader m_stacks;
    const model::MemoryDevice m_none; // stands in where the snapshot has no device
    const model::MemoryDevice* m_device = &m_none;
    view::LifetimeIndex m_blocks;
    view::LifetimeIndex m_segments;
    std::vector<std::int32_t> m_segmentsBorn;
    std::vector<std::int32_t> m_segmentsDied;
    std::vector<std::uint64_t> m_segmentSizes;
    view::CurvePeaks m_active;
    view::CurvePeaks m_reserved;
    view::EntryPositions m_positions;
    MemoryColourBy m_colourBy = MemoryColourBy::Stack;
    MemoryCategories m_categories;
    MemoryGroups m_groups;
    std::shared_ptr<const MemoryGroups> m_colourModel;
    std::vector<MemoryStepMark> m_steps;
    std::vector<AllocId> m_marked;
    std::vector<bool> m_isMarked; // of each block, where any is
};

} // namespace stepscope::widgets
