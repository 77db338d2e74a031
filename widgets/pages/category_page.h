// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One opened memory timeline by category (export_memory_timeline): findings and the stacked curves side by side, the
// panels below (Categories, File health). GUI thread only.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "widgets/pages/content_page.h"
#include "widgets/viewmodel/category_judgement.h"
#include "widgets/viewmodel/finding_cursor.h"
#include "widgets/viewmodel/time_axis.h"

namespace stepscope::widgets {

class CategoryView;
class ColourLegend;
class HealthView;
class TableBox;
class ThemeSource;

class CategoryPage : public ContentPage
{
    Q_OBJECT

public:
    CategoryPage(TimelinePtr timeline, ThemeSource* theme, QWidget* parent = nullptr);
    ~CategoryPage() override;

    [[nodiscard]] CategoryView& view() { return *m_view; }
    [[nodiscard]] ColourLegend& legend() { return *m_legend; }
    [[nodiscard]] TableBox& table() { return *m_table; }
    [[nodiscard]] TimeAxis& axis() { return m_axis; }
    [[nodiscard]] const std::string& path() const { return m_timeline->file.path; }
    [[nodiscard]] FindingCursor& findings() { return m_findings; }

    void showCommonPanel(CommonPanel panel) override;
    [[nodiscard]] share::SessionPage state() override;
    void restore(const share::SessionPage& page) override;
    [[nodiscard]] bool can(TimelineCommand command) const override;
    void run(TimelineCommand command) override;
    [[nodiscard]] std::uint64_t warnings() const override { return m_timeline->diagnostics.warnings(); }
    [[nodiscard]] ReportTask reportTask() const override;
    [[nodiscard]] QString whatText() const override;
    [[nodiscard]] QString whereText() const override;
    [[nodiscard]] bool isIdle() const override;
    [[nodiscard]] ContentPage* twin(ThemeSource* theme, QWidget* parent = nullptr) const override;
    [[nodiscard]] QList<QWidget*> pictureParts() override;
    [[nodiscard]] CaptionWords captionWords() const override;
    [[nodiscard]] ReportWords reportWords() const override;
    [[nodiscard]] QString tellingPanel() const override { return QStringLiteral("Categories"); }
    [[nodiscard]] std::size_t findingCount() const override;
    void goToFinding(std::size_t finding) override;

private:
    [[nodiscard]] QWidget* buildCentre();
    void showPoint();
    void showEvidence();

    TimelinePtr m_timeline;
    ThemeSource* m_theme;
    TimeAxis m_axis;
    CategoryJudgement m_judgement;
    FindingCursor m_findings;
    CategoryView* m_view = nullptr;
    ColourLegend* m_legend = nullptr;
    TableBox* m_table = nullptr;
    HealthView* m_health = nullptr;
};

} // namespace stepscope::widgets
