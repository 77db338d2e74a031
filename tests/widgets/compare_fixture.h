// SPDX-License-Identifier: GPL-3.0-or-later
// Two runs that are compared, in a page that is shown.
#pragma once

#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "tests/support/loaded_trace.h"
#include "tests/support/training_steps.h"
#include "widgets/compare/compare_page.h"
#include "widgets/compare/timeline_pair.h"
#include "widgets/details/detail_text.h"
#include "widgets/timeline/timeline_view.h"

#include <QScrollBar>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <memory>

namespace stepscope::tests {

using compare::kAfter;
using compare::kBefore;
using widgets::ComparePage;
using widgets::CompareRuns;
using widgets::SnapshotPtr;
using widgets::ThemeSource;
using widgets::toQString;

// Seven steps of 10 ms with a matrix kernel of this length; `marker`: an operator that only this run has.
inline QByteArray runWith(std::int64_t gemmUs, bool marker)
{
    EventList list;
    for (int i = 0; i < 7; ++i) {
        StepEvents step(list, i, i + 1);
        step.kernel("elementwise_add", 10, 30, 1000);
        step.kernel("gemm_f16", 20, 1040, gemmUs);
        if (marker)
            step.cpu("cpu_op", "aten::extra", 40, 300);
    }
    return fileOf(list);
}

struct Compared
{
    Compared(const QByteArray& before, const QByteArray& after)
        : first(before, QStringLiteral("before.json"))
        , second(after, QStringLiteral("after.json"))
    {
        CompareRuns runs;
        runs[kBefore] = {QStringLiteral("before.json"), first.path(), first.trace(), nullptr, nullptr, {}};
        runs[kAfter] = {QStringLiteral("after.json"), second.path(), second.trace(), nullptr, nullptr, {}};
        show(std::move(runs));
    }
    Compared(SnapshotPtr before, SnapshotPtr after)
        : first("{\"traceEvents\": []}")
        , second("{\"traceEvents\": []}")
    {
        CompareRuns runs;
        runs[kBefore] = {QStringLiteral("before.pickle"), {}, nullptr, nullptr, std::move(before), {}};
        runs[kAfter] = {QStringLiteral("after.pickle"), {}, nullptr, nullptr, std::move(after), {}};
        show(std::move(runs));
    }
    void show(CompareRuns runs)
    {
        page = std::make_unique<ComparePage>(std::move(runs), &theme);
        page->resize(1200, 760);
        page->show();
        page->activateWindow();
        ready = QTest::qWaitForWindowActive(page.get()) && settle();
    }
    bool settle()
    {
        return QTest::qWaitFor([this]() { return page->isIdle(); }, 10'000);
    }
    [[nodiscard]] QString nameOf(std::size_t side)
    {
        const SliceId slice = page->timelines()->selection(side).slice();
        const model::Trace& trace = *page->source().run(side).trace;
        return slice.valid() ? toQString(trace.names.view(trace.slices.name[slice.index()])) : QString();
    }
    [[nodiscard]] double pixelOf(std::size_t side, SliceId slice)
    {
        const model::Trace& trace = *page->source().run(side).trace;
        return page->timelines()->axes().axis(side).scale().toPx(trace.slices.start[slice.index()]);
    }

    LoadedTrace first;
    LoadedTrace second;
    ThemeSource theme;
    std::unique_ptr<ComparePage> page;
    bool ready = false;
};

inline bool sees(widgets::TimelineView& view, std::optional<std::size_t> index)
{
    const view::TrackLayout& layout = view.content().layout();
    if (!index)
        return false;
    const view::Row& row = layout.rows()[*index];
    const int top = row.y - (row.pinned ? 0 : view.verticalScrollBar()->value());
    return top >= (row.pinned ? 0 : layout.pinnedHeight()) && top + row.height <= view.viewport()->height();
}

inline bool seesRowOf(widgets::TimelineView& view, SliceId slice)
{
    return sees(view, view.content().layout().rowOfLane(view.content().layout().laneOf(slice)));
}

inline bool seesDevice(widgets::TimelineView& view, std::int32_t device)
{
    const std::vector<view::LayoutNode>& nodes = view.content().layout().nodes();
    const auto node = std::find_if(nodes.begin(), nodes.end(),
        [device](const view::LayoutNode& n) { return n.kind == view::NodeKind::Device && n.device == device; });
    return node != nodes.end()
        && sees(view, view.content().layout().rowOfNode(view::NodeId(static_cast<std::size_t>(node - nodes.begin()))));
}

inline QToolButton* buttonOf(QWidget& owner, const QString& text)
{
    for (QToolButton* button : owner.findChildren<QToolButton*>()) {
        if (button->text() == text)
            return button;
    }
    return nullptr;
}

} // namespace stepscope::tests
