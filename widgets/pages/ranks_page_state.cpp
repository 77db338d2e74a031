// SPDX-License-Identifier: GPL-3.0-or-later
// What of the ranks' page a session keeps, and back.
#include <cstdint>
#include <optional> // these first: moc cannot read <compare> on its own

#include "widgets/details/detail_text.h"
#include "widgets/pages/ranks_page.h"
#include "widgets/ranks/rank_lane.h"
#include "widgets/ranks/ranks_timeline_view.h"
#include "widgets/timeline/timeline_state.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

// As much of the end of a path as no other one has.
std::string tellingEnd(const std::string& path, const std::vector<std::string>& all)
{
    std::size_t at = path.rfind('/');
    while (at != std::string::npos && at > 0) {
        const std::string_view end = std::string_view(path).substr(at);
        if (std::count_if(all.begin(), all.end(), [end](const std::string& one) { return one.ends_with(end); }) == 1)
            break;
        at = path.rfind('/', at - 1);
    }
    return at == std::string::npos ? path : path.substr(at + 1);
}

std::vector<std::string> pathsOf(const RankSet& set)
{
    std::vector<std::string> paths;
    for (const RankJob& job : set.jobs) {
        for (const RankFile& file : job.files)
            paths.push_back(file.path);
    }
    return paths;
}

std::vector<share::GivenNumber> givenNumbers(const RankSet& set)
{
    const std::vector<std::string> paths = pathsOf(set);
    std::vector<share::GivenNumber> numbers;
    for (const RankJob& job : set.jobs) {
        for (std::size_t i = 0; i < job.files.size(); ++i) {
            const ranks::RankSummary& rank = job.world.ranks[i];
            if (rank.rankFrom == ranks::RankSource::Given && rank.rank)
                numbers.push_back({tellingEnd(job.files[i].path, paths), *rank.rank});
        }
    }
    return numbers;
}

} // namespace

share::SessionPage RanksPage::state()
{
    if (m_pending)
        return *m_pending;
    const ranks::World& world = job().world;
    share::SessionPage page = ContentPage::state();
    page.kind = share::PageKind::Ranks;
    share::RanksState& state = page.ranks.emplace();
    state.numbers = givenNumbers(*m_set);
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
        if (!m_timeline->isUnfolded(rank))
            continue;
        state.unfolded.push_back(world.ranks[rank].label());
        if (const auto events = m_timeline->lane(rank)->state())
            state.events.push_back({world.ranks[rank].label(), *events});
    }
    return page;
}

// Files that were numbered by hand are numbered first: ranks are called by that.
void RanksPage::restore(const share::SessionPage& page)
{
    if (!page.ranks || page.ranks->numbers == givenNumbers(*m_set))
        return apply(page);
    std::vector<std::pair<std::string, std::int64_t>> numbers;
    QStringList missing;
    const std::vector<std::string> paths = pathsOf(*m_set);
    for (const share::GivenNumber& number : page.ranks->numbers) {
        const auto path = std::find_if(paths.begin(), paths.end(),
            [&number](const std::string& one) { return one == number.file || one.ends_with('/' + number.file); });
        if (path != paths.end())
            numbers.emplace_back(*path, number.rank);
        else
            missing << toQString(number.file);
    }
    if (!missing.isEmpty())
        Q_EMIT notRestored(missing);
    m_pending = page;
    numberRanks(std::move(numbers));
}

void RanksPage::apply(const share::SessionPage& page)
{
    if (page.ranks && page.ranks->recording >= m_set->jobs.size()) {
        Q_EMIT notRestored({QStringLiteral("recording %1").arg(page.ranks->recording + 1)});
    } else if (page.ranks) {
        if (page.ranks->recording != m_shown)
            showJob(page.ranks->recording);
        if (const QStringList missing = restoreView(*page.ranks); !missing.isEmpty())
            Q_EMIT notRestored(missing);
    }
    ContentPage::restore(page);
}

QStringList RanksPage::restoreView(const share::RanksState& state)
{
    QStringList missing;
    const ranks::World& world = job().world;
    const RanksCursor::Index rank = state.rank ? rankLabelled(world, *state.rank) : std::nullopt;
    if (state.rank && !rank)
        missing << toQString(*state.rank);
    m_cursor.setRank(rank);
    const RanksCursor::Index collective = state.collective ? collectiveOf(world, *state.collective) : std::nullopt;
    if (state.collective && !collective)
        missing << QStringLiteral("the chosen collective");
    m_cursor.choose(collective);
    missing += unfold(state);
    m_timeline->selection().setRange(rangeWithin(m_axis.bounds(), state.range));
    setWindow(m_axis, state.window);
    m_timeline->keepAtTop({toQString(state.topRow), state.topOffset});
    missing.removeDuplicates();
    return missing;
}

QStringList RanksPage::unfold(const share::RanksState& state)
{
    const ranks::World& world = job().world;
    for (std::uint32_t rank = 0; rank < world.ranks.size(); ++rank)
        m_timeline->setUnfolded(rank,
            std::find(state.unfolded.begin(), state.unfolded.end(), world.ranks[rank].label()) != state.unfolded.end());
    QStringList missing;
    for (const std::string& label : state.unfolded) {
        if (!rankLabelled(world, label))
            missing << toQString(label);
    }
    for (const share::RankEvents& events : state.events) {
        const RanksCursor::Index rank = rankLabelled(world, events.rank);
        RankLane* lane = rank ? m_timeline->lane(*rank) : nullptr;
        if (lane == nullptr)
            continue;
        m_eventOffered = true; // the panel is that of the session
        connect(lane, &RankLane::restored, this, [this, rank = *rank](const QStringList& lost) {
            if (!m_cursor.collective())
                describeEvent(rank);
            if (!lost.isEmpty())
                Q_EMIT notRestored(lost);
        });
        lane->restore(events.timeline);
    }
    return missing;
}

} // namespace stepscope::widgets
