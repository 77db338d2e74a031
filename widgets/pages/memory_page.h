// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One opened memory snapshot: findings and the memory timeline side by side, the panels below (Selection, Allocator
// state, Who holds it, Allocations, Entries, Steps, Out of memory, File health, Settings). Owns the view models that
// its parts share: cursor, figures, findings. GUI thread only.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "core/model/memory_snapshot.h"
#include "widgets/memory/memory_context.h"
#include "widgets/memory/memory_timeline_data.h"
#include "widgets/pages/content_page.h"
#include "widgets/viewmodel/finding_cursor.h"
#include "widgets/viewmodel/memory_cursor.h"
#include "widgets/viewmodel/memory_judgement.h"
#include "widgets/viewmodel/time_axis.h"

#include <array>
#include <memory>

namespace stepscope::widgets {

class AllocationDetails;
class AllocationsPanel;
class AllocatorStatePanel;
class ColourLegend;
class DeviceBar;
class EntriesPanel;
class HoldersPanel;
class MemoryGuide;
class MemorySteps;
class MemoryStepsPanel;
class MemoryTimelineView;
class OomPanel;
class ThemeSource;
class TimelineOptions;

class MemoryPage : public ContentPage
{
    Q_OBJECT

public:
    enum class Panel : std::uint8_t
    {
        Selection,
        State,
        Holders,
        Allocations,
        Entries,
        Steps,
        Oom, // only where an allocation failed
        FileHealth,
        Settings,
        Notes
    };

    MemoryPage(SnapshotPtr snapshot, ThemeSource* theme, QWidget* parent = nullptr);
    ~MemoryPage() override;

    [[nodiscard]] const model::MemorySnapshot& snapshot() const { return *m_snapshot; }
    [[nodiscard]] const SnapshotPtr& sharedSnapshot() const { return m_snapshot; }
    [[nodiscard]] MemoryCursor& cursor() { return m_cursor; }
    [[nodiscard]] MemoryJudgement& figures() { return m_figures; }
    [[nodiscard]] FindingCursor& findings() { return m_findings; }
    [[nodiscard]] DeviceBar& deviceBar() { return *m_bar; }
    [[nodiscard]] MemoryTimelineView& timeline() { return *m_timeline; }
    [[nodiscard]] TimelineOptions& options() { return *m_options; }
    [[nodiscard]] TimeAxis& axis() { return m_axis; }
    // What timelines of the shown device mark and colour by.
    [[nodiscard]] std::vector<MemoryStepMark> stepMarks() const;
    [[nodiscard]] MemoryCategories bandCategories() const;
    [[nodiscard]] MemoryGuide& guide() { return *m_guide; }
    [[nodiscard]] AllocationDetails& details() { return *m_details; }
    [[nodiscard]] AllocatorStatePanel& statePanel() { return *m_state; }
    [[nodiscard]] HoldersPanel& holders() { return *m_holders; }
    [[nodiscard]] AllocationsPanel& allocations() { return *m_allocations; }
    [[nodiscard]] EntriesPanel& entries() { return *m_entries; }
    [[nodiscard]] MemoryStepsPanel& stepsPanel() { return *m_steps; }
    [[nodiscard]] OomPanel* oomPanel() { return m_oom; } // null: no allocation failed

    void showPanel(Panel panel); // and unfolds the panels where they are folded
    [[nodiscard]] Panel shownPanel() const;
    void showCommonPanel(CommonPanel panel) override;

    [[nodiscard]] share::SessionPage state() override;
    void restore(const share::SessionPage& page) override;
    [[nodiscard]] bool can(TimelineCommand command) const override;
    void run(TimelineCommand command) override;
    [[nodiscard]] StepChoice* stepChoice() override;
    [[nodiscard]] bool canFind() const override { return hasDevice(); }
    void find() override; // in the allocations
    void findAllocations(const QString& words);
    [[nodiscard]] ColourLegend& legend() { return *m_legend; }
    [[nodiscard]] std::uint64_t warnings() const override { return m_snapshot->record.diagnostics.warnings(); }
    [[nodiscard]] ReportTask reportTask() const override;
    [[nodiscard]] QString whatText() const override;
    [[nodiscard]] QString whereText() const override;
    [[nodiscard]] bool isIdle() const override;
    [[nodiscard]] ContentPage* twin(ThemeSource* theme, QWidget* parent = nullptr) const override;
    [[nodiscard]] QList<QWidget*> pictureParts() override;
    [[nodiscard]] CaptionWords captionWords() const override;
    [[nodiscard]] ReportWords reportWords() const override;
    [[nodiscard]] QString tellingPanel() const override { return QStringLiteral("Who holds it"); }
    [[nodiscard]] std::size_t findingCount() const override;
    void goToFinding(std::size_t finding) override;

Q_SIGNALS:
    void marksChanged(); // stepMarks() or bandCategories()
    void aboutToGo();    // while everything is still there

private:
    [[nodiscard]] QStringList restoreView(const share::MemoryState& state); // what the snapshot does not have
    void buildPanels();
    void addPanel(Panel panel, QWidget* widget, const QString& title);
    [[nodiscard]] QWidget* buildCentre();
    void connectParts();
    void goToTheTellingPoint();
    void showMarks();
    void showColours();
    void showLife();                                                      // of the chosen allocation
    [[nodiscard]] const std::vector<analysis::MemoryStep>* steps() const; // of the shown device; null: not known yet
    [[nodiscard]] bool hasDevice() const { return m_cursor.device() < m_snapshot->devices.size(); }
    [[nodiscard]] const model::MemoryDevice& device() const { return m_snapshot->devices[m_cursor.device()]; }

    SnapshotPtr m_snapshot;
    StacksPtr m_stacks;
    MemoryCursor m_cursor;
    TimeAxis m_axis;
    MemoryJudgement m_figures;
    DeviceCategories m_categories;
    FindingCursor m_findings;
    MemoryContext m_context;
    MemoryGuide* m_guide;
    MemorySteps* m_stepChoice;
    DeviceBar* m_bar = nullptr;
    MemoryTimelineView* m_timeline = nullptr;
    TimelineOptions* m_options = nullptr;
    ColourLegend* m_legend = nullptr;
    AllocationDetails* m_details = nullptr;
    AllocatorStatePanel* m_state = nullptr;
    HoldersPanel* m_holders = nullptr;
    AllocationsPanel* m_allocations = nullptr;
    EntriesPanel* m_entries = nullptr;
    MemoryStepsPanel* m_steps = nullptr;
    OomPanel* m_oom = nullptr;
    static constexpr std::size_t kPanels = 10;
    std::array<QWidget*, kPanels> m_panelWidgets {}; // by Panel; null: there is none
};

} // namespace stepscope::widgets
