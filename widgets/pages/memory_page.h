// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One opened memory snapshot: findings and the memory timeline side by side, the panels below (Selection, Allocator
// state, Who holds it, Allocations, Entries, Steps, Out of memory, File health, Settings). Owns the view models that
// its parts share: cursor, figures, findings. GUI thread only.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "core/model/memory_snapshot.h"
#include "widgets/pages/content_page.h"
#include "widgets/viewmodel/finding_cursor.h"
#include "widgets/viewmodel/memory_cursor.h"
#include "widgets/viewmodel/memory_judgement.h"

#include <array>
#include <memory>

namespace stepscope::widgets {

class AllocationDetails;
class DeviceBar;
class MemoryGuide;
class ThemeSource;

class MemoryPage : public ContentPage
{
    Q_OBJECT

public:
    enum class Panel : std::uint8_t
    {
        Selection,
        FileHealth,
        Settings
    };

    MemoryPage(SnapshotPtr snapshot, ThemeSource* theme, QWidget* parent = nullptr);
    ~MemoryPage() override;

    [[nodiscard]] const model::MemorySnapshot& snapshot() const { return *m_snapshot; }
    [[nodiscard]] const SnapshotPtr& sharedSnapshot() const { return m_snapshot; }
    [[nodiscard]] MemoryCursor& cursor() { return m_cursor; }
    [[nodiscard]] MemoryJudgement& figures() { return m_figures; }
    [[nodiscard]] FindingCursor& findings() { return m_findings; }
    [[nodiscard]] DeviceBar& deviceBar() { return *m_bar; }
    [[nodiscard]] AllocationDetails& details() { return *m_details; }

    void showPanel(Panel panel); // and unfolds the panels where they are folded
    [[nodiscard]] Panel shownPanel() const;
    void showCommonPanel(CommonPanel panel) override;

    [[nodiscard]] bool can(TimelineCommand command) const override;
    void run(TimelineCommand command) override;
    [[nodiscard]] std::uint64_t warnings() const override { return m_snapshot->record.diagnostics.warnings(); }
    [[nodiscard]] QString whatText() const override;
    [[nodiscard]] QString whereText() const override;
    [[nodiscard]] bool isIdle() const override;

private:
    void buildPanels(ThemeSource* theme);
    void addPanel(Panel panel, QWidget* widget, const QString& title);
    [[nodiscard]] QWidget* buildCentre(ThemeSource* theme);
    void stepBy(int direction);
    [[nodiscard]] const std::vector<analysis::MemoryStep>* steps() const; // of the shown device; null: not known yet
    [[nodiscard]] bool hasDevice() const { return m_cursor.device() < m_snapshot->devices.size(); }
    [[nodiscard]] const model::MemoryDevice& device() const { return m_snapshot->devices[m_cursor.device()]; }

    SnapshotPtr m_snapshot;
    MemoryCursor m_cursor;
    MemoryJudgement m_figures;
    FindingCursor m_findings;
    MemoryGuide* m_guide;
    DeviceBar* m_bar = nullptr;
    AllocationDetails* m_details = nullptr;
    std::array<QWidget*, 3> m_panelWidgets {}; // by Panel; null: there is none
};

} // namespace stepscope::widgets
