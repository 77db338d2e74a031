// SPDX-License-Identifier: GPL-3.0-or-later
// What of a comparison's page a session keeps, and back.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "widgets/common/combo_box.h"
#include "widgets/compare/compare_page.h"
#include "widgets/compare/linked_rows.h"
#include "widgets/compare/memory_pair.h"
#include "widgets/compare/run_bar.h"
#include "widgets/compare/timeline_pair.h"
#include "widgets/memory/memory_timeline_view.h"
#include "widgets/memory/memory_view_state.h"
#include "widgets/timeline/timeline_state.h"

#include <QButtonGroup>

#include <algorithm>
#include <array>

namespace stepscope::widgets {

namespace {

share::Alignment alignmentOf(const RunAxes& axes)
{
    const Alignment& alignment = axes.alignment();
    return {alignment.anchors[compare::kBefore], alignment.anchors[compare::kAfter], alignment.pace, axes.shift()};
}

view::TimeWindow toWindow(const share::Window& window)
{
    return {window.start, window.fraction, window.span};
}

void restoreAxes(
    RunAxes& axes, const share::Alignment& alignment, const share::Window& before, const share::Window& after)
{
    axes.restore(
        {{alignment.before, alignment.after}, alignment.pace}, alignment.shift, {toWindow(before), toWindow(after)});
}

// That of its number, or else the first of its kind.
std::optional<std::size_t> differenceOf(const ComparisonPtr& comparison, const share::FindingRef& ref)
{
    if (!comparison)
        return std::nullopt;
    const auto& all = comparison->differences;
    const auto isIt = [&ref](const compare::Difference& difference) { return difference.kind == ref.rule; };
    if (ref.number < all.size() && isIt(all[ref.number]))
        return ref.number;
    const auto found = std::find_if(all.begin(), all.end(), isIt);
    return found != all.end() ? std::optional(static_cast<std::size_t>(found - all.begin())) : std::nullopt;
}

} // namespace

void TimelinePair::addState(share::SessionPage& page) const
{
    for (const std::size_t side : kSides)
        page.timelines.push_back(timelineState(*m_views[side], axes().axis(side), m_selections[side]));
    page.timelineAlignment = alignmentOf(axes());
}

QStringList TimelinePair::restore(const share::SessionPage& page)
{
    if (page.timelines.size() != kSides.size())
        return {};
    QStringList missing;
    const auto apart = m_rows->apart(); // each has what was saved of it
    for (const std::size_t side : kSides)
        missing += restoreTimeline(*m_views[side], axes().axis(side), m_selections[side], page.timelines[side]);
    restoreAxes(axes(), page.timelineAlignment.value_or(alignmentOf(axes())), page.timelines[compare::kBefore].window,
        page.timelines[compare::kAfter].window);
    showAlignedSteps();
    missing.removeDuplicates();
    return missing;
}

void TimelinePair::showAlignedSteps()
{
    std::array<int, 2> aligned {-1, -1};
    for (const std::size_t side : kSides) {
        const FiguresPtr& figures = source().figures(side)->whole();
        for (std::size_t i = 0; figures && i < figures->steps.steps.size(); ++i) {
            if (figures->steps.steps[i].span.cpu.start == axes().alignment().anchors[side])
                aligned[side] = static_cast<int>(i);
        }
    }
    for (const std::size_t side : kSides) {
        if (aligned[compare::kBefore] >= 0 && aligned[compare::kAfter] >= 0)
            bar(side).steps().setCurrentIndex(aligned[side]);
    }
}

void MemoryPair::addState(share::SessionPage& page) const
{
    for (const std::size_t side : kSides)
        page.memory.push_back(memoryState(*m_views[side], m_cursors[side], axes().axis(side)));
    page.memoryAlignment = alignmentOf(axes());
}

QStringList MemoryPair::restore(const share::SessionPage& page)
{
    if (page.memory.size() != kSides.size())
        return {};
    QStringList missing;
    for (const std::size_t side : kSides)
        missing += restoreMemory(*m_views[side], m_cursors[side], axes().axis(side), page.memory[side]);
    followCursors();
    restoreAxes(axes(), page.memoryAlignment.value_or(alignmentOf(axes())), page.memory[compare::kBefore].window,
        page.memory[compare::kAfter].window);
    missing.removeDuplicates();
    return missing;
}

share::SessionPage ComparePage::state()
{
    if (m_pending)
        return *m_pending;
    share::SessionPage page = ContentPage::state();
    page.kind = share::PageKind::Comparison;
    if (m_timelines != nullptr)
        m_timelines->addState(page);
    if (m_memory != nullptr)
        m_memory->addState(page);
    page.showsMemory = showsMemory();
    page.showsBoth = m_choice != nullptr && m_choice->checkedId() == static_cast<int>(Shown::Both);
    if (const compare::Difference* difference = m_source.difference())
        page.finding = share::FindingRef {difference->kind, static_cast<std::uint32_t>(*m_source.current()), 0};
    return page;
}

void ComparePage::restore(const share::SessionPage& page)
{
    if (m_source.isBusy())
        m_pending = page;
    else
        apply(page);
}

void ComparePage::apply(const share::SessionPage& page)
{
    QStringList missing;
    if (m_timelines != nullptr)
        missing += m_timelines->restore(page);
    if (m_memory != nullptr)
        missing += m_memory->restore(page);
    showCentre(page.showsMemory ? Shown::Memory : page.showsBoth ? Shown::Both : Shown::Timelines);
    ContentPage::restore(page);
    const auto current = page.finding ? differenceOf(m_source.comparison(), *page.finding) : std::nullopt;
    if (page.finding && !current)
        missing << QStringLiteral("the difference that was looked at");
    m_source.show(current);
    if (!missing.isEmpty())
        Q_EMIT notRestored(missing);
}

} // namespace stepscope::widgets
