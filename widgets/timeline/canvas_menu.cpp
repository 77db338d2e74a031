// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/canvas_menu.h"

#include "core/view/launch_links.h"
#include "widgets/details/event_report.h"
#include "widgets/details/gap_report.h"
#include "widgets/timeline/row_controls.h"
#include "widgets/timeline/stream_idle.h"
#include "widgets/timeline/timeline_marks.h"
#include "widgets/timeline/timeline_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

namespace stepscope::widgets {

namespace {

constexpr double kMargin = 0.25; // shown on either side of a stretch, as a share of it

} // namespace

CanvasMenu::CanvasMenu(TimelineView* view, TimeAxis* axis, Selection* selection, RowControls* rows)
    : QObject(view)
    , m_view(view)
    , m_axis(axis)
    , m_selection(selection)
    , m_rows(rows)
{
    connect(view, &TimelineView::menuRequested, this, &CanvasMenu::show);
}

void CanvasMenu::show(const Hit& hit, QPoint at)
{
    auto* menu = new QMenu(m_view);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fill(*menu, hit);
    menu->popup(at);
}

void CanvasMenu::fill(QMenu& menu, const Hit& hit)
{
    if (const SliceId slice = hit.item.slice(); slice.valid())
        addSlice(menu, slice);
    else if (hit.mark.valid())
        addMark(menu, hit.mark);
    menu.addAction(tr("Show the whole trace"), this, [this] { m_axis->fitAll(); });
    if (!hit.row)
        return;
    const TimelineData& data = m_view->content();
    view::NodeId node = data.layout().rows()[*hit.row].node;
    while (node.valid() && data.layout().node(node).kind == view::NodeKind::Section)
        node = data.layout().node(node).parent;
    menu.addSeparator();
    QMenu* row = menu.addMenu(tr("Row"));
    m_rows->fillMenu(*row, node);
}

void CanvasMenu::addSlice(QMenu& menu, SliceId slice)
{
    const model::Trace& trace = m_view->content().trace();
    const TimeRange span {trace.slices.start[slice.index()], trace.slices.end(slice)};
    const QString name = m_view->content().fullName(slice);
    menu.addAction(tr("Copy name"), this, [name] { QGuiApplication::clipboard()->setText(name); });
    menu.addAction(tr("Copy as JSON"), this, [this, slice] {
        const QString json = eventJson(m_view->content().trace(), Item::of(slice));
        if (!json.isEmpty()) // what cannot be read any more, Selection says why
            QGuiApplication::clipboard()->setText(json);
    });
    menu.addAction(tr("Find all of this name"), this, [this, name] { Q_EMIT searchRequested(name); });
    menu.addSeparator();
    menu.addAction(tr("Zoom to it"), this, [this, slice] { m_view->commands().zoomTo(slice); });
    menu.addAction(tr("Mark as a range"), this, [this, slice, span] {
        m_selection->select(slice);
        m_selection->setRange(span);
    });
    const SliceId from = m_selection->slice();
    if (from.valid() && from != slice)
        menu.addAction(tr("Measure from the selected slice"), this, [this, slice] { m_selection->measureTo(slice); });
    const auto lead = [this, &menu](const QString& text, SliceId target) {
        menu.addAction(text, this, [this, target] { go(target); })->setEnabled(target.valid());
    };
    lead(tr("To the launch or operator"), view::towardsCause(trace, slice));
    lead(tr("To the launched work"), view::towardsEffect(trace, slice));
    menu.addSeparator();
}

void CanvasMenu::addMark(QMenu& menu, const MarkRef& mark)
{
    const TimeRange span {mark.span.start, mark.span.end};
    menu.addAction(tr("Mark as a range"), this, [this, span] {
        m_selection->clear();
        m_selection->setRange(span);
    });
    menu.addAction(tr("Zoom to it"), this, [this, span] { m_axis->fit(span.start, span.end, kMargin); });
    menu.addAction(tr("Copy as text"), this,
        [this, span] { QGuiApplication::clipboard()->setText(rangeText(m_view->content(), m_view->marks(), span)); });
    menu.addAction(tr("Copy as JSON"), this,
        [this, span] { QGuiApplication::clipboard()->setText(rangeJson(m_view->marks(), span)); });
    const TimelineMarks* marks = m_view->marks();
    if (mark.kind == MarkKind::Gap && marks != nullptr && mark.index < marks->causes().gaps.size()) {
        const analysis::DeviceGap& gap = marks->causes().gaps[mark.index];
        if (gap.launch.valid())
            menu.addAction(tr("To the launch that ended it"), this, [this, to = gap.launch] { go(to); });
        if (gap.workAfter.valid())
            menu.addAction(tr("To the work after it"), this, [this, to = gap.workAfter] { go(to); });
    }
    const auto idle = mark.kind == MarkKind::Idle && marks != nullptr ? idleOver(*marks, mark.span) : std::nullopt;
    if (idle) {
        if (const analysis::GapPart* wait = idle->longestWait())
            menu.addAction(tr("To the communication that runs alone"), this, [this, to = wait->activity] { go(to); });
        if (idle->workAfter.valid())
            menu.addAction(tr("To the work after it"), this, [this, to = idle->workAfter] { go(to); });
    }
    menu.addSeparator();
}

void CanvasMenu::go(SliceId slice)
{
    m_selection->select(slice);
    m_view->reveal(slice);
}

} // namespace stepscope::widgets
