// SPDX-License-Identifier: GPL-3.0-or-later
// What of the ranks' page a session keeps, and back.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "widgets/details/detail_text.h"
#include "widgets/pages/ranks_page.h"
#include "widgets/ranks/ranks_timeline_view.h"
#include "widgets/timeline/timeline_state.h"

#include <algorithm>

namespace stepscope::widgets {

namespace {

RanksCursor::Index rankLabelled(const ranks::World& world, const std::string& label)
{
    const auto found = std::find_if(world.ranks.begin(), world.ranks.end(),
        [&label](const ranks::RankSummary& rank) { return rank.label() == label; });
    if (found == world.ranks.end())
        return std::nullopt;
    return static_cast<std::uint32_t>(found - world.ranks.begin());
}

RanksCursor::Index collectiveOf(const ranks::World& world, const share::CollectiveRef& ref)
{
    const auto found
        = std::find_if(world.collectives.begin(), world.collectives.end(), [&ref](const ranks::SharedCollective& one) {
              return one.sequence == ref.sequence && one.group == ref.group && one.name == ref.name;
          });
    if (found == world.collectives.end())
        return std::nullopt;
    return static_cast<std::uint32_t>(found - world.collectives.begin());
}

} // namespace

share::SessionPage RanksPage::state()
{
    const ranks::World& world = job().world;
    share::SessionPage page = ContentPage::state();
    page.kind = share::PageKind::Ranks;
    share::RanksState& state = page.ranks.emplace();
    state.recording = static_cast<std::uint32_t>(m_shown);
    state.window = windowOf(m_axis);
    const RanksTimelineView::Top top = m_timeline->top();
    state.topRow = top.label.toStdString();
    state.topOffset = top.offset;
    if (m_cursor.rank())
        state.rank = world.ranks[*m_cursor.rank()].label();
    if (m_cursor.collective()) {
        const ranks::SharedCollective& chosen = world.collectives[*m_cursor.collective()];
        state.collective = share::CollectiveRef {chosen.name, chosen.group, chosen.sequence};
    }
    if (const auto& range = m_timeline->selection().range())
        state.range = share::Range {range->start, range->end};
    for (std::uint32_t rank = 0; rank < world.ranks.size(); ++rank) {
        if (m_timeline->isUnfolded(rank))
            state.unfolded.push_back(world.ranks[rank].label());
    }
    return page;
}

void RanksPage::restore(const share::SessionPage& page)
{
    ContentPage::restore(page);
    if (!page.ranks)
        return;
    const share::RanksState& state = *page.ranks;
    if (state.recording >= m_set->jobs.size()) {
        Q_EMIT notRestored({QStringLiteral("recording %1").arg(state.recording + 1)});
        return;
    }
    QStringList missing;
    if (state.recording != m_shown)
        showJob(state.recording);
    const ranks::World& world = job().world;
    const RanksCursor::Index rank = state.rank ? rankLabelled(world, *state.rank) : std::nullopt;
    if (state.rank && !rank)
        missing << toQString(*state.rank);
    m_cursor.setRank(rank);
    const RanksCursor::Index collective = state.collective ? collectiveOf(world, *state.collective) : std::nullopt;
    if (state.collective && !collective)
        missing << QStringLiteral("the chosen collective");
    m_cursor.choose(collective);
    for (std::uint32_t one = 0; one < world.ranks.size(); ++one) {
        const bool isOpen
            = std::find(state.unfolded.begin(), state.unfolded.end(), world.ranks[one].label()) != state.unfolded.end();
        m_timeline->setUnfolded(one, isOpen);
    }
    for (const std::string& label : state.unfolded) {
        if (!rankLabelled(world, label))
            missing << toQString(label);
    }
    m_timeline->selection().setRange(rangeWithin(m_axis.bounds(), state.range));
    setWindow(m_axis, state.window);
    m_timeline->keepAtTop({toQString(state.topRow), state.topOffset});
    missing.removeDuplicates();
    if (!missing.isEmpty())
        Q_EMIT notRestored(missing);
}

} // namespace stepscope::widgets
