// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/ranks_words.h"

#include "widgets/details/detail_text.h"

#include <algorithm>
#include <numeric>

namespace stepscope::widgets {

namespace {

constexpr std::size_t kListed = 8; // arrivals in a card: more do not fit beside the pointer

} // namespace

QString rankText(const ranks::World& world, std::uint32_t rank)
{
    return rank < world.ranks.size() ? toQString(world.ranks[rank].label()) : QString();
}

QString collectiveText(const ranks::SharedCollective& shared)
{
    return QStringLiteral("%1 #%2").arg(toQString(shared.name)).arg(shared.sequence);
}

QString signedDurationText(std::int64_t ns)
{
    return ns < 0 ? durationText(ns) : QLatin1Char('+') + durationText(ns);
}

QString clockText(const ranks::World& world, std::uint32_t rank)
{
    const ranks::RankClock& clock = world.clocks[rank];
    if (rank == 0)
        return QStringLiteral("Its clock is the common one.");
    const QString first = rankText(world, 0);
    if (!clock.comparable)
        return QStringLiteral("Its clock cannot be compared with that of %1.").arg(first);
    if (clock.collectives == 0)
        return QStringLiteral("By the clock of its machine: no collective tells how far that is off %1.").arg(first);
    return QStringLiteral("Its machine's clock is off %1 by %2 (median of %3, which agree to %4).")
        .arg(first, signedDurationText(-clock.correctionNs),
            countedText(clock.collectives, QStringLiteral("collective"), QStringLiteral("collectives")),
            durationText(clock.spreadNs));
}

const ranks::Arrival& firstArrival(const ranks::SharedCollective& shared)
{
    return *std::min_element(shared.arrivals.begin(), shared.arrivals.end(),
        [](const ranks::Arrival& a, const ranks::Arrival& b) { return a.startNs < b.startNs; });
}

Interval spanOf(const ranks::SharedCollective& shared)
{
    return {firstArrival(shared).startNs, shared.endNs};
}

std::vector<std::uint32_t> byArrival(const ranks::SharedCollective& shared)
{
    std::vector<std::uint32_t> order(shared.arrivals.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&shared](std::uint32_t a, std::uint32_t b) {
        return shared.arrivals[a].startNs < shared.arrivals[b].startNs;
    });
    return order;
}

QStringList collectiveLines(const ranks::World& world, const ranks::SharedCollective& shared)
{
    QStringList lines;
    QString where = countedText(shared.arrivals.size(), QStringLiteral("rank"), QStringLiteral("ranks"));
    if (shared.step)
        where += QStringLiteral(" · step %1").arg(*shared.step);
    if (!shared.group.empty())
        where += QStringLiteral(" · group %1").arg(elideMiddle(toQString(shared.group), 40));
    lines << where;
    lines << QStringLiteral("Longest wait %1, then %2 together")
                 .arg(durationText(shared.waitNs), durationText(shared.sharedNs));
    const std::vector<std::uint32_t> order = byArrival(shared);
    const auto say = [&](std::uint32_t i) {
        const ranks::Arrival& arrival = shared.arrivals[i];
        const QString rest = i == shared.last ? QStringLiteral("last: all wait for it")
                                              : QStringLiteral("waits ") + durationText(arrival.waitNs);
        lines << QStringLiteral("%1  %2  %3")
                     .arg(rankText(world, arrival.rank), signedDurationText(arrival.lateNs), rest);
    };
    const std::size_t half = order.size() > kListed ? kListed / 2 : order.size();
    for (std::size_t i = 0; i < half; ++i)
        say(order[i]);
    if (order.size() > kListed) {
        lines << QStringLiteral("… %1 more …").arg(order.size() - kListed);
        for (std::size_t i = order.size() - kListed / 2; i < order.size(); ++i)
            say(order[i]);
    }
    return lines;
}

} // namespace stepscope::widgets
