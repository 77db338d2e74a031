// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/rank_lanes.h"

#include "widgets/timeline/track_header.h"

#include <algorithm>
#include <utility>

namespace stepscope::widgets {

RankLanes::RankLanes(TimeAxis* axis, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_axis(axis)
    , m_theme(theme)
    , m_headerWidth(TrackHeader::kDefaultWidth)
{
    hide();
}

RankLanes::~RankLanes()
{
    closeAll();
}

void RankLanes::open(std::uint32_t rank, const QString& path, std::int64_t shift)
{
    auto lane = std::make_unique<RankLane>(path, shift, m_axis, m_theme, this);
    lane->setHeaderWidth(m_headerWidth);
    connect(lane.get(), &RankLane::heightChanged, this, &RankLanes::changed);
    connect(lane.get(), &RankLane::shown, this, [this, rank]() { Q_EMIT shown(rank); });
    connect(lane.get(), &RankLane::selectionChanged, this, [this, rank]() { Q_EMIT selectionChanged(rank); });
    connect(lane.get(), &RankLane::headerWidthRequested, this, &RankLanes::headerWidthRequested);
    connect(lane.get(), &RankLane::scrolledBy, this, &RankLanes::scrolledBy);
    lane->show();
    m_lanes[rank] = std::move(lane);
    Q_EMIT changed();
}

void RankLanes::close(std::uint32_t rank)
{
    m_lanes.erase(rank);
    Q_EMIT selectionChanged(rank); // nothing is
    Q_EMIT changed();
}

void RankLanes::closeAll()
{
    const auto gone = std::exchange(m_lanes, {}); // somebody may ask for them while they go
    hide();
}

RankLane* RankLanes::lane(std::uint32_t rank)
{
    const auto found = m_lanes.find(rank);
    return found == m_lanes.end() ? nullptr : found->second.get();
}

std::set<std::uint32_t> RankLanes::ranks() const
{
    std::set<std::uint32_t> ranks;
    for (const auto& entry : m_lanes)
        ranks.insert(entry.first);
    return ranks;
}

void RankLanes::setHeaderWidth(int px)
{
    m_headerWidth = px;
    for (const auto& entry : m_lanes)
        entry.second->setHeaderWidth(px);
}

void RankLanes::claim(RanksLayout& layout, int largest)
{
    for (const auto& [rank, lane] : m_lanes) {
        lane->setLargestHeight(largest);
        layout.setBelow(rank, lane->wantedHeight());
    }
}

void RankLanes::place(const RanksLayout& layout, int scroll)
{
    QRegion covered;
    for (const auto& [rank, lane] : m_lanes) {
        const RankRow& row = layout.rows()[layout.rowOf(rank)];
        lane->setGeometry(0, row.y + layout.rowHeight() - scroll, width(), row.below);
        covered += lane->geometry();
    }
    setVisible(!covered.isEmpty());
    if (!covered.isEmpty())
        setMask(covered); // the rest stays with the canvas and the names
}

bool RankLanes::areIdle() const
{
    return std::all_of(m_lanes.begin(), m_lanes.end(), [](const auto& entry) { return entry.second->isIdle(); });
}

} // namespace stepscope::widgets
