// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/ranks_cursor.h"

namespace stepscope::widgets {

void RanksCursor::choose(Index collective)
{
    if (collective == m_collective)
        return;
    m_collective = collective;
    Q_EMIT collectiveChanged();
}

void RanksCursor::hover(Index collective)
{
    if (collective == m_hovered)
        return;
    m_hovered = collective;
    Q_EMIT hoveredChanged();
}

void RanksCursor::setRank(Index rank)
{
    if (rank == m_rank)
        return;
    m_rank = rank;
    Q_EMIT rankChanged();
}

void RanksCursor::clear()
{
    hover({});
    choose({});
    setRank({});
}

} // namespace stepscope::widgets
