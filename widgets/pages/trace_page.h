// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One opened trace: findings and timeline side by side, the panels (Selection, Range, tables, File health, Metadata)
// below. Owns the view models that its parts share: time axis, selection, steps, figures and findings. GUI thread only.

#include "core/model/trace.h"
#include "widgets/pages/content_page.h"
#include "widgets/pages/step_scope.h"
#include "widgets/search/trace_search.h"
#include "widgets/timeline/timeline_commands.h"
#include "widgets/viewmodel/figures.h"
#include "widgets/viewmodel/finding_cursor.h"
#include "widgets/viewmodel/run_judgement.h"
#include "widgets/viewmodel/selection.h"
#include "widgets/viewmodel/time_axis.h"

#include <QPointer>

#include <cstdint>
#include <memory>
#include <optional>

class QSplitter;

namespace stepscope::widgets {

struct EntryRange;
class EventDetails;
class EvidenceGuide;
class FileHealth;
class MemoryPage;
class MemoryStrip;
class MetadataView;
class RowControls;
class SearchBar;
class TableTabs;
class ThemeSource;
class TimelineView;

class TracePage : public ContentPage
{
    Q_OBJECT

public:
    enum class Panel : std::uint8_t
    {
        Selection,
        Range,
        Steps, // and the other tables as in TableKind
        Operators,
        Modules,
        Kernels,
        Gaps,
        Syncs,
        Copies,
        Python,
        Charts,
        Flame,
        FileHealth,
        Metadata,
        Notes
    };

    // Figures of the whole trace that are known already are not computed again.
    TracePage(std::shared_ptr<const model::Trace> trace, ThemeSource* theme, QWidget* parent = nullptr,
        FiguresPtr figures = nullptr);
    ~TracePage() override;

    [[nodiscard]] const model::Trace& trace() const { return *m_trace; }
    [[nodiscard]] TimeAxis& axis() { return m_axis; }
    [[nodiscard]] const TimeAxis& axis() const { return m_axis; }
    [[nodiscard]] Selection& selection() { return m_selection; }
    [[nodiscard]] const Selection& selection() const { return m_selection; }
    [[nodiscard]] Figures& figures() { return m_figures; }
    [[nodiscard]] FindingCursor& findings() { return m_findings; }
    [[nodiscard]] const StepReadout& steps() const { return m_steps; }
    [[nodiscard]] StepScope& stepScope() { return m_stepScope; }
    [[nodiscard]] const StepScope& stepScope() const { return m_stepScope; }
    [[nodiscard]] StepChoice* stepChoice() override { return &m_stepScope; }
    [[nodiscard]] bool canFind() const override { return true; }
    void find() override;
    [[nodiscard]] TimelineView& timeline() { return *m_timeline; }
    [[nodiscard]] EventDetails& details() { return *m_details; }
    [[nodiscard]] TableTabs& tables() { return *m_tables; }

    [[nodiscard]] TraceSearch& search() { return m_search; }
    [[nodiscard]] RowControls& rows() { return *m_rows; }
    [[nodiscard]] SearchBar& searchBar() { return *m_searchBar; }

    void showPanel(Panel panel); // and unfolds the panels where they are folded
    [[nodiscard]] Panel shownPanel() const;
    void showCommonPanel(CommonPanel panel) override;

    // Shows the memory of the same run below the timeline, until the page of the snapshot goes. `base`: added to times
    // of the trace for Unix time.
    void attachMemory(MemoryPage& page, std::int64_t base);
    [[nodiscard]] MemoryStrip* memory() { return m_memory; } // null: none

    [[nodiscard]] share::SessionPage state() override;
    void restore(const share::SessionPage& page) override;
    [[nodiscard]] bool can(TimelineCommand command) const override;
    void run(TimelineCommand command) override;
    [[nodiscard]] std::uint64_t warnings() const override { return m_trace->diagnostics.warnings(); }
    [[nodiscard]] ReportTask reportTask() const override;
    [[nodiscard]] QString whatText() const override;
    [[nodiscard]] QString whereText() const override;
    [[nodiscard]] bool isIdle() const override;
    [[nodiscard]] ContentPage* twin(ThemeSource* theme, QWidget* parent = nullptr) const override;
    [[nodiscard]] QList<QWidget*> pictureParts() override;
    [[nodiscard]] CaptionWords captionWords() const override;
    [[nodiscard]] ReportWords reportWords() const override;
    [[nodiscard]] QString tellingPanel() const override;
    [[nodiscard]] std::size_t findingCount() const override;
    void goToFinding(std::size_t finding) override;

protected:
    [[nodiscard]] int usefulHeight() const override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QStringList restoreView(const share::TimelineState& state); // what the trace does not have
    [[nodiscard]] QStringList restoreSearch(const std::optional<share::SearchState>& search);
    void alignMemory();
    void dropMemory();
    void takeMemoryFindings();
    void showMemory(const EntryRange& range);
    void buildUi(ThemeSource* theme);
    void buildPanels(ThemeSource* theme);
    QWidget* buildSearch(ThemeSource* theme); // over the timeline
    void followTexts();
    void goToHit(const Item& item);
    void offerRange();
    void offerSelection();
    void reveal(const Item& item);

    std::shared_ptr<const model::Trace> m_trace;
    ThemeSource* m_theme;
    TimeAxis m_axis;
    Selection m_selection;
    StepReadout m_steps;
    Figures m_figures;
    RunJudgement m_judgement; // of the trace and the memory shown with it
    FindingCursor m_findings;
    StepScope m_stepScope;
    TraceSearch m_search;
    TimelineView* m_timeline = nullptr;
    QSplitter* m_lanes = nullptr; // the timeline over the memory
    QWidget* m_canvas = nullptr;  // of the timeline
    MemoryStrip* m_memory = nullptr;
    QPointer<MemoryPage> m_memoryPage;                 // what it shows the memory of …
    std::int64_t m_memoryBase = 0;                     // … and the time between the two clocks
    std::optional<share::FindingRef> m_wantedInMemory; // of a session, until its snapshot joins
    RowControls* m_rows = nullptr;
    SearchBar* m_searchBar = nullptr;
    EventDetails* m_details = nullptr;
    TableTabs* m_tables = nullptr;
    FileHealth* m_health = nullptr;
    MetadataView* m_metadata = nullptr;
    EvidenceGuide* m_guide = nullptr;
    bool m_rangeOffered = false;
};

} // namespace stepscope::widgets
