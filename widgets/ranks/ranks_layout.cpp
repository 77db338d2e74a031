// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/ranks_layout.h"

#include "widgets/ranks/ranks_words.h"

#include <algorithm>

namespace stepscope::widgets {

RanksLayout::RanksLayout(const ranks::World& world)
    : m_rowOf(world.ranks.size())
{
    auto missing = world.missing.begin();
    const auto addMissing = [&](std::optional<std::int64_t> before) {
        for (; missing != world.missing.end() && (!before || *missing < *before); ++missing)
            m_rows.push_back({{}, QStringLiteral("rank %1").arg(*missing), 0, 0});
    };
    for (std::uint32_t r = 0; r < world.ranks.size(); ++r) {
        addMissing(world.ranks[r].rank);
        m_rowOf[r] = m_rows.size();
        m_rows.push_back({r, rankText(world, r), 0, 0});
    }
    addMissing({});
    if (world.missingCount > world.missing.size())
        m_rows.push_back({{}, QStringLiteral("and %1 more").arg(world.missingCount - world.missing.size()), 0, 0});
    place();
}

void RanksLayout::place()
{
    m_height = 0;
    for (RankRow& row : m_rows) {
        row.y = m_height;
        m_height += m_rowHeight + row.below;
    }
}

std::size_t RanksLayout::firstRowFrom(int y) const
{
    return static_cast<std::size_t>(std::partition_point(m_rows.begin(), m_rows.end(), [this, y](const RankRow& row) {
        return row.y + m_rowHeight + row.below <= y;
    }) - m_rows.begin());
}

std::optional<std::size_t> RanksLayout::rowAt(int y) const
{
    const std::size_t row = firstRowFrom(y);
    return y >= 0 && row < m_rows.size() ? std::optional(row) : std::nullopt;
}

void RanksLayout::setRoom(int px)
{
    const int unfolded = m_height - m_rowHeight * static_cast<int>(m_rows.size());
    m_rowHeight = std::clamp((px - unfolded) / std::max(static_cast<int>(m_rows.size()), 1), kLeastHeight, kMostHeight);
    place();
}

void RanksLayout::setBelow(std::uint32_t rank, int px)
{
    m_rows[m_rowOf[rank]].below = px;
    place();
}

} // namespace stepscope::widgets
