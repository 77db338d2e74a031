// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The ranks whose own events are shown, each under its row: a box over the rows that lets the pointer through where it
// holds none. Part of a RanksTimelineView, GUI thread only.

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "widgets/ranks/rank_lane.h"
#include "widgets/ranks/ranks_layout.h"

#include <QWidget>

#include <map>
#include <memory>
#include <set>

namespace stepscope::widgets {

class RankLanes : public QWidget
{
    Q_OBJECT

public:
    RankLanes(TimeAxis* axis, ThemeSource* theme, QWidget* parent);
    ~RankLanes() override;

    void open(std::uint32_t rank, const QString& path, std::int64_t shift); // shift: as of RankLane
    void close(std::uint32_t rank);
    void closeAll();
    [[nodiscard]] bool isOpen(std::uint32_t rank) const { return m_lanes.contains(rank); }
    [[nodiscard]] RankLane* lane(std::uint32_t rank); // null: not open
    [[nodiscard]] std::set<std::uint32_t> ranks() const;
    void setHeaderWidth(int px);
    void claim(RanksLayout& layout, int largest);      // the height that each wants, at most `largest`
    void place(const RanksLayout& layout, int scroll); // under their rows
    [[nodiscard]] bool areIdle() const;

Q_SIGNALS:
    void changed();                            // one came, went or is of another height
    void shown(std::uint32_t rank);            // its events are there
    void selectionChanged(std::uint32_t rank); // in its own events
    void headerWidthRequested(int px);
    void scrolledBy(int px);

private:
    TimeAxis* m_axis;
    ThemeSource* m_theme;
    int m_headerWidth;
    std::map<std::uint32_t, std::unique_ptr<RankLane>> m_lanes; // by rank
};

} // namespace stepscope::widgets
