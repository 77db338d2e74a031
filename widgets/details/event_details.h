// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The Selection panel: everything about the selected event (facts, what it is connected with, all arguments) and about
// the selected range. Follows a Selection; arguments are read from the file by a job, so the panel is complete a moment
// later and says so through isIdle(). GUI thread only.

#include "widgets/details/event_report.h"
#include "widgets/jobs/job_runner.h"

#include <QWidget>

#include <functional>
#include <memory>

class QLabel;
class QStackedWidget;
class QTextBrowser;
class QToolButton;
class QTreeView;

namespace stepscope::widgets {

class ThemeSource;
class ValueTreeModel;

class EventDetails : public QWidget
{
    Q_OBJECT

public:
    EventDetails(
        std::shared_ptr<const model::Trace> trace, Selection* selection, ThemeSource* theme, QWidget* parent = nullptr);

    // Who tells about samples of counters; asked again by refreshCounter(), since it may depend on what is in view.
    using CounterReport = std::function<EventReport(const Item&)>;
    void setCounterReport(CounterReport report);
    void refreshCounter();
    // Who knows more about a selected range, such as why the GPU was idle in it.
    using RangeReport = std::function<QList<DetailSection>(const TimeRange&)>;
    void setRangeReport(RangeReport report) { m_rangeReport = std::move(report); }
    using RangeJson = std::function<QString(const TimeRange&)>;
    void setRangeJson(RangeJson json) { m_rangeJson = std::move(json); }

    // Who knows more about a slice, such as how long a step takes on the GPU; asked again by refresh().
    using SliceReport = std::function<QList<DetailSection>(SliceId)>;
    void setSliceReport(SliceReport report);
    void refresh() { render(); }

    [[nodiscard]] bool isIdle() const;        // nothing is being read
    [[nodiscard]] QString plainText() const;  // what "Copy text" copies
    [[nodiscard]] QString ncuCommand() const; // what "Copy ncu" copies; empty for what is no kernel
    [[nodiscard]] QString
    jsonText() const; // what "Copy JSON" copies: the event, else the range; empty while it is being read

Q_SIGNALS:
    void itemActivated(const stepscope::widgets::Item& item); // a link was followed; it is selected by then

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildUi();
    void followItem();
    void followRange();
    void render();
    [[nodiscard]] EventReport report() const;
    [[nodiscard]] QList<DetailSection> rangeReport() const;
    [[nodiscard]] QList<DetailSection> measured() const;       // how far it is to the slice that is measured to
    [[nodiscard]] int shownLimit() const;                      // characters of a name
    [[nodiscard]] static int roomIn(const QTextBrowser& text); // px of a line
    void renderArguments(bool itemChanged);
    void applyTheme();
    void openLink(const QString& link);
    void copyCurrentArgument();

    std::shared_ptr<const model::Trace> m_trace;
    Selection* m_selection;
    ThemeSource* m_theme;
    EventReport m_report;
    CounterReport m_counterReport; // may be empty
    RangeReport m_rangeReport;
    RangeJson m_rangeJson;               // may be empty
    SliceReport m_sliceReport;           // may be empty
    DeferredFactsPtr m_deferred;         // of the selected item, once read
    std::optional<RangeCounts> m_counts; // of the selected range, once counted
    bool m_rangeFirst = false;           // it was selected after the item
    JobRunner m_reader;
    JobRunner m_counter;

    QStackedWidget* m_pages = nullptr;
    QTextBrowser* m_facts = nullptr;
    QTextBrowser* m_links = nullptr;
    QWidget* m_linksColumn = nullptr; // hidden in a narrow panel: the links then follow the facts
    QTreeView* m_arguments = nullptr;
    QLabel* m_argumentsNote = nullptr;
    QStackedWidget* m_argumentPages = nullptr;
    ValueTreeModel* m_model = nullptr;
    QLabel* m_kind = nullptr;
    QLabel* m_argumentsTitle = nullptr;
    QToolButton* m_copyNcu = nullptr;
    QToolButton* m_copyText = nullptr;
    QToolButton* m_copyJson = nullptr;
};

} // namespace stepscope::widgets
