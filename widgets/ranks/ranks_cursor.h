// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where we are among the ranks of a job: the chosen collective and the one under the pointer, both on all ranks at
// once, and the chosen rank. One object per page; all its views read it and write to it. GUI thread only. Setting the
// same value again emits nothing.

#include <cstdint>
#include <optional>

#include <QObject>

namespace stepscope::widgets {

class RanksCursor : public QObject
{
    Q_OBJECT

public:
    using Index = std::optional<std::uint32_t>; // nothing: none
    using QObject::QObject;

    [[nodiscard]] const Index& collective() const { return m_collective; } // index into World::collectives
    [[nodiscard]] const Index& hovered() const { return m_hovered; }
    [[nodiscard]] const Index& rank() const { return m_rank; } // index into World::ranks

    void choose(Index collective);
    void hover(Index collective);
    void setRank(Index rank);
    void clear(); // another job is shown

Q_SIGNALS:
    void collectiveChanged();
    void hoveredChanged();
    void rankChanged();

private:
    Index m_collective;
    Index m_hovered;
    Index m_rank;
};

} // namespace stepscope::widgets
