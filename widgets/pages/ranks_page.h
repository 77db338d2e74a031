// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The ranks of a job that were opened together: stragglers and the ranks' timeline side by side, the panels below
// (Selection, Ranks, Collectives, Arrivals, Heat map, File health). Where the files are of several recordings, one of
// them is shown at a time. Owns the view models that its parts share: axis, cursor, findings. GUI thread only.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "widgets/jobs/job_runner.h"
#include "widgets/pages/content_page.h"
#include "widgets/ranks/ranks_cursor.h"
#include "widgets/ranks/ranks_judgement.h"
#include "widgets/viewmodel/finding_cursor.h"
#include "widgets/viewmodel/time_axis.h"

#include <array>

class QStackedWidget;

namespace stepscope::widgets {

class ArrivalsView;
class HeatMapPanel;
class RanksBar;
class RanksSteps;
class RanksTextPanel;
class RanksTimelineView;
class TableBox;
class ThemeSource;

class RanksPage : public ContentPage
{
    Q_OBJECT

public:
    enum class Panel : std::uint8_t
    {
        Selection,
        Ranks,
        Collectives,
        Arrivals,
        HeatMap,
        FileHealth,
        Notes
    };

    RanksPage(RankSetPtr set, ThemeSource* theme, QWidget* parent = nullptr);
    ~RanksPage() override;

    [[nodiscard]] const RankSet& set() const { return *m_set; }
    [[nodiscard]] std::size_t shownJob() const { return m_shown; }
    [[nodiscard]] const RankJob& job() const { return m_set->jobs[m_shown]; }
    void showJob(std::size_t job);
    // By path: which rank a file is of. What is merged anew is shown when it is there.
    void numberRanks(std::vector<std::pair<std::string, std::int64_t>> numbers);

    [[nodiscard]] TimeAxis& axis() { return m_axis; }
    [[nodiscard]] RanksCursor& cursor() { return m_cursor; }
    [[nodiscard]] FindingCursor& findings() { return m_findings; }
    [[nodiscard]] RanksBar& bar() { return *m_bar; }
    [[nodiscard]] RanksTimelineView& timeline() { return *m_timeline; }
    [[nodiscard]] TableBox& ranksTable() { return *m_ranks; }
    [[nodiscard]] TableBox& collectivesTable() { return *m_collectives; }
    [[nodiscard]] ArrivalsView& arrivals() { return *m_arrivals; }
    [[nodiscard]] HeatMapPanel& heatMap() { return *m_heat; }
    [[nodiscard]] RanksTextPanel& details() { return *m_details; }
    [[nodiscard]] QWidget* shownSelection() const; // details(), or everything about an event of a rank
    [[nodiscard]] RanksTextPanel& health() { return *m_health; }

    void showPanel(Panel panel); // and unfolds the panels where they are folded
    void showCommonPanel(CommonPanel panel) override;
    void goTo(std::uint32_t collective); // chosen and in view

    [[nodiscard]] share::SessionPage state() override;
    void restore(const share::SessionPage& page) override;
    [[nodiscard]] StepChoice* stepChoice() override;
    [[nodiscard]] bool can(TimelineCommand command) const override;
    void run(TimelineCommand command) override;
    [[nodiscard]] std::uint64_t warnings() const override;
    [[nodiscard]] ReportTask reportTask() const override;
    [[nodiscard]] QString whatText() const override;
    [[nodiscard]] QString whereText() const override;
    [[nodiscard]] bool isIdle() const override;
    [[nodiscard]] ContentPage* twin(ThemeSource* theme, QWidget* parent = nullptr) const override;
    [[nodiscard]] QList<QWidget*> pictureParts() override;
    [[nodiscard]] CaptionWords captionWords() const override;
    [[nodiscard]] ReportWords reportWords() const override;
    [[nodiscard]] QString tellingPanel() const override { return QStringLiteral("Ranks"); }
    [[nodiscard]] std::size_t findingCount() const override;
    void goToFinding(std::size_t finding) override;

Q_SIGNALS:
    void fileRequested(const QString& path); // a rank's trace as a tab of its own

private:
    void apply(const share::SessionPage& page);
    // Say what the job does not have.
    [[nodiscard]] QStringList restoreView(const share::RanksState& state);
    [[nodiscard]] QStringList unfold(const share::RanksState& state);
    void buildPanels(ThemeSource* theme);
    void connectParts();
    void visitFinding();
    void describe();
    void describeEvent(std::uint32_t rank);
    void goToStep(std::uint32_t rank, std::int64_t step);
    void askForNumbers();

    RankSetPtr m_set;
    std::size_t m_shown = 0;
    TimeAxis m_axis;
    RanksCursor m_cursor;
    RanksJudgement m_judgement;
    FindingCursor m_findings;
    JobRunner m_job;                             // merges anew
    std::optional<share::SessionPage> m_pending; // to be restored when that is done
    RanksBar* m_bar = nullptr;
    RanksTimelineView* m_timeline = nullptr;
    RanksSteps* m_steps = nullptr;
    TableBox* m_ranks = nullptr;
    TableBox* m_collectives = nullptr;
    ArrivalsView* m_arrivals = nullptr;
    HeatMapPanel* m_heat = nullptr;
    QStackedWidget* m_selection = nullptr; // m_details, or those of an event of a rank
    bool m_eventOffered = false;
    RanksTextPanel* m_details = nullptr;
    RanksTextPanel* m_health = nullptr;
};

} // namespace stepscope::widgets
