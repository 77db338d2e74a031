// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/range_panel.h"

#include "widgets/charts/histogram_bars.h"
#include "widgets/common/style.h"
#include "widgets/details/detail_text.h"
#include "widgets/details/panel_parts.h"
#include "widgets/details/slice_distance.h"
#include "widgets/tables/range_table.h"

#include <QButtonGroup>
#include <QLabel>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>

namespace stepscope::widgets {

using analysis::RangeGrouping;

namespace {

constexpr int kDurationsWidth = 360;
const QString kNoRange = QStringLiteral("Drag in the timeline with Shift held down to select a range of time.");
const QString kNoSlice
    = QStringLiteral("Select a slice to see how the durations of all slices of its name spread. Ctrl+click another one "
                     "to measure from one to the other.");

} // namespace

RangePanel::RangePanel(
    std::shared_ptr<const model::Trace> trace, const Selection* selection, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_trace(std::move(trace))
    , m_selection(selection)
    , m_theme(theme)
    , m_table(new TableBox(QStringLiteral("Range"), theme, this))
    , m_groups(new QButtonGroup(this))
    , m_bars(new BarsView(theme, this))
    , m_title(columnTitle(QStringLiteral("Durations"), this))
    , m_spread(new QLabel(this))
    , m_distances(new QLabel(this))
{
    auto* columns = new QSplitter(Qt::Horizontal, this);
    columns->setChildrenCollapsible(false);
    columns->addWidget(m_table);
    columns->addWidget(buildDurations());
    columns->setStretchFactor(0, 1);
    columns->setStretchFactor(1, 0);
    columns->setSizes({kDurationsWidth * 2, kDurationsWidth});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(columns);
    setFocusProxy(m_table);
    buildGroups();
    m_table->setNoTable(kNoRange);
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRestMs);
    connect(&m_rest, &QTimer::timeout, this, &RangePanel::refresh);
    connect(m_selection, &Selection::rangeChanged, this, &RangePanel::selectionChanged);
    connect(m_selection, &Selection::itemChanged, this, &RangePanel::selectionChanged);
    connect(m_selection, &Selection::measuredChanged, this, &RangePanel::renderDistances);
    connect(m_theme, &ThemeSource::changed, this, &RangePanel::renderHistogram);
    connect(m_table, &TableBox::targetActivated, this, &RangePanel::targetActivated);
    renderHistogram();
    renderDistances();
}

QWidget* RangePanel::buildDurations()
{
    m_bars->setAccessibleName(QStringLiteral("Histogram of durations"));
    m_spread->setProperty("role", QStringLiteral("muted"));
    m_distances->setTextInteractionFlags(Qt::TextSelectableByMouse);
    for (QLabel* label : {m_spread, m_distances}) {
        label->setWordWrap(true);
        label->setContentsMargins(2 * kSpacing, kSpacing, 2 * kSpacing, kSpacing);
    }
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bars, 1);
    layout->addWidget(m_spread);
    layout->addWidget(m_distances);
    return titledColumn(m_title, content, {}, this);
}

void RangePanel::buildGroups()
{
    struct Group
    {
        RangeGrouping grouping;
        QString text;
        QString toolTip;
    };
    const std::array<Group, 3> groups {
        {{RangeGrouping::Name, QStringLiteral("Names"), QStringLiteral("Sums by name and category")},
            {RangeGrouping::Row, QStringLiteral("Rows"), QStringLiteral("Sums by thread and stream")},
            {RangeGrouping::Category, QStringLiteral("Categories"), QStringLiteral("Sums by category")}}};
    for (const Group& each : groups) {
        QToolButton* button = barButton(each.text, each.toolTip, this);
        button->setCheckable(true);
        button->setChecked(each.grouping == m_grouping);
        m_groups->addButton(button, static_cast<int>(each.grouping));
        m_table->addToBar(button);
    }
    connect(m_groups, &QButtonGroup::idClicked, this, [this](int id) { group(static_cast<RangeGrouping>(id)); });
}

void RangePanel::group(RangeGrouping grouping)
{
    m_grouping = grouping;
    m_groups->button(static_cast<int>(grouping))->setChecked(true);
    renderTable();
}

bool RangePanel::isIdle() const
{
    const bool waits = m_rest.isActive() && isVisible();
    return !waits && !m_sumJob.isRunning() && !m_countJob.isRunning() && m_table->isSettled();
}

void RangePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void RangePanel::selectionChanged()
{
    m_rest.start();
}

void RangePanel::refresh()
{
    if (!isVisible())
        return;
    sumUp();
    countDurations();
    renderDistances();
}

void RangePanel::setHiddenLanes(std::vector<LaneId> lanes)
{
    if (lanes == m_hiddenLanes)
        return;
    m_hiddenLanes = std::move(lanes);
    m_isOutdated = true;
    m_rest.start();
}

void RangePanel::sumUp()
{
    const std::optional<TimeRange>& range = m_selection->range();
    if (range == m_summed && !m_isOutdated)
        return;
    m_summed = range;
    m_isOutdated = false;
    m_sumJob.cancel();
    if (!range) {
        m_sums.reset();
        renderTable();
        return;
    }
    m_sumJob.start<SumsPtr>(
        [trace = m_trace, range = *range, hidden = m_hiddenLanes](
            Progress&, const std::stop_token& stop) -> Expected<SumsPtr> {
            std::vector<LaneId> lanes = analysis::placedLanes(*trace);
            std::erase_if(
                lanes, [&hidden](LaneId lane) { return std::binary_search(hidden.begin(), hidden.end(), lane); });
            auto sums = analysis::rangeSums(*trace, {range.start, range.end}, lanes, stop);
            if (!sums)
                return fail(ErrorClass::Cancelled, "");
            return std::make_shared<const analysis::RangeSums>(std::move(*sums));
        },
        [this](Expected<SumsPtr> sums) {
            if (sums)
                m_sums = std::move(*sums);
            renderTable();
        });
}

void RangePanel::renderTable()
{
    if (!m_sums) {
        m_table->setTable(nullptr);
        m_table->setRemark({});
        return;
    }
    const Interval range = m_sums->range;
    m_table->setTable(buildRangeTable(*m_trace, *m_sums, m_grouping));
    const QString without = m_hiddenLanes.empty() ? QString() : QStringLiteral(", without hidden rows");
    m_table->setRemark(
        QStringLiteral("%1 in %2 from %3%4")
            .arg(countedText(m_sums->slices, QStringLiteral("slice"), QStringLiteral("slices")),
                durationText(range.length()), relativeTimeText(range.start, m_trace->rangeStart), without));
}

void RangePanel::countDurations()
{
    const Question question {m_selection->slice(), m_selection->range()};
    if (m_counted == question)
        return;
    m_counted = question;
    m_countJob.cancel();
    m_histogram.reset();
    if (!question.slice.valid()) {
        renderHistogram();
        return;
    }
    m_countJob.start<analysis::DurationHistogram>(
        [trace = m_trace, question](Progress&, const std::stop_token& stop) -> Expected<analysis::DurationHistogram> {
            Interval range = analysis::Window::kEverything;
            if (question.range)
                range = {question.range->start, question.range->end};
            return analysis::durationHistogram(*trace, question.slice, range, stop);
        },
        [this](Expected<analysis::DurationHistogram> histogram) {
            if (histogram)
                m_histogram = std::move(*histogram);
            renderHistogram();
        });
}

void RangePanel::renderHistogram()
{
    const SliceId slice = m_counted ? m_counted->slice : SliceId();
    if (!slice.valid() || !m_histogram) {
        BarsData none;
        none.empty = slice.valid() ? QStringLiteral("Counting …") : kNoSlice;
        m_bars->setBars(std::move(none));
        m_spread->setText({});
        m_spread->hide();
        m_title->setText(QStringLiteral("Durations"));
        return;
    }
    constexpr int kName = 36;
    m_title->setText(QStringLiteral("Durations of %1").arg(elideMiddle(linkNameOf(*m_trace, slice), kName)));
    const std::int64_t dur = m_trace->slices.dur[slice.index()];
    const bool timed = m_trace->slices.timed(slice);
    m_bars->setBars(histogramBars(*m_histogram, timed ? std::optional(dur) : std::nullopt, m_theme->theme()));
    QStringList parts;
    if (m_histogram->counted > 0)
        parts << histogramText(*m_histogram)
                + (m_counted->range ? QStringLiteral(" in the range") : QStringLiteral(" in the trace"));
    if (timed)
        parts << (parts.isEmpty() ? QStringLiteral("The selected one lies outside the range: %1")
                                  : QStringLiteral("the selected one: %1"))
                     .arg(durationText(dur));
    m_spread->setText(parts.join(QStringLiteral("; ")));
    m_spread->setVisible(!parts.isEmpty());
}

void RangePanel::renderDistances()
{
    m_distances->setText(distances());
    m_distances->setVisible(!m_distances->text().isEmpty());
}

QString RangePanel::distances() const
{
    const SliceId from = m_selection->slice();
    const SliceId to = m_selection->measured();
    if (!from.valid() || !to.valid())
        return {};
    return distanceText(*m_trace, distanceBetween(*m_trace, from, to));
}

} // namespace stepscope::widgets
