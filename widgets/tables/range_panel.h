// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The Range panel: sums of what lies in the selected range of time, by name, row or category, trimmed to it; how the
// durations of slices like the selected one spread; the distance between two slices (Ctrl+click the second). Jobs count
// while the panel is seen; a range that is being dragged is waited for. GUI thread only; what it is given must outlive
// it.

#include "core/analysis/duration_histogram.h"
#include "core/analysis/range_sums.h"
#include "core/analysis/window.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/tables/table_box.h"
#include "widgets/viewmodel/selection.h"

#include <QTimer>
#include <QWidget>

#include <memory>

class QButtonGroup;
class QLabel;

namespace stepscope::widgets {

class BarsView;

class RangePanel : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kRestMs = 80;

    RangePanel(std::shared_ptr<const model::Trace> trace, const Selection* selection, ThemeSource* theme,
        QWidget* parent = nullptr);

    void setHiddenLanes(std::vector<LaneId> lanes); // of rows that people do not want to see; ascending
    [[nodiscard]] TableBox& table() { return *m_table; }
    [[nodiscard]] BarsView& histogram() { return *m_bars; }
    [[nodiscard]] QString distances() const; // what is shown of them
    void group(analysis::RangeGrouping grouping);
    [[nodiscard]] analysis::RangeGrouping grouping() const { return m_grouping; }
    [[nodiscard]] bool isIdle() const;

Q_SIGNALS:
    void targetActivated(const stepscope::widgets::RowTarget& target);

protected:
    void showEvent(QShowEvent* event) override;

private:
    using SumsPtr = std::shared_ptr<const analysis::RangeSums>;
    [[nodiscard]] QWidget* buildDurations();
    void buildGroups();
    void selectionChanged();
    void refresh();
    void sumUp();
    void countDurations();
    void renderTable();
    void renderHistogram();
    void renderDistances();

    std::shared_ptr<const model::Trace> m_trace;
    const Selection* m_selection;
    ThemeSource* m_theme;
    analysis::RangeGrouping m_grouping = analysis::RangeGrouping::Name;
    SumsPtr m_sums;                    // of m_summed
    std::optional<TimeRange> m_summed; // asked for
    std::vector<LaneId> m_hiddenLanes;
    bool m_isOutdated = false; // m_sums are of other rows
    struct Question
    {
        SliceId slice;
        std::optional<TimeRange> range;
        friend bool operator==(const Question&, const Question&) = default;
    };
    std::optional<Question> m_counted; // asked for
    std::optional<analysis::DurationHistogram> m_histogram;
    JobRunner m_sumJob;
    JobRunner m_countJob;
    QTimer m_rest;
    TableBox* m_table;
    QButtonGroup* m_groups;
    BarsView* m_bars;
    QLabel* m_title;
    QLabel* m_spread;
    QLabel* m_distances;
};

} // namespace stepscope::widgets
