// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/ranks_judgement.h"

#include "core/export/ranks_report.h"
#include "widgets/details/detail_text.h"
#include "widgets/ranks/ranks_words.h"

#include <algorithm>

namespace stepscope::widgets {

namespace {

const ranks::Arrival* arrivalOf(const ranks::SharedCollective& shared, std::uint32_t rank)
{
    const auto found = std::lower_bound(shared.arrivals.begin(), shared.arrivals.end(), rank,
        [](const ranks::Arrival& arrival, std::uint32_t wanted) { return arrival.rank < wanted; });
    return found != shared.arrivals.end() && found->rank == rank ? &*found : nullptr;
}

// Collectives that it was late to, the latest first.
std::vector<std::uint32_t> placesOf(const ranks::World& world, const ranks::Straggler& straggler)
{
    std::vector<std::pair<std::int64_t, std::uint32_t>> late;
    for (std::size_t i = 0; i < world.collectives.size(); ++i) {
        const ranks::SharedCollective& shared = world.collectives[i];
        const ranks::Arrival* arrival = arrivalOf(shared, straggler.rank);
        if (arrival == nullptr || arrival->latenessNs <= 0)
            continue;
        const auto& step = world.ranks[straggler.rank].collectives[arrival->collective].step;
        if (!straggler.steps.empty()
            && (!step || !std::binary_search(straggler.steps.begin(), straggler.steps.end(), *step)))
            continue;
        late.emplace_back(arrival->latenessNs, static_cast<std::uint32_t>(i));
    }
    std::stable_sort(late.begin(), late.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    late.resize(std::min(late.size(), analysis::Finding::kMaxEvidence));
    std::vector<std::uint32_t> places;
    places.reserve(late.size());
    for (const auto& entry : late)
        places.push_back(entry.second);
    return places;
}

// That nobody is late makes a job well only if its GPUs are busy too.
analysis::Bucket bucketOf(const ranks::World& world)
{
    if (!world.stragglers.empty())
        return analysis::Bucket::Communication;
    const bool busy = std::all_of(world.ranks.begin(), world.ranks.end(), [](const ranks::RankSummary& rank) {
        return static_cast<double>(rank.busyNs) >= analysis::kHealthyBusy * static_cast<double>(rank.windowNs);
    });
    return busy && !world.collectives.empty() ? analysis::Bucket::Healthy : analysis::Bucket::CannotTell;
}

analysis::Finding findingOf(
    const ranks::World& world, const ranks::Straggler& straggler, const std::vector<std::uint32_t>& places)
{
    analysis::Finding finding;
    finding.rule = "comm.straggler";
    finding.severity = analysis::severityOf(straggler.share);
    finding.headline = straggler.headline;
    finding.share = straggler.share;
    finding.totalNs = straggler.latenessNs;
    finding.count = straggler.late;
    finding.advice = straggler.advice;
    for (const std::uint32_t place : places) {
        const ranks::SharedCollective& shared = world.collectives[place];
        analysis::Evidence evidence;
        evidence.span = spanOf(shared);
        evidence.name = shared.name;
        finding.evidence.push_back(std::move(evidence));
    }
    return finding;
}

} // namespace

void RanksJudgement::setJob(RankJobPtr job)
{
    m_job = std::move(job);
    m_places.clear();
    const ranks::World& world = m_job->world;
    auto judgement = std::make_shared<analysis::Judgement>();
    for (const ranks::Straggler& straggler : world.stragglers) {
        m_places.push_back(placesOf(world, straggler));
        judgement->findings.push_back(findingOf(world, straggler, m_places.back()));
    }
    analysis::Verdict& verdict = judgement->verdict;
    verdict.sentence = exporting::ranksSentence(world);
    verdict.bucket = bucketOf(world);
    if (!world.stragglers.empty()) {
        verdict.share = world.stragglers.front().share;
        verdict.finding = 0;
    }
    m_judgement = std::move(judgement);
    Q_EMIT judgementChanged();
}

std::optional<std::uint32_t> RanksJudgement::collectiveOf(std::size_t finding, std::size_t place) const
{
    if (finding >= m_places.size() || place >= m_places[finding].size())
        return std::nullopt;
    return m_places[finding][place];
}

std::optional<std::uint32_t> RanksJudgement::rankOf(std::size_t finding) const
{
    if (!m_job || finding >= m_job->world.stragglers.size())
        return std::nullopt;
    return m_job->world.stragglers[finding].rank;
}

QString RanksJudgement::placeText(const analysis::Finding& finding, std::size_t place) const
{
    const auto number = static_cast<std::size_t>(&finding - m_judgement->findings.data());
    const auto collective = collectiveOf(number, place);
    const auto rank = rankOf(number);
    if (!collective || !rank)
        return {};
    const ranks::World& world = m_job->world;
    const ranks::SharedCollective& shared = world.collectives[*collective];
    QStringList parts {collectiveText(shared)};
    if (shared.step)
        parts << QStringLiteral("step %1").arg(*shared.step);
    if (const ranks::Arrival* arrival = arrivalOf(shared, *rank)) {
        parts << QStringLiteral("%1 late").arg(durationText(arrival->latenessNs));
        const ranks::Meanwhile& before = world.ranks[*rank].collectives[arrival->collective].before;
        if (!before.activity.empty())
            parts << QStringLiteral("before it %1 in %2")
                         .arg(durationText(before.activityNs), elideMiddle(toQString(before.activity), 48));
    }
    return parts.join(QStringLiteral(" · "));
}

} // namespace stepscope::widgets
