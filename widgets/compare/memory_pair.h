// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The memory of two runs above each other, on one scale of bytes: they zoom and pan together, aligned at their peaks,
// at a step of each, or in proportion of their entries. One device at a time, the same of both; at first the one with
// most memory in use. GUI thread only; the source must outlive it.

#include "core/share/session.h" // after a header that includes <cstdint>: moc cannot read <compare> on its own
#include "widgets/compare/comparison_source.h"
#include "widgets/compare/run_axes.h"
#include "widgets/memory/memory_timeline_data.h"
#include "widgets/timeline/timeline_commands.h"
#include "widgets/viewmodel/memory_cursor.h"

#include <QWidget>

#include <array>
#include <memory>
#include <vector>

class QComboBox;
class QToolButton;

namespace stepscope::widgets {

class MemoryTimelineView;
class RunBar;

class MemoryPair : public QWidget
{
    Q_OBJECT

public:
    MemoryPair(const ComparisonSource* source, ThemeSource* theme, QWidget* parent = nullptr);
    ~MemoryPair() override;

    [[nodiscard]] MemoryTimelineView& timeline(std::size_t side) { return *m_views[side]; }
    [[nodiscard]] MemoryCursor& cursor(std::size_t side) { return m_cursors[side]; }
    [[nodiscard]] RunAxes& axes() { return m_axes; }
    [[nodiscard]] RunBar& bar(std::size_t side) { return *m_bars[side]; }

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
    void textsChanged();
    void deviceChanged();
    void dressChanged(); // what dress() gives

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeView(std::size_t side, ThemeSource* theme);
    void devicesKnown();
    void deviceShown();
    void followCursors(); // to the devices that they are at
    void stepsKnown();
    [[nodiscard]] Alignment atPeaks() const;
    [[nodiscard]] Alignment byShare() const;
    void showAlignment();                                                      // which of the buttons says what stands
    [[nodiscard]] const model::MemoryDevice* deviceOf(std::size_t side) const; // null: the snapshot has none
    [[nodiscard]] const std::vector<analysis::MemoryStep>* steps(std::size_t side) const;

    const ComparisonSource* m_source;
    RunAxes m_axes;
    std::array<MemoryCursor, 2> m_cursors;
    std::array<MemoryTimelineView*, 2> m_views {};
    std::array<RunBar*, 2> m_bars {};
    QToolButton* m_peaks;
    QToolButton* m_share;
    QComboBox* m_devices;
    std::size_t m_device = 0; // of the devices of the comparison
    std::size_t m_active = 0;
    std::uint64_t m_top = 0; // bytes: the highest of both
    std::shared_ptr<const MemoryGroups> m_colours;
    std::array<std::vector<MemoryStepMark>, 2> m_steps;
};

} // namespace stepscope::widgets
