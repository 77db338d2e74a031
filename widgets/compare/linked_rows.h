// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The rows of two timelines side by side: those of one role stand in one order, scroll, fold and unfold together, and
// names stay as wide in both, so that a time is at one place in both. Rows of one run only stay and say so. GUI thread
// only; the views must outlive it.

#include "core/view/row_match.h"

#include <QObject>
#include <QScopedValueRollback>

#include <array>

namespace stepscope::widgets {

class TimelineView;

class LinkedRows : public QObject
{
    Q_OBJECT

public:
    explicit LinkedRows(const std::array<TimelineView*, 2>& views, QObject* parent = nullptr); // before, after

    // While it lives each timeline scrolls and folds on its own.
    [[nodiscard]] QScopedValueRollback<bool> apart() { return QScopedValueRollback<bool>(m_linking, true); }

private:
    void match();
    void link(std::size_t run);
    void copyScroll(std::size_t from);
    void copyFolds(std::size_t from);

    std::array<TimelineView*, 2> m_views;
    view::RowMatch m_rows;
    bool m_linking = false;
};

} // namespace stepscope::widgets
