// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The memory of two runs above each other, on one scale of bytes: they zoom and pan together, aligned at their peaks,
// at a step of each, or in proportion of their entries. Of each snapshot the device with most memory in use. GUI thread
// only; the source must outlive it.

#include "core/share/session.h" // after a header that includes <cstdint>: moc cannot read <compare> on its own
#include "widgets/compare/comparison_source.h"
#include "widgets/compare/run_axes.h"
#include "widgets/timeline/timeline_commands.h"
#include "widgets/viewmodel/memory_cursor.h"

#include <QWidget>

#include <array>

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

    void alignAtPeaks();
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

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeView(std::size_t side, ThemeSource* theme);
    void stepsKnown();
    [[nodiscard]] Alignment atPeaks() const;
    [[nodiscard]] Alignment byShare() const;
    void showAlignment();                                                    // which of the buttons says what stands
    [[nodiscard]] const model::MemoryDevice* device(std::size_t side) const; // null: the snapshot has none
    [[nodiscard]] const std::vector<analysis::MemoryStep>* steps(std::size_t side) const;

    const ComparisonSource* m_source;
    RunAxes m_axes;
    std::array<MemoryCursor, 2> m_cursors;
    std::array<MemoryTimelineView*, 2> m_views {};
    std::array<RunBar*, 2> m_bars {};
    QToolButton* m_peaks;
    QToolButton* m_share;
    std::size_t m_active = 0;
};

} // namespace stepscope::widgets
