// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Two runs side by side: what changed as a sentence and what makes it mislead on top, the ranked differences at the
// left, both timelines (and the memory of both, below them or alone) above each other in the centre, tables and the
// difference flame graph below. A difference or a row of a table leads to its event in both. GUI thread only.

#include "widgets/compare/comparison_source.h"
#include "widgets/pages/content_page.h"

#include <array>
#include <optional>
#include <utility>
#include <vector>

class QButtonGroup;
class QLayout;
class QStackedWidget;

namespace stepscope::widgets {

class CompareFlame;
class CompareHeader;
class DifferencesPanel;
class MemoryPair;
class TableBox;
class TimelinePair;

class ComparePage : public ContentPage
{
    Q_OBJECT

public:
    ComparePage(CompareRuns runs, ThemeSource* theme, QWidget* parent = nullptr);
    ~ComparePage() override;

    [[nodiscard]] QString title() const; // "a.json ↔ b.json"
    [[nodiscard]] ComparisonSource& source() { return m_source; }
    [[nodiscard]] const ComparisonSource& source() const { return m_source; }
    [[nodiscard]] CompareHeader& header() { return *m_header; }
    [[nodiscard]] DifferencesPanel& differences() { return *m_differences; }
    [[nodiscard]] TimelinePair* timelines() { return m_timelines; } // null: no traces
    [[nodiscard]] MemoryPair* memory() { return m_memory; }         // null: not both runs have a snapshot
    [[nodiscard]] TableBox* table(compare::Topic topic);            // null: the comparison has none

    [[nodiscard]] CompareFlame* flame() { return m_flame; } // null until there is a comparison

    enum class Shown : std::uint8_t // in the centre
    {
        Timelines,
        Both,  // the memory of each run below its timeline: where they share a clock
        Memory // by entries
    };
    void showCentre(Shown shown); // where there is a choice

    [[nodiscard]] bool canAlignSelected() const;
    void alignSelected();

    void showCommonPanel(CommonPanel /*panel*/) override { } // they are of one file
    [[nodiscard]] bool hasCommonPanels() const override { return false; }
    [[nodiscard]] share::SessionPage state() override;
    void restore(const share::SessionPage& page) override; // once there is a comparison
    [[nodiscard]] bool can(TimelineCommand command) const override;
    void run(TimelineCommand command) override;
    [[nodiscard]] std::uint64_t warnings() const override { return 0; }
    [[nodiscard]] ReportTask reportTask() const override;
    [[nodiscard]] QString whatText() const override;
    [[nodiscard]] QString whereText() const override;
    [[nodiscard]] bool isIdle() const override;
    [[nodiscard]] ContentPage* twin(ThemeSource* theme, QWidget* parent = nullptr) const override;
    [[nodiscard]] QList<QWidget*> pictureParts() override;
    [[nodiscard]] QWidget* pictureHeadline() override;
    [[nodiscard]] CaptionWords captionWords() const override;
    [[nodiscard]] ReportWords reportWords() const override;
    [[nodiscard]] std::size_t findingCount() const override;
    void goToFinding(std::size_t finding) override;

Q_SIGNALS:
    void alignableChanged(); // canAlignSelected()

protected:
    [[nodiscard]] int leastPanels() const override { return kRoomForRows; }

private:
    static constexpr int kRoomForRows = 190; // px: four of a table, with its headings
    QWidget* buildCentre();
    void annotateViews();
    void buildTables();
    void fillPanels(const ComparisonPtr& comparison);
    void apply(const share::SessionPage& page);
    void showDifference();
    void showRow(const compare::Row& row, bool ofMemory);
    [[nodiscard]] bool showsMemory() const; // alone
    void showTimelines();
    QLayout* buildChoices();
    void followMemory();
    [[nodiscard]] QString fileNames(std::size_t side) const;

    ComparisonSource m_source;
    ThemeSource* m_theme;
    CompareHeader* m_header = nullptr;
    DifferencesPanel* m_differences = nullptr;
    TimelinePair* m_timelines = nullptr;
    MemoryPair* m_memory = nullptr;
    QStackedWidget* m_stack = nullptr;
    QButtonGroup* m_choice = nullptr; // timelines or memory, where there are both
    std::vector<std::pair<compare::Topic, TableBox*>> m_tables;
    CompareFlame* m_flame = nullptr;
    std::optional<share::SessionPage> m_pending; // to be restored when there is a comparison
};

} // namespace stepscope::widgets
