// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/table_tabs.h"

#include "widgets/tables/gap_rows.h"
#include "widgets/timeline/timeline_view.h"

#include <QTabWidget>
#include <QToolButton>

#include <algorithm>

namespace stepscope::widgets {

TableTabs::TableTabs(Figures* figures, TimeAxis* axis, Selection* selection, TimelineView* timeline, ThemeSource* theme,
    QTabWidget* tabs)
    : QObject(tabs)
    , m_figures(figures)
    , m_selection(selection)
    , m_tabs(tabs)
    , m_follower(figures, selection)
    , m_guide(axis, selection, timeline)
    , m_range(new RangePanel(figures->sharedTrace(), selection, theme, tabs))
    , m_charts(new ChartsPanel(figures, selection, theme, tabs))
    , m_flame(new FlamePanel(figures, selection, theme, tabs))
{
    tabs->addTab(m_range, QStringLiteral("Range"));
    connect(m_range, &RangePanel::targetActivated, &m_guide, &RowGuide::show);
    connect(timeline, &TimelineView::layoutChanged, m_range,
        [this, timeline] { m_range->setHiddenLanes(timeline->content().layout().hiddenLanes()); });
    for (std::size_t i = 0; i < kTableKinds; ++i) {
        const auto kind = static_cast<TableKind>(i);
        auto* panel = new TablePanel(kind, figures, theme, tabs);
        m_panels[i] = panel;
        tabs->addTab(panel, tableTitle(kind));
        connect(panel, &TablePanel::targetActivated, &m_guide, &RowGuide::show);
        connect(&panel->followButton(), &QToolButton::toggled, &m_follower, &RangeFollower::setOn);
        connect(&m_follower, &RangeFollower::changed, &panel->followButton(), &QToolButton::setChecked);
    }
    connect(&m_follower, &RangeFollower::changed, this, &TableTabs::sayWhatIsFollowed);
    connect(selection, &Selection::rangeChanged, this, &TableTabs::sayWhatIsFollowed);
    tabs->addTab(m_charts, QStringLiteral("Charts"));
    connect(m_charts, &ChartsPanel::targetActivated, &m_guide, &RowGuide::show);
    tabs->addTab(m_flame, QStringLiteral("Flame"));
    connect(m_flame, &FlamePanel::targetActivated, &m_guide, &RowGuide::show);
}

void TableTabs::goToGap(bool afterSelected)
{
    // A range that is followed is that of the gap itself.
    const FiguresPtr& figures = m_figures->scope().window ? m_figures->whole() : m_figures->scoped();
    if (!figures)
        return;
    const std::vector<analysis::DeviceGap>& gaps = figures->idle.causes.gaps;
    const std::optional<TimeRange>& range = m_selection->range();
    const auto selected = std::find_if(gaps.begin(), gaps.end(), [&range](const analysis::DeviceGap& gap) {
        return range && gap.span == Interval {range->start, range->end};
    });
    const bool hasSelected = afterSelected && selected != gaps.end();
    const analysis::DeviceGap* next = nextLargestGap(*figures, hasSelected ? &*selected : nullptr);
    if (next == nullptr)
        return;
    m_guide.show({SliceId(), next->span, figures->gpu.devices[next->device].device});
    m_tabs->setCurrentWidget(&panel(TableKind::Gaps));
}

void TableTabs::sayWhatIsFollowed()
{
    for (TablePanel* panel : m_panels)
        panel->setAwaitsRange(m_follower.isOn() && !m_selection->range());
}

bool TableTabs::isIdle() const
{
    return m_follower.isIdle() && m_range->isIdle() && m_charts->isIdle() && m_flame->isIdle()
        && std::all_of(m_panels.begin(), m_panels.end(), [](const TablePanel* panel) { return panel->isIdle(); });
}

} // namespace stepscope::widgets
