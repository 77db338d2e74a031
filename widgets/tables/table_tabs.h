// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Range, all tables of a trace, its charts and its flame graph as tabs: they share "Follow range" and lead to the
// timeline. GUI thread only; what it is given must outlive it.

#include "widgets/charts/charts_panel.h"
#include "widgets/flame/flame_panel.h"
#include "widgets/tables/range_follower.h"
#include "widgets/tables/range_panel.h"
#include "widgets/tables/row_guide.h"
#include "widgets/tables/table_panel.h"

#include <QObject>

#include <array>

class QTabWidget;

namespace stepscope::widgets {

class TableTabs : public QObject
{
    Q_OBJECT

public:
    TableTabs(Figures* figures, TimeAxis* axis, Selection* selection, TimelineView* timeline, ThemeSource* theme,
        QTabWidget*
            tabs); // appends Range, the tables as in TableKind, Charts and Flame; the tab widget owns the panels

    [[nodiscard]] TablePanel& panel(TableKind kind) { return *m_panels[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] RangePanel& range() { return *m_range; }
    [[nodiscard]] ChartsPanel& charts() { return *m_charts; }
    [[nodiscard]] FlamePanel& flame() { return *m_flame; }
    [[nodiscard]] RangeFollower& follower() { return m_follower; }
    [[nodiscard]] RowGuide& guide() { return m_guide; }
    [[nodiscard]] bool isIdle() const;
    // Goes to the longest gap, or to the one after the selected one by length: selects it, and the panel of the gaps
    // comes up. Of the chosen step, where there is one.
    void goToGap(bool afterSelected);

private:
    void sayWhatIsFollowed();

    Figures* m_figures;
    const Selection* m_selection;
    QTabWidget* m_tabs;
    RangeFollower m_follower;
    RowGuide m_guide;
    RangePanel* m_range;
    ChartsPanel* m_charts;
    FlamePanel* m_flame;
    std::array<TablePanel*, kTableKinds> m_panels {};
};

} // namespace stepscope::widgets
