// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/linked_rows.h"

#include "core/compare/comparison.h"
#include "core/compare/row_roles.h"
#include "widgets/timeline/row_scroll.h"
#include "widgets/timeline/timeline_view.h"
#include "widgets/timeline/track_header.h"

#include <QScrollBar>

namespace stepscope::widgets {

using compare::kAfter;
using compare::kBefore;

LinkedRows::LinkedRows(const std::array<TimelineView*, 2>& views, QObject* parent)
    : QObject(parent)
    , m_views(views)
{
    match();
    for (const std::size_t run : {kBefore, kAfter})
        link(run);
}

void LinkedRows::link(std::size_t run)
{
    TimelineView* other = m_views[1 - run];
    connect(m_views[run]->verticalScrollBar(), &QScrollBar::valueChanged, this, [this, run]() { copyScroll(run); });
    connect(m_views[run], &TimelineView::layoutChanged, this, [this, run]() { copyFolds(run); });
    connect(&m_views[run]->header(), &TrackHeader::widthRequested, this, [this, other](int width) {
        if (m_linking)
            return;
        const auto guard = apart();
        Q_EMIT other->header().widthRequested(width);
    });
}

// Rows of one role in one order; what is in one run only stays and says so.
void LinkedRows::match()
{
    view::TrackLayout& before = m_views[kBefore]->content().layout();
    view::TrackLayout& after = m_views[kAfter]->content().layout();
    m_rows = view::matchRows(before, after,
        {compare::rowRoles(m_views[kBefore]->content().trace()),
            compare::rowRoles(m_views[kAfter]->content().trace())});
    view::orderLike(before, after, m_rows);
    for (const std::size_t side : {kBefore, kAfter}) {
        view::TrackLayout& layout = m_views[side]->content().layout();
        for (std::size_t i = 0; i < layout.nodes().size(); ++i) {
            const view::NodeId node(i);
            if (m_rows.partner(side, node).valid() || !layout.isMovable(node))
                continue;
            const std::string& detail = layout.node(node).detail;
            layout.setDetail(node,
                (detail.empty() ? std::string() : detail + " · ") + (side == kBefore ? "only before" : "only after"));
        }
        m_views[side]->showLayout();
    }
}

// The row at the upper edge of the one is that of the other too, where it is there.
void LinkedRows::copyScroll(std::size_t from)
{
    if (m_linking || m_views[from]->scroller().isPlacing())
        return;
    const auto guard = apart();
    const view::TrackLayout& layout = m_views[from]->content().layout();
    const view::TrackLayout& other = m_views[1 - from]->content().layout();
    const int scrolled = m_views[from]->verticalScrollBar()->value();
    int target = scrolled;
    const auto top = layout.rowAt(layout.pinnedHeight() + scrolled);
    const view::NodeId partner = top ? m_rows.partner(from, layout.rows()[*top].node) : view::NodeId();
    const auto row = partner.valid() ? other.rowOfNode(partner) : std::nullopt;
    const auto own = top ? layout.rowOfNode(layout.rows()[*top].node) : std::nullopt;
    if (row && own) {
        target
            = other.rows()[*row].y - other.pinnedHeight() + (layout.pinnedHeight() + scrolled - layout.rows()[*own].y);
    }
    m_views[1 - from]->verticalScrollBar()->setValue(target);
}

void LinkedRows::copyFolds(std::size_t from)
{
    if (m_linking)
        return;
    const auto guard = apart();
    const view::TrackLayout& layout = m_views[from]->content().layout();
    view::TrackLayout& other = m_views[1 - from]->content().layout();
    bool changed = false;
    for (std::size_t i = 0; i < layout.nodes().size(); ++i) {
        const view::NodeId partner = m_rows.partner(from, view::NodeId(i));
        if (!partner.valid() || other.isFolded(partner) == layout.isFolded(view::NodeId(i)))
            continue;
        other.setFolded(partner, layout.isFolded(view::NodeId(i)));
        changed = true;
    }
    if (changed)
        m_views[1 - from]->showLayout();
}

} // namespace stepscope::widgets
