// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The memory of two runs above each other, on one scale of bytes: they zoom and pan together, aligned at a step
// of each (at first one of the same name), at their peaks, or in proportion of their entries. One device at a time, the
// same of both; at first the one with most memory in use. GUI thread only; the source must outlive it.

#include "core/share/session.h" // after a header that includes <cstdint>: moc cannot read <compare> on its own
#include "widgets/compare/run_pair.h"
#include "widgets/memory/memory_timeline_data.h"
#include "widgets/timeline/timeline_commands.h"
#include "widgets/viewmodel/memory_cursor.h"

#include <array>
#include <memory>
#include <vector>

class QComboBox;
class QToolButton;

namespace stepscope::widgets {

class MemoryTimelineView;

class MemoryPair : public RunPair
{
    Q_OBJECT

public:
    MemoryPair(const ComparisonSource* source, ThemeSource* theme, QWidget* parent = nullptr);
    ~MemoryPair() override;

    [[nodiscard]] MemoryTimelineView& timeline(std::size_t side) { return *m_views[side]; }
    [[nodiscard]] MemoryCursor& cursor(std::size_t side) { return m_cursors[side]; }

    // Of Comparison::memoryDevices; nothing before there is a comparison.
    [[nodiscard]] std::size_t deviceCount() const;
    [[nodiscard]] std::size_t chosenDevice() const { return m_device; }
    void chooseDevice(std::size_t pair);
    [[nodiscard]] QComboBox& deviceBox()
    {
        return *m_devices;
    } // for the page to place; hidden where there is no choice
    // Scale, steps and colours as here, for another view of the memory of this run.
    void dress(std::size_t side, MemoryTimelineView& view) const;

    void alignAtPeaks(); // and shows where both have something
    void alignByShare(); // of the entries: begin with begin, end with end
    void alignAtSteps(std::size_t before, std::size_t after);
    // The largest allocation of each stack is chosen, and its life comes into view; invalid stacks are none.
    void showStacks(const std::array<StackId, 2>& stacks);

    void addState(share::SessionPage& page) const; // memory and its alignment
    [[nodiscard]] QStringList restore(const share::SessionPage& page);

    [[nodiscard]] static bool can(TimelineCommand command);
    void run(TimelineCommand command);
    [[nodiscard]] QString whatText() const;
    [[nodiscard]] QString whereText() const;
    [[nodiscard]] bool isIdle() const;

Q_SIGNALS:
    void deviceChanged();
    void dressChanged(); // what dress() gives

protected:
    void showAlignment() override;

private:
    void makeView(std::size_t side);
    void devicesKnown();
    void deviceShown();
    void followCursors(); // to the devices that they are at
    void stepsKnown();
    void alignAtCommonSteps();
    [[nodiscard]] Alignment atPeaks() const;
    [[nodiscard]] Alignment byShare() const;
    [[nodiscard]] const model::MemoryDevice* deviceOf(std::size_t side) const; // null: the snapshot has none
    [[nodiscard]] const std::vector<analysis::MemoryStep>* steps(std::size_t side) const;

    std::array<MemoryCursor, 2> m_cursors;
    std::array<MemoryTimelineView*, 2> m_views {};
    QToolButton* m_peaks;
    QToolButton* m_share;
    QComboBox* m_devices;
    std::size_t m_device = 0; // of the devices of the comparison
    std::uint64_t m_top = 0;  // bytes: the highest of both
    std::shared_ptr<const MemoryGroups> m_colours;
    std::array<std::vector<MemoryStepMark>, 2> m_steps;
};

} // namespace stepscope::widgets
