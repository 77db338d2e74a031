// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The rows of a job's timeline from the top: one a rank, those without a file in their place among them; a rank whose
// events are shown is as much higher as they need. Plain geometry in logical px, the first row at 0.

#include "core/ranks/world.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope::widgets {

struct RankRow
{
    std::optional<std::uint32_t> rank; // index into World::ranks; nothing: there is no file
    QString label;
    int y = 0;
    int below = 0; // px of the rank's own events, under the row
};

class RanksLayout
{
public:
    static constexpr int kLeastHeight = 28; // of a row
    static constexpr int kMostHeight = 96;

    explicit RanksLayout(const ranks::World& world);

    [[nodiscard]] const std::vector<RankRow>& rows() const { return m_rows; }
    [[nodiscard]] int height() const { return m_height; }
    [[nodiscard]] std::optional<std::size_t> rowAt(int y) const; // its own events belong to a row
    [[nodiscard]] std::size_t rowOf(std::uint32_t rank) const { return m_rowOf[rank]; }
    [[nodiscard]] std::size_t firstRowFrom(int y) const; // that reaches below y
    void setBelow(std::uint32_t rank, int px);
    void setRoom(int px); // rows are as high as fills it, within what a row may be
    [[nodiscard]] int rowHeight() const { return m_rowHeight; }

private:
    void place();

    std::vector<RankRow> m_rows;
    std::vector<std::size_t> m_rowOf; // by rank
    int m_rowHeight = kLeastHeight;
    int m_height = 0;
};

} // namespace stepscope::widgets
