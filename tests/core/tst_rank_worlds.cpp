// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks of one job: matching, one clock, who was late and why.
#include "core/export/ranks_report.h"
#include "core/ranks/matching.h"
#include "core/ranks/world.h"
#include "rank_builder.h"
#include "tests/support/test_registry.h"
#include "tests/support/units.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <random>

using namespace stepscope;
using namespace stepscope::ranks;
using namespace stepscope::tests;

class TestRankWorlds : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void matchesByNumber()
    {
        std::vector<RankSummary> ranks {emptyRank(0, 3), emptyRank(1, 3), emptyRank(2, 3)};
        for (const std::int64_t sequence : {5, 6}) {
            addCollective(ranks[0], {0, 10}, sequence);
            addCollective(ranks[2], {0, 10}, sequence);
        }
        addCollective(ranks[1], {0, 10}, 6);
        addCollective(ranks[1], {0, 10}, 7);
        const CollectiveMatches matches = matchCollectives(ranks);
        QCOMPARE(matches.matches.size(), std::size_t {2});
        QCOMPARE(matches.matches[0].sequence, std::int64_t {5});
        QCOMPARE(matches.matches[0].participants.size(), std::size_t {2});
        QCOMPARE(matches.matches[1].participants.size(), std::size_t {3});
        QCOMPARE(matches.matches[1].participants[1].collective, 0U);
        QCOMPARE(matches.alone, std::uint64_t {1});
        QCOMPARE(matches.ambiguous, std::uint64_t {0});
    }

    void aNumberTwiceIsOnce()
    {
        std::vector<RankSummary> ranks {emptyRank(0, 2), emptyRank(1, 2)};
        addCollective(ranks[0], {0, 10}, 1);
        addCollective(ranks[0], {20, 30}, 1);
        QVERIFY(matchCollectives(ranks).matches.empty());
        addCollective(ranks[1], {0, 10}, 1);
        QCOMPARE(matchCollectives(ranks).matches.at(0).participants.size(), std::size_t {2});
    }

    void groupsAndNamesKeepApart()
    {
        std::vector<RankSummary> ranks {emptyRank(0, 2), emptyRank(1, 2)};
        addCollective(ranks[0], {0, 10}, 1);
        addCollective(ranks[1], {0, 10}, 1).group = "1 [0,1]";
        addCollective(ranks[1], {0, 10}, 1).name = "broadcast";
        const CollectiveMatches matches = matchCollectives(ranks);
        QVERIFY(matches.matches.empty());
        QCOMPARE(matches.alone, std::uint64_t {3});
    }

    void withoutNumbersByOrderInTheStep()
    {
        std::vector<RankSummary> ranks {emptyRank(0, 2), emptyRank(1, 2)};
        for (RankSummary& rank : ranks) {
            addCollective(rank, {0, 10}, {}, 3);
            addCollective(rank, {20, 30}, {}, 3);
            addCollective(rank, {40, 50}, {}, 4);
        }
        addCollective(ranks[1], {60, 70}, {}, 4); // nobody knows which of the two of step 4 rank 0 has
        const CollectiveMatches matches = matchCollectives(ranks);
        QCOMPARE(matches.matches.size(), std::size_t {2});
        QCOMPARE(matches.matches[1].sequence, std::int64_t {1});
        QCOMPARE(matches.matches[1].participants[0].collective, 1U);
        QCOMPARE(matches.matches[1].participants[1].collective, 1U);
        QCOMPARE(matches.ambiguous, std::uint64_t {3});
    }

    // Rank 1's clock is 500 behind what its base says; one end of five is recorded far too late.
    void clocksFromEnds()
    {
        std::vector<RankSummary> ranks {emptyRank(0, 2, 1000), emptyRank(1, 2, 3000)};
        for (std::int64_t i = 0; i < 5; ++i) {
            addCollective(ranks[0], {10'000 + i * 1000, 10'500 + i * 1000}, i);
            const std::int64_t end = 10'500 + i * 1000 - 2000 - 500 + (i == 2 ? 90'000 : i);
            addCollective(ranks[1], {end - 400, end}, i);
        }
        const std::vector<RankClock> clocks = alignClocks(ranks, matchCollectives(ranks));
        QCOMPARE(clocks[0].shiftNs, std::int64_t {0});
        QCOMPARE(clocks[0].collectives, std::size_t {0});
        QCOMPARE(clocks[1].collectives, std::size_t {5});
        QCOMPARE(
            clocks[1].shiftNs, std::int64_t {2500 - 3}); // 0, 1, 3, 4 and the outlier, which is the smallest difference
        QCOMPARE(clocks[1].correctionNs, std::int64_t {497});
        QCOMPARE(clocks[1].spreadNs, std::int64_t {2});
    }

    // 0 and 2 share nothing; 1 is in a group with each of them.
    void clocksThroughANeighbour()
    {
        std::vector<RankSummary> ranks {emptyRank(0, 3), emptyRank(1, 3), emptyRank(2, 3)};
        addCollective(ranks[0], {0, 1000}, 1);
        addCollective(ranks[1], {0, 970}, 1);
        addCollective(ranks[1], {1000, 2000}, 2).group = "1 [1,2]";
        addCollective(ranks[2], {1000, 1900}, 2).group = "1 [1,2]";
        const std::vector<RankClock> clocks = alignClocks(ranks, matchCollectives(ranks));
        QCOMPARE(clocks[1].shiftNs, std::int64_t {30});
        QCOMPARE(clocks[2].shiftNs, std::int64_t {130});
    }

    void clocksThatNothingTells()
    {
        std::vector<RankSummary> ranks {emptyRank(0, 3), emptyRank(1, 3), emptyRank(2, 3)};
        ranks[1].baseNs = std::nullopt;
        ranks[2].baseNs = 1400;
        addCollective(ranks[0], {0, 1000}, 1).name = "broadcast"; // its root may leave early
        addCollective(ranks[2], {0, 900}, 1).name = "broadcast";
        const std::vector<RankClock> clocks = alignClocks(ranks, matchCollectives(ranks));
        QVERIFY(!clocks[1].comparable);
        QVERIFY(clocks[2].comparable);
        QCOMPARE(clocks[2].shiftNs, std::int64_t {400});
        QCOMPARE(clocks[2].collectives, std::size_t {0});
    }

    void arrivalsAgainstAnOracle()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 50; ++round) {
            const std::size_t count = 2 + random() % 5;
            std::vector<RankSummary> ranks;
            std::vector<std::int64_t> starts;
            for (std::size_t r = 0; r < count; ++r) {
                ranks.push_back(emptyRank(static_cast<std::int64_t>(r), static_cast<std::int64_t>(count)));
                starts.push_back(static_cast<std::int64_t>(random() % 1000));
                addCollective(ranks.back(), {starts.back(), 2000}, 1);
            }
            const World world = mergeRanks(ranks);
            QCOMPARE(world.collectives.size(), std::size_t {1});
            const SharedCollective& shared = world.collectives.front();
            const std::int64_t first = *std::min_element(starts.begin(), starts.end());
            const std::int64_t last = *std::max_element(starts.begin(), starts.end());
            QCOMPARE(shared.waitNs, last - first);
            QCOMPARE(shared.sharedNs, 2000 - last);
            for (std::size_t r = 0; r < count; ++r) {
                const Arrival& arrival = shared.arrivals[r];
                QCOMPARE(arrival.startNs, starts[r]);
                QCOMPARE(arrival.lateNs, starts[r] - first);
                QCOMPARE(arrival.waitNs, last - starts[r]);
                std::vector<std::int64_t> others = starts;
                others.erase(others.begin() + static_cast<std::ptrdiff_t>(r));
                std::sort(others.begin(), others.end());
                const std::size_t half = others.size() / 2;
                const std::int64_t median
                    = others.size() % 2 == 1 ? others[half] : (others[half - 1] + others[half]) / 2;
                QCOMPARE(arrival.latenessNs, std::max<std::int64_t>(0, starts[r] - median));
            }
            QCOMPARE(shared.arrivals[shared.last].startNs, last);
        }
    }

    void ranksThatWereNotInItTogether()
    {
        std::vector<RankSummary> ranks {emptyRank(0, 2), emptyRank(1, 2)};
        for (std::int64_t i = 0; i < 3; ++i) {
            addCollective(ranks[0], {i * 100, i * 100 + 50}, i);
            addCollective(ranks[1], {i * 100, i * 100 + 50}, i);
        }
        addCollective(ranks[0], {1000, 1100}, 9);
        addCollective(ranks[1], {5000, 5100}, 9);
        const World world = mergeRanks(ranks);
        QCOMPARE(world.collectives.size(), std::size_t {3});
        QCOMPARE(world.doubtful, std::uint64_t {1});
    }

    void missingRanks()
    {
        World world = mergeRanks({emptyRank(1, 4), emptyRank(3, 4)});
        QCOMPARE(world.missing, (std::vector<std::int64_t> {0, 2}));
        QCOMPARE(world.missingCount, std::uint64_t {2});
        world = mergeRanks({emptyRank(1, std::int64_t {1} << 60U)});
        QCOMPARE(world.missingCount, (std::uint64_t {1} << 60U) - 1);
        QCOMPARE(world.missing.size(), World::kMaxMissing);
    }

    void lateInOneStep()
    {
        const World world = mergeRanks(ranksWithOneLate(analysis::IdleCause::Input));
        QCOMPARE(world.stragglers.size(), std::size_t {1});
        const Straggler& straggler = world.stragglers.front();
        QCOMPARE(straggler.rank, 2U);
        QVERIFY(straggler.singled);
        QCOMPARE(straggler.steps, (std::vector<std::int64_t> {4}));
        QCOMPARE(straggler.latenessNs, std::int64_t {60'000'000});
        QCOMPARE(straggler.share, 0.6);
        QCOMPARE(straggler.why, LateWhy::Input);
        QCOMPARE(straggler.excessNs, std::int64_t {60'000'000});
        QCOMPARE(straggler.activity, std::string("load"));
        QVERIFY(straggler.headline.find("rank 2") != std::string::npos);
        QVERIFY(straggler.headline.find("ProfilerStep#4") != std::string::npos);
        QCOMPARE(world.tolls[2].timesLast, std::uint64_t {1});
        QCOMPARE(world.tolls[0].waitNs, std::int64_t {60'000'000});
        QCOMPARE(world.stepTolls[2][3].latenessNs, std::int64_t {60'000'000});
        QCOMPARE(world.stepTolls[2][2].latenessNs, std::int64_t {0});
    }

    void whyItWasLate()
    {
        QCOMPARE(mergeRanks(ranksWithOneLate(analysis::IdleCause::HostDispatch)).stragglers.at(0).why, LateWhy::Host);
        QCOMPARE(mergeRanks(ranksWithOneLate(analysis::IdleCause::Sync)).stragglers.at(0).why, LateWhy::Sync);
        QCOMPARE(mergeRanks(ranksWithOneLate({})).stragglers.at(0).why, LateWhy::Compute);
    }

    // What the ranks lose without keeping each other waiting is told by the idlest of them.
    void withoutALateRankTheIdlestSpeaks()
    {
        std::vector<RankSummary> ranks {emptyRank(0, 2), emptyRank(1, 2)};
        for (RankSummary& rank : ranks)
            addCollective(rank, {0, 10}, 1);
        QCOMPARE(exporting::ranksSentence(mergeRanks(ranks)), std::string("No rank keeps the others waiting."));
        ranks[0].busyNs = 900'000;
        ranks[0].verdict = "Healthy.";
        ranks[1].busyNs = 100'000;
        ranks[1].verdict = "It waits for data.";
        QCOMPARE(exporting::ranksSentence(mergeRanks(ranks)),
            std::string("No rank keeps the others waiting. By itself, rank 1: It waits for data."));
    }

    void nobodyIsLate()
    {
        std::vector<RankSummary> ranks = ranksWithOneLate(analysis::IdleCause::Input);
        ranks[2] = ranks[1];
        ranks[2].rank = 2;
        QVERIFY(mergeRanks(ranks).stragglers.empty());
    }

private:
    // Six steps of 100 ms, one collective each; rank 2 comes 60 ms late to that of step 4 since it had that much more
    // of a cause, or of computing.
    static std::vector<RankSummary> ranksWithOneLate(std::optional<analysis::IdleCause> cause)
    {
        std::vector<RankSummary> ranks;
        for (std::int64_t r = 0; r < 4; ++r) {
            RankSummary rank = emptyRank(r, 4);
            for (std::int64_t step = 1; step <= 6; ++step) {
                addStep(rank, step, {step * 100 * kMs, (step + 1) * 100 * kMs});
                const std::int64_t late = r == 2 && step == 4 ? 60 * kMs : 0;
                Collective& one = addCollective(
                    rank, {step * 100 * kMs + 10 * kMs + late, step * 100 * kMs + 90 * kMs}, step, step);
                one.before.computeNs = 5 * kMs + (cause ? 0 : late);
                if (cause) {
                    one.before.idle[static_cast<std::size_t>(*cause)] = 5 * kMs + late;
                    one.before.activity = "load";
                    one.before.activityCause = *cause;
                    one.before.activityNs = 5 * kMs + late;
                }
            }
            ranks.push_back(std::move(rank));
        }
        return ranks;
    }
};

STEPSCOPE_TEST(TestRankWorlds)
#include "tst_rank_worlds.moc"
